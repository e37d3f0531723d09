// A player in JavaScript: plays the tile whose numbers the hand has most of. node longsuit.mjs
import { createInterface } from "node:readline";

const halves = (tile) => tile.split("-").map(Number);

function choose(view) {
  const count = new Map();
  for (const tile of view.hand) {
    for (const half of new Set(halves(tile))) count.set(half, (count.get(half) ?? 0) + 1);
  }
  const worth = (move) => {
    const tile = move.match(/^\d+-\d+/); // a lead or a play; a draw or a pass has none
    return tile ? halves(tile[0]).reduce((sum, half) => sum + count.get(half), 0) : -1;
  };
  return view.legal.reduce((best, move) => (worth(move) > worth(best) ? move : best));
}

for await (const line of createInterface({ input: process.stdin })) {
  let question = {};
  try {
    question = JSON.parse(line);
    console.log(JSON.stringify({ id: question.id, move: choose(question.view) }));
  } catch (problem) {
    console.log(JSON.stringify({ id: question.id ?? null, error: String(problem) }));
  }
}
