// How controls look while they are pointed at, focused or pressed; `window.states` on every page of the walk.
(() => {
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && e.getClientRects().length > 0;
  const dead = (e) => e.disabled || e.closest('[aria-disabled=true], [inert], .sr');
  const short = (e) => e.outerHTML.replace(/\s+/g, ' ').slice(0, 90);

  const brush = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  const mixed = new Map();
  /** Red, green, blue (0 to 255) and opacity (0 to 1) of a colour as the browser writes it. */
  const rgba = (text) => {
    if (!mixed.has(text)) {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = text;
      brush.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
      mixed.set(text, [r, g, b, a / 255]);
    }
    return mixed.get(text);
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((x, at) => x * a + under[at] * (1 - a)).concat(1);
  const light = ([r, g, b]) => [r, g, b].map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
    .reduce((sum, x, at) => sum + x * [0.2126, 0.7152, 0.0722][at], 0);
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);

  /** What an element's own layers are painted with: its colour, and every colour of a gradient (but thin lines on nothing). */
  const layers = (e) => {
    const look = getComputedStyle(e);
    const found = look.backgroundImage.includes('gradient') ? look.backgroundImage.match(/(?:rgba?|color|oklab|lab)\([^()]*\)/g) ?? [] : [];
    const stops = found.map(rgba);
    return { plain: rgba(look.backgroundColor), stops: stops.some((stop) => stop[3] === 0) ? [] : stops };
  };
  /** @type {Map<Element | null, number[][]>} */
  const grounds = new Map();
  /** All colours that can lie behind what is written in an element. */
  const ground = (e) => {
    if (!grounds.has(e)) grounds.set(e, painting(e));
    return grounds.get(e);
  };
  const painting = (e) => {
    if (!e) return [rgba(document.documentElement.dataset.theme === 'dark' ? 'black' : 'white')];
    const { plain, stops } = layers(e);
    if (plain[3] === 1 && !stops.length) return [plain];
    const under = plain[3] === 1 ? [plain] : ground(e.parentElement).map((one) => over(plain, one));
    return stops.length ? stops.flatMap((stop) => under.map((one) => over(stop, one))) : under;
  };
  const worst = (colour, grounds) => Math.min(...grounds.map((one) => contrast(over(colour, one), one)));
  const faded = (e, colour) => {
    let a = colour[3];
    for (let at = e; at; at = at.parentElement) a *= Number(getComputedStyle(at).opacity);
    return [...colour.slice(0, 3), a];
  };

  /** What is seen of a control: a radio button is its label, and so on. */
  const painted = (e) => (e.matches('[type=radio], [type=checkbox], [type=file]') && e.closest('label')) || e;
  const written = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) || (e.matches('input:not([type=radio], [type=checkbox], [type=range], [type=file]), textarea, select'));
  const parts = (e) => [e, ...e.querySelectorAll('*')].filter((one) => shown(one) && !one.closest('.sr'));

  /** Words that are too pale. */
  function pale(e) {
    return parts(e).filter((one) => written(one) && !one.closest('svg')).flatMap((one) => {
      const look = getComputedStyle(one);
      const size = parseFloat(look.fontSize);
      const need = size >= 24 || (size >= 18.66 && Number(look.fontWeight) >= 700) ? 3 : 4.5;
      const found = worst(faded(one, rgba(look.color)), ground(one));
      return found < need ? [`words ${found.toFixed(2)}, need ${need}`] : [];
    });
  }

  /** A control that is only a drawing, of which nothing stands out. */
  function faint(e) {
    const shapes = parts(e).filter((one) => one.closest('svg') && one.matches('path, line, rect, circle, polyline, polygon, text'));
    if (!shapes.length || e.querySelector('use') || parts(e).some((one) => written(one) && !one.closest('svg'))) return [];
    const seen = shapes.flatMap((one) => [getComputedStyle(one).fill, getComputedStyle(one).stroke]
      .filter((colour) => colour !== 'none' && !colour.startsWith('url')).map((colour) => worst(faded(one, rgba(colour)), ground(e))));
    return seen.length && Math.max(...seen) < 3 ? [`drawing ${Math.max(...seen).toFixed(2)}, need 3`] : [];
  }

  /** A frame that does not stand out from what is around it, where the control's own colour does not either. */
  function frame(e) {
    return parts(e).filter((one) => one === e || (e.matches('label') && one.parentElement === e)).flatMap((one) => {
      const look = getComputedStyle(one);
      const sides = ['Top', 'Right', 'Bottom', 'Left'];
      if (one.closest('svg') || !sides.every((side) => parseFloat(look[`border${side}Width`]) > 0 && look[`border${side}Style`] !== 'none')) return [];
      if (rgba(look.borderTopColor)[3] === 0) return [];
      const outside = ground(one.parentElement);
      const line = worst(faded(one, rgba(look.borderTopColor)), outside);
      const fill = Math.min(...ground(one).flatMap((inner) => outside.map((outer) => contrast(inner, outer))));
      return Math.max(line, fill) < 3 ? [`frame ${line.toFixed(2)}, need 3`] : [];
    });
  }

  /** A focus that has no ring, or a ring that does not stand out. */
  function ring(e) {
    const near = [...new Set([e, e.nextElementSibling, painted(e), ...e.querySelectorAll('*')])].filter(Boolean);
    const rings = near.map((one) => ({ one, look: getComputedStyle(one) })).filter(({ look }) => look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) > 0);
    if (!rings.length) return ['no ring'];
    const found = Math.max(...rings.map(({ one, look }) => {
      const beside = parseFloat(look.outlineOffset) < 0 ? ground(one) : ground(one.parentElement);
      return worst(faded(one, rgba(look.outlineColor)), beside);
    }));
    return found < 3 ? [`ring ${found.toFixed(2)}, need 3`] : [];
  }

  const kind = (e) => [
    ...[e, painted(e).parentElement, painted(e).parentElement?.parentElement].map((one) => one && `${one.localName}.${one.className?.baseVal ?? one.className}`),
    e.type, e.checked, e.getAttribute('aria-current'), e.getAttribute('aria-pressed'), e.id, ground(painted(e).parentElement).join('/'),
  ].join('|');

  /** Marks one control of each kind that is not known yet; their kinds. */
  function mark(known) {
    grounds.clear();
    const seen = new Set(known);
    const found = [];
    for (const e of document.querySelectorAll(CONTROLS)) {
      if (!shown(painted(e)) || dead(e) || seen.has(kind(e))) continue;
      seen.add(kind(e));
      found.push(kind(e));
      e.dataset.state = '';
      painted(e).dataset.state = '';
    }
    return found;
  }

  const among = (focused) => [...document.querySelectorAll('[data-state]')].filter((e) => e.matches(CONTROLS) && shown(painted(e)) && !dead(e)).flatMap((e) =>
    [...pale(painted(e)), ...faint(painted(e)), ...frame(painted(e)), ...(focused ? ring(e) : [])].map((fault) => `${fault}: ${short(e)}`));

  /** What appears or changes its colour is taken as it will stay. */
  const settled = () => document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity).forEach((each) => each.finish());

  /** What does not stand out among the marked controls, in the state they have been put in, in light and in dark. */
  function faults(focused) {
    const root = document.documentElement;
    const before = root.dataset.theme;
    const found = ['light', 'dark'].flatMap((light) => {
      root.dataset.theme = light;
      settled();
      grounds.clear();
      return among(focused).map((fault) => `${light}: ${fault}`);
    });
    if (before) root.dataset.theme = before;
    else delete root.dataset.theme;
    grounds.clear();
    return found;
  }

  const unmark = () => document.querySelectorAll('[data-state]').forEach((e) => delete e.dataset.state);

  window.states = { mark, faults, unmark };
})();
