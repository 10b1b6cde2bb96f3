/**
 * Scroll positions of history entries. Going back restores the position as soon as the view has loaded that far; the
 * content above may have changed. New entries begin at the top.
 */

/** How long to wait for the view to load, and how long it must be stable to be complete. */
const PATIENCE_MS = 10_000;
const QUIET_MS = 1_000;
/** Events that show that the user scrolls. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

export class Scrolls {
  #main;
  #key;
  #keys = 0;
  /** By the key of a browser history entry. */
  #places = new Map();
  #giveUp = () => {};

  constructor(main) {
    this.#main = main;
    history.scrollRestoration = 'manual';
    this.#key = this.#keyOfEntry();
  }

  end() {
    this.#giveUp();
  }

  /** Called after the address changed, while the page still shows the old view. */
  arrive(isSameView) {
    this.#giveUp();
    this.#places.set(this.#key, placeIn(this.#main));
    this.#key = this.#keyOfEntry();
    if (isSameView) return;
    const place = this.#places.get(this.#key);
    scrollTo(0, 0);
    if (place !== undefined && place.y > 0) this.#returnTo(place);
  }

  #keyOfEntry() {
    const known = history.state?.scrollKey;
    if (known !== undefined) return known;
    // History entries survive a reload, so keys must be unique across reloads.
    const key = `${performance.timeOrigin} ${this.#keys++}`;
    history.replaceState({ ...history.state, scrollKey: key }, '');
    return key;
  }

  #returnTo(place) {
    let quiet;
    const observer = new ResizeObserver(() => {
      clearTimeout(quiet);
      if (goTo(place, this.#main)) quiet = setTimeout(() => this.#giveUp(), QUIET_MS);
    });
    const giveUp = () => {
      this.#giveUp = () => {};
      observer.disconnect();
      clearTimeout(quiet);
      clearTimeout(patience);
      for (const move of MOVES) removeEventListener(move, giveUp);
    };
    const patience = setTimeout(giveUp, PATIENCE_MS);
    this.#giveUp = giveUp;
    for (const move of MOVES) addEventListener(move, giveUp, { passive: true });
    observer.observe(this.#main);
  }
}

/** The scroll offset, the section, and a link at the top of the window as an anchor. */
function placeIn(main) {
  const links = [...main.querySelectorAll('a[href]')];
  const isFirst = (link) => links.find((one) => hrefOf(one) === hrefOf(link)) === link;
  const link = links.find((one) => topOf(one) >= 0 && topOf(one) < innerHeight && isFirst(one));
  const section = link?.closest('section');
  return {
    y: scrollY,
    href: link && hrefOf(link),
    linkTop: link && topOf(link),
    heading: section?.querySelector('h2')?.textContent,
    sectionTop: section && topOf(section),
  };
}

/** Scrolls there, or as near as possible; true if it was reached. */
function goTo({ y, href, linkTop, heading, sectionTop }, main) {
  const link = [...main.querySelectorAll('a[href]')].find((one) => hrefOf(one) === href);
  const title = heading && [...main.querySelectorAll('section > h2')].find((one) => one.textContent === heading);
  const section = title?.parentElement;
  if (link !== undefined) scrollBy(0, topOf(link) - linkTop);
  // Its rows are loaded when its end is near.
  else if (section !== undefined) scrollBy(0, topOf(section) + Math.min(-sectionTop, section.offsetHeight));
  else scrollTo(0, y);
  return link !== undefined || href === undefined;
}

function hrefOf(link) {
  return link.getAttribute('href');
}

function topOf(element) {
  return element.getBoundingClientRect().top;
}
