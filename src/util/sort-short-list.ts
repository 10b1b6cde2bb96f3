/** Longer lists use the built-in sort, which is faster for them. */
const FEW = 16;

/**
 * Sorts a list in place and returns it. For lists that are mostly short: the built-in sort allocates kilobytes even for
 * two elements.
 */
export function sortShortList<Element>(list: Element[], compare: (a: Element, b: Element) => number): Element[] {
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
