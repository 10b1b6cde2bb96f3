/** Times as text, in ISO 8601. A date without a time is the whole day in UTC. */

const TIME = /^(?<date>\d{4}-\d\d-(?<day>\d\d))(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;
const DAY_MS = 86_400_000;

/** The first and the last millisecond since 1970 that the text names; undefined for a day or time that does not exist. */
export function timeSpan(text) {
  const { date, day } = TIME.exec(text)?.groups ?? {};
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Date.parse takes February 30 as March 2.
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day)) return undefined;
  if (text === date) return { first: midnight, last: midnight + DAY_MS - 1 };
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : { first: moment, last: moment };
}
