/**
 * Scroll positions of history entries. Going back restores the position as soon as the view has loaded that far; the
 * content above may have changed. New entries begin at the top.
 */

/** How long to wait for the view to load, and how long it must be stable to be complete. */
const MAX_WAIT_MS = 10_000;
const STABLE_MS = 1_000;
/** Events that show that the user scrolls. */
const SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

export class ScrollRestoration {
  #main;
  #key;
  #keys = 0;
  /** By the key of a browser history entry. */
  #positions = new Map();
  #stopRestoring = () => {};

  constructor(main) {
    this.#main = main;
    history.scrollRestoration = 'manual';
    this.#key = this.#keyOfEntry();
  }

  end() {
    this.#stopRestoring();
  }

  /** Called after the address changed, while the page still shows the old view. */
  onNavigation(isSameView) {
    this.#stopRestoring();
    this.#positions.set(this.#key, positionIn(this.#main));
    this.#key = this.#keyOfEntry();
    if (isSameView) return;
    const position = this.#positions.get(this.#key);
    scrollTo(0, 0);
    if (position !== undefined && position.y > 0) this.#restore(position);
  }

  #keyOfEntry() {
    const known = history.state?.scrollKey;
    if (known !== undefined) return known;
    // History entries survive a reload, so keys must be unique across reloads.
    const key = `${performance.timeOrigin} ${this.#keys++}`;
    history.replaceState({ ...history.state, scrollKey: key }, '');
    return key;
  }

  #restore(position) {
    let stable;
    const observer = new ResizeObserver(() => {
      clearTimeout(stable);
      if (scrollToPosition(position, this.#main)) stable = setTimeout(() => this.#stopRestoring(), STABLE_MS);
    });
    const stop = () => {
      this.#stopRestoring = () => {};
      observer.disconnect();
      clearTimeout(stable);
      clearTimeout(deadline);
      for (const event of SCROLL_EVENTS) removeEventListener(event, stop);
    };
    const deadline = setTimeout(stop, MAX_WAIT_MS);
    this.#stopRestoring = stop;
    for (const event of SCROLL_EVENTS) addEventListener(event, stop, { passive: true });
    observer.observe(this.#main);
  }
}

/** The scroll offset, the section, and a link at the top of the window as an anchor. */
function positionIn(main) {
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
function scrollToPosition({ y, href, linkTop, heading, sectionTop }, main) {
  const link = [...main.querySelectorAll('a[href]')].find((one) => hrefOf(one) === href);
  const title = heading && [...main.querySelectorAll('section h2')].find((one) => one.textContent === heading);
  const section = title?.closest('section');
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
