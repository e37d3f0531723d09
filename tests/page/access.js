// What the walk over all pages measures in each of them; `window.access` there.
(() => {
  const TABBABLE = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const PLAY = '.held, .ghost, .acts button, round-card .go > *, hand-cover button';
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && e.getClientRects().length > 0;
  const spoken = (e) => !e.closest('.sr');
  const short = (e) => e.outerHTML.replace(/\s+/g, ' ').slice(0, 110);
  const tabbable = () => [...document.querySelectorAll(TABBABLE)].filter((e) => shown(e) && !e.disabled && e.tabIndex >= 0);
  const painted = (e) => (e.matches('[type=radio], [type=checkbox], [type=file]') && e.closest('label')) || e;
  /** A link amid the words of a sentence has no size of its own to ask for. */
  const inSentence = (e) => e.matches('a') && getComputedStyle(e).display === 'inline'
    && [...(e.parentElement?.childNodes ?? [])].some((n) => n.nodeType === 3 && n.textContent.trim().length > 1);
  const box = (e) => {
    const r = e.getBoundingClientRect();
    return { x: r.x, y: r.y, w: r.width, h: r.height, mx: r.x + r.width / 2, my: r.y + r.height / 2 };
  };
  const fromCircle = (c, b) => Math.hypot(Math.max(b.x - c.mx, 0, c.mx - b.x - b.w), Math.max(b.y - c.my, 0, c.my - b.y - b.h));

  /** Targets under 24 px (44 for play), but those that are far enough from every other, as WCAG 2.5.8 allows. */
  function targets() {
    const all = [...new Set(tabbable().filter(spoken).map(painted))].map((e) => ({ e, b: box(e), play: e.matches(PLAY) }));
    const small = (one) => one.b.w < 23.9 || one.b.h < 23.9;
    const crowded = (one) => all.some((other) => other !== one && !one.e.contains(other.e) && !other.e.contains(one.e)
      && (fromCircle(one.b, other.b) < 12 || (small(other) && Math.hypot(one.b.mx - other.b.mx, one.b.my - other.b.my) < 24)));
    const bad = all.filter((one) => (one.play ? one.b.w < 43.9 || one.b.h < 43.9 : small(one) && !inSentence(one.e) && crowded(one)));
    return bad.map(({ e, b }) => `${Math.round(b.w)} x ${Math.round(b.h)}: ${short(e)}`);
  }

  /** What lies outside of the window, or makes it scroll sideways; tables and code may scroll in a frame of their own. */
  function reflow() {
    const scroller = (e) => {
      for (let at = e.parentElement; at; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return at;
      }
      return null;
    };
    const out = [];
    if (document.documentElement.scrollWidth > innerWidth) out.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    for (const e of document.querySelectorAll('body *')) {
      if (!e.childNodes.length && !e.matches('input, select, textarea, img')) continue;
      if (e.closest('.sr, svg, .skip, [aria-hidden=true]') || !shown(e)) continue;
      const r = e.getBoundingClientRect();
      if (r.right <= innerWidth + 1 && r.left >= -1) continue;
      const frame = scroller(e);
      if (!frame || !frame.querySelector('table, pre, code, svg, .tile')) out.push(short(e));
    }
    return out.slice(0, 5);
  }

  /** Words that are cut off. */
  const cut = () => [...document.querySelectorAll('main *, header *')].filter((e) => {
    if (!shown(e) || e.closest('.sr, svg, [aria-hidden=true]') || e.matches('select, input, textarea')) return false;
    const look = getComputedStyle(e);
    const words = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    return words && /hidden|clip/.test(look.overflowX + look.overflowY) && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 4);
  }).map(short).slice(0, 5);

  /** What a style does to the page. */
  function styled(css, measure) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
    const found = measure();
    document.adoptedStyleSheets = [];
    return found;
  }

  /** Words cut off where letters, words and lines stand as far apart as WCAG 1.4.12 says. */
  const spacing = () => styled('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }', cut);

  const look = (e) => [e, e.nextElementSibling, e.closest('label'), e.parentElement].filter(Boolean)
    .map((one) => { const s = getComputedStyle(one); return [s.outlineStyle, s.outlineWidth, s.outlineColor, s.boxShadow, s.borderColor].join(); });

  /** Where the focus cannot be seen, or what has it lies under something else. */
  function focus() {
    const out = [];
    const before = document.activeElement;
    const [last] = tabbable().slice(-1);
    last?.focus();
    for (const e of tabbable()) {
      const plain = look(e).join('|');
      e.focus();
      if (document.activeElement !== e) continue;
      if (e !== last && look(e).join('|') === plain) out.push(`no ring: ${short(e)}`);
      const r = painted(e).getClientRects()[0];
      const points = [[0.5, 0.5], [0.08, 0.5], [0.92, 0.5], [0.5, 0.15], [0.5, 0.85]].map(([x, y]) => [r.left + r.width * x, r.top + r.height * y]);
      const free = points.some(([x, y]) => {
        const at = document.elementFromPoint(x, y);
        return at && (painted(e).contains(at) || at.contains(e) && at.closest('label, a, button'));
      });
      if (!free && spoken(e)) out.push(`covered: ${short(e)}`);
    }
    (before instanceof HTMLElement ? before : document.body).focus();
    scrollTo(0, 0);
    return out.slice(0, 6);
  }

  /** How the page is built: one main, one h1, headings that skip no level, a skip link that leads, a title, a language. */
  function outline() {
    const out = [];
    const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((e) => shown(e)).map((e) => Number(e.tagName[1]));
    if (levels.filter((n) => n === 1).length !== 1) out.push(`${levels.filter((n) => n === 1).length} h1`);
    levels.forEach((n, at) => at && n > levels[at - 1] + 1 && out.push(`h${levels[at - 1]} is followed by h${n}`));
    if (document.querySelectorAll('main').length !== 1) out.push('not one main');
    const first = tabbable()[0];
    const target = first?.matches('.skip') && document.querySelector(first.getAttribute('href'));
    if (!target || !target.matches('main')) out.push('the first stop is no skip link to main');
    if (!/^[a-z]{2}/.test(document.documentElement.lang)) out.push('no language');
    if (!document.title.includes('doublesix')) out.push(`title: ${document.title}`);
    const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
    out.push(...new Set(ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `id ${id} twice`)));
    for (const e of document.querySelectorAll('[aria-describedby], [aria-labelledby], [aria-controls]')) {
      for (const name of ['aria-describedby', 'aria-labelledby', 'aria-controls']) {
        for (const id of (e.getAttribute(name) ?? '').split(/\s+/).filter(Boolean)) if (!document.getElementById(id)) out.push(`${name} ${id} leads nowhere`);
      }
    }
    return out;
  }

  /** Help that is not in its place, after the main links at the head of the page (WCAG 3.2.6). */
  function help() {
    const links = document.querySelector('.head nav');
    const found = document.querySelector('.head a[href="/help"]');
    return links && found && links.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_FOLLOWING ? [] : ['no help after the main links'];
  }

  /** Passwords and codes that the browser cannot fill in, or into whose field nothing can be pasted (WCAG 3.3.8). */
  const secrets = () => [...document.querySelectorAll('input[type=password], input[name=code]')].filter((e) => {
    const pasted = e.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true }));
    return !pasted || !/^(current-password|new-password|one-time-code)$/.test(e.autocomplete);
  }).map(short);

  /** What moves though the system asked for less motion: anything longer than a tenth of a second, or without end. */
  function motion() {
    const seconds = (list) => Math.max(...list.split(',').map(parseFloat));
    return [...document.querySelectorAll('body, body *')].filter((e) => {
      const s = getComputedStyle(e);
      const moves = s.animationName !== 'none' && (seconds(s.animationDuration) > 0.1 || s.animationIterationCount === 'infinite');
      return moves || (/all|transform|translate|left|top/.test(s.transitionProperty) && seconds(s.transitionDuration) > 0.1);
    }).map(short).slice(0, 5);
  }

  /** What axe-core finds, a sentence for each rule. */
  async function axeFinds(options) {
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...options });
    return violations.map(({ id, nodes }) => `${id}: ` + nodes.slice(0, 3).map((node) => {
      const [why] = [...node.any, ...node.all, ...node.none];
      return `${node.target.join(' ')} ${why?.message ?? ''}`;
    }).join('; '));
  }

  window.access = { axeFinds, targets, reflow, spacing, focus, outline, motion, help, secrets };
})();
