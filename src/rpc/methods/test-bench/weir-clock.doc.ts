/** The documentation of `weir_clock`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import type { MethodDoc } from '../../method-doc/method-doc.ts';
import { wholeNumber } from '../../method-doc/positional-words.ts';
import { parseSeconds, parseTime } from '../../method-doc/unit-words.ts';

const CLOCK_WORDS = ['set', 'advance', 'rate', 'freeze', 'resume'];

export const weirClockDoc: MethodDoc = {
  summary: "Reads the ledger's clock; on a test bench sets, advances, freezes or resumes it, or changes its rate.",
  commandLine: {
    usage: '[set <time>] [advance <span>] [rate <n>] [freeze|resume]',
    min: 0,
    max: 7,
    words: [
      {
        name: 'set',
        text: 'Then a time like 2030-01-01T00:00:00Z, a date for its beginning (UTC), or seconds of the ledger.',
        values: CLOCK_WORDS,
      },
      { name: 'advance', text: 'Then a span like 90s, 15m, 1h or 7d, or in seconds.' },
      { name: 'rate', text: 'Then how many seconds of the ledger a second of the machine is.' },
      { name: 'freeze', text: 'Stop the clock.' },
      { name: 'resume', text: 'Start it again from its current time.' },
    ],
    parse: clock,
  },
  answer: {
    time: 'Time of the clock, in seconds since 2000-01-01T00:00:00Z; at least the close time of the last ledger.',
    time_iso: 'The same as text.',
    rate: 'Seconds of the ledger for a second of the machine.',
    frozen: 'True if the clock is stopped.',
    moved: "False while it is the machine's clock.",
    seconds_ahead: "Seconds ahead of the machine's clock; negative if behind.",
    close_time: 'Close time of the last ledger.',
    next_close_time: 'Close time of a ledger that is closed now.',
  },
  difference: 'Weir only: the clock of a [test bench](test-bench.md)',
};

/** One thing after the other, such as `set 2030-01-01T00:00:00Z freeze`. */
function clock(words: readonly string[]): JsonObject {
  const left = [...words];
  const params: Record<string, number | boolean> = {};
  while (left.length > 0) {
    const what = left.shift()!;
    if (!CLOCK_WORDS.includes(what)) throw usageError(`clock: '${what}' is none of ${CLOCK_WORDS.join(', ')}`);
    if (params[what] !== undefined) throw usageError(`clock: ${what} is there twice`);
    params[what] = what === 'freeze' || what === 'resume' ? true : clockValue(what, left.shift());
  }
  return params;
}

function clockValue(what: string, word: string | undefined): number {
  if (word === undefined) throw usageError(`clock: ${what} is followed by ${what === 'rate' ? 'a number' : 'a time'}`);
  const isNumber = /^\d+(?:\.\d+)?$/.test(word);
  if (what === 'rate') {
    if (isNumber) return Number(word);
    throw usageError(`clock: the rate must be a number, not '${word}'`);
  }
  if (isNumber) return wholeNumber(word, what);
  return what === 'set' ? parseTime(what, word) : parseSeconds(what, word);
}
