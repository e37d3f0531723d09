// @ts-check
/** The few lines that all elements build their contents with. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {string|number|boolean|null|undefined} Value */

/** @param {Element} node @param {Record<string, Value>} attributes */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = value === true ? '' : String(value);
    if (value === false || value === null || value === undefined) {
      if (node.hasAttribute(name)) node.removeAttribute(name);
    } else if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

/**
 * An HTML element. @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, Value>} [attributes] @param {(Node|string)[]} children @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  set(node, attributes);
  node.append(...(RUNNING.has(tag) ? children.flatMap((child) => (typeof child === 'string' ? whole(child) : [child])) : children));
  return node;
}

/** Elements whose text runs on from line to line. */
const RUNNING = new Set(['p', 'li', 'td', 'th', 'caption']);

/**
 * An SVG element. @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, Value>} [attributes] @param {Node[]} children @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  set(node, attributes);
  node.append(...children);
  return node;
}

/** A node that the page must have. @template {Element} T @param {string} selector @param {{new (): T}} kind @returns {T} */
export function find(selector, kind) {
  const node = document.querySelector(selector);
  if (!(node instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return node;
}

/** A text in which a tile such as 6-4 stays on one line. @param {string} text @returns {(Node|string)[]} */
export const whole = (text) => text.split(/(\d+-\d+)/).map((part, at) => (at % 2 ? h('span', { class: 'whole' }, part) : part));

/** Write text only when it differs, so that a live region speaks once. @param {Element|null} node @param {string} text */
export function say(node, text) {
  if (node && node.textContent !== text) node.textContent = text;
}

/** The same of a sentence in which tiles stay whole. @param {Element} node @param {string} text */
export function tell(node, text) {
  if (node.textContent !== text) node.replaceChildren(...whole(text));
}

/**
 * Keep a parent's children in step with items: a child stays the same node as long as its key stays, so focus and motion survive.
 * Nodes are moved only when their order changed; children without a key are left alone at the end.
 * @template T @template {Element} N
 * @param {Element} parent @param {T[]} items @param {(item: T) => string} key @param {(item: T) => N} create
 * @param {(node: N, item: T) => void} update @returns {N[]}
 */
export function keyed(parent, items, key, create, update) {
  /** @type {Map<string, N>} */
  const old = new Map();
  for (const child of parent.children) {
    const name = child.getAttribute('data-key');
    if (name !== null) old.set(name, /** @type {N} */ (child));
  }
  const wanted = new Set(items.map(key));
  for (const [name, child] of old) if (!wanted.has(name)) child.remove();
  /** @type {Element|null} */
  let before = parent.firstElementChild;
  return items.map((item) => {
    const name = key(item);
    let node = old.get(name);
    if (!node) {
      node = create(item);
      node.setAttribute('data-key', name);
    }
    if (before === node) before = node.nextElementSibling;
    else parent.insertBefore(node, before);
    update(node, item);
    return node;
  });
}

/** Load a style sheet that is asked for late; fulfilled when it holds. @param {string} name */
export function styled(name) {
  const href = new URL(`../css/${name}.css`, find('link[rel=icon]', HTMLLinkElement).href).href;
  return new Promise((done) => {
    if (document.querySelector(`link[href="${href}"]`)) return done(null);
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = link.onerror = done;
    document.head.append(link);
    return undefined;
  });
}
