/** The pages that were opened, newest first, as suggestions. They are kept until the page is closed. */

const MOST = 30;
const SHOWN = 4;
const pages = [];

/** `title` is that of the document. */
export function noteVisit(href, title, kind) {
  const at = pages.findIndex((page) => page.href === href);
  if (at >= 0) pages.splice(at, 1);
  pages.unshift({ title, kind, href });
  pages.length = Math.min(pages.length, MOST);
}

/** Those whose title contains a text. */
export function visitedPages(text) {
  const word = text.trim().toLowerCase();
  return pages.filter(({ title }) => title.toLowerCase().includes(word)).slice(0, SHOWN);
}
