/** Times for people: how long ago something was (`2 seconds ago`, `in 3 days`), and a short date. */

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

const ofToday = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const ofYear = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const older = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' });

/** The time of day today, the day and the time in this year, the day before. */
export function localeShortTime(date, now = new Date()) {
  if (date.toDateString() === now.toDateString()) return ofToday.format(date);
  return (date.getFullYear() === now.getFullYear() ? ofYear : older).format(date);
}
