/** How long ago something was, in words: `2 seconds ago`, `in 3 days`. */

const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const UNITS = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

export function relativeTime(date, nowMs = Date.now()) {
  const seconds = Math.round((date.getTime() - nowMs) / 1_000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  return words.format(Math.trunc(seconds / size), unit);
}
