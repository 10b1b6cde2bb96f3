/** With more elements the library's sort is faster, without garbage that it is worth to avoid. */
const FEW = 16;

/**
 * Sorts a list in place that mostly has a few elements: the library's sort takes kilobytes of memory for two of them.
 * Gives the list.
 */
export function sortFew<Element>(list: Element[], compare: (a: Element, b: Element) => number): Element[] {
  if (list.length > FEW) return list.sort(compare);
  for (let at = 1; at < list.length; at++) {
    const element = list[at] as Element;
    let place = at;
    while (place > 0 && compare(list[place - 1] as Element, element) > 0) {
      list[place] = list[place - 1] as Element;
      place--;
    }
    list[place] = element;
  }
  return list;
}
