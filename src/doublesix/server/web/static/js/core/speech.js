// @ts-check
/**
 * Sentences of the page in the reader's language. The English sentence is its own key, whole, with {names} for what
 * changes; nothing is put together from pieces, for other languages put the pieces elsewhere.
 * @typedef {Record<string, string|number>} Values
 */

/** @param {string} text @param {Values} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

/** A sentence. @param {string} text @param {Values} [values] */
export const t = (text, values = {}) => filled(text, values);

/** A sentence that depends on a number, which it may name as {n}. @param {string} one @param {string} many @param {number} n @param {Values} [values] */
export const tn = (one, many, n, values = {}) => filled(n === 1 ? one : many, { n, ...values });
