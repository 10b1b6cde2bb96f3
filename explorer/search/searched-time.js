/** Dates and times in the search. */
import { timeSpan } from '../iso-time.js';

const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
const DATE_LENGTH = 10;

/** In milliseconds since 1970: the end of a day in UTC, or a time, without a zone in the reader's. Undefined for other texts. */
export function searchedTime(text) {
  const day = TIME.test(text) ? timeSpan(text.slice(0, DATE_LENGTH)) : undefined;
  if (day === undefined) return undefined;
  if (text.length === DATE_LENGTH) return { ms: day.last, isDay: true };
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : { ms, isDay: false };
}
