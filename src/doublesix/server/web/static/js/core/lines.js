// @ts-check
/**
 * Ask the server something that it answers line by line, each line a JSON object, while it works.
 * @param {string} url @param {unknown} body @param {AbortSignal} [signal] @returns {AsyncGenerator<any>}
 */
export async function* linesFrom(url, body, signal) {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal });
  if (!answer.ok || !answer.body) throw new Error((await answer.json().catch(() => ({}))).error ?? '');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? '';
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line) yield JSON.parse(line);
    if (done) return;
  }
}
