// @ts-check
/** Whom this browser does not want to hear, remembered by the tag that a person has at every table. */

const KEY = 'doublesix.muted';
/** More than anybody mutes; the oldest are heard again beyond it. */
const MOST = 300;

/** @returns {string[]} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

export class Muted {
  #people = read();

  /** @param {string} person */
  has(person) {
    return this.#people.includes(person);
  }

  /** @param {string} person @param {boolean} muted */
  set(person, muted) {
    this.#people = this.#people.filter((other) => other !== person);
    if (muted) this.#people.push(person);
    this.#people = this.#people.slice(-MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#people));
    } catch {
      // storage may be switched off: the choice lasts as long as the page
    }
  }
}
