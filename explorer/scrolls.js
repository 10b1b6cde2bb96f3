/**
 * Where one was in each place that was left. Whoever goes back is there again, as soon as the view has that: its lists come
 * from the server, and above it there may be more or less than before. Whoever goes on begins at the top.
 */

/** How long a view may take to have what was there, and how long nothing of it moves when it is whole. */
const PATIENCE_MS = 10_000;
const QUIET_MS = 1_000;
/** What says that the reader moves on their own. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

export class Scrolls {
  #main;
  #key;
  #keys = 0;
  /** By the key of an entry of the browser's history. */
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

  /** The address is another one, and the page still shows the one before; the view stays the same or not. */
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
    // The entries stay when the page is loaded anew.
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

/** How far down it is, in which section, and a link at the top of the window that stays the same. */
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

/** Goes there, or as near as there is something; true if it is there. */
function goTo({ y, href, linkTop, heading, sectionTop }, main) {
  const link = [...main.querySelectorAll('a[href]')].find((one) => hrefOf(one) === href);
  const title = heading && [...main.querySelectorAll('section > h2')].find((one) => one.textContent === heading);
  const section = title?.parentElement;
  if (link !== undefined) scrollBy(0, topOf(link) - linkTop);
  // Its rows come when its end is near.
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
