/** `weir_clock`: reads the clock for close times, and changes it on a test bench. Weir only. */
import {
  ClockChangeError,
  type ClockReading,
  MAX_CLOCK_RATE,
  MIN_CLOCK_RATE,
} from '../../../node/close/clock-control.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { ledgerTimeToIso } from '../../json/ledger-time.ts';
import { defineMethod } from '../../method/define-method.ts';
import { expectedField, invalidParams } from '../../method/errors.ts';
import { explainFailedClose } from '../../method/failed-close.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { strictFlag, strictUint } from '../../params/readers.ts';
import { requireTestBench } from '../../test-bench/require-test-bench.ts';

/** A number, with a fraction or without. */
const strictNumber: ParamReader<'number', number | undefined> = {
  type: 'number',
  read: ({ params }, name) => {
    const value = params[name];
    if (value === undefined || typeof value === 'number') return value;
    throw expectedField(name, 'number');
  },
};

export const weirClock = defineMethod({
  name: 'weir_clock',
  role: 'admin',
  needs: 'this server',
  params: [
    {
      name: 'set',
      ...strictUint,
      text: 'The new time, in seconds since 2000-01-01T00:00:00Z, not before the current one. Closes the open ledger first, and with `--manual` also a ledger of the new time.',
    },
    { name: 'advance', ...strictUint, text: 'Seconds to advance; closes ledgers as `set` does.' },
    {
      name: 'rate',
      ...strictNumber,
      text: `Seconds of the ledger for a second of the machine: ${MIN_CLOCK_RATE} to ${MAX_CLOCK_RATE}.`,
    },
    { name: 'freeze', ...strictFlag, text: 'True: stop.' },
    { name: 'resume', ...strictFlag, text: 'True: start the clock again from its current time.' },
  ],
  async run(context, read) {
    const freeze = read('freeze') === true;
    const resume = read('resume') === true;
    const change = { set: read('set'), advance: read('advance'), rate: read('rate') };
    const isChange = freeze || resume || Object.values(change).some((value) => value !== undefined);
    if (!isChange) return clockJson(context.server.node.clock.read());
    const { clock } = requireTestBench(context).bench;
    if (freeze && resume) throw invalidParams("Fields 'freeze' and 'resume' exclude each other.");
    const isFrozen = freeze || resume ? freeze : undefined;
    return clockJson(await clock.change({ ...change, isFrozen }).catch(explain));
  },
});

function explain(error: unknown): never {
  if (error instanceof ClockChangeError) throw invalidParams(error.message);
  explainFailedClose(error);
}

function clockJson(reading: ClockReading): JsonObject {
  return {
    time: reading.seconds,
    time_iso: ledgerTimeToIso(reading.seconds),
    rate: reading.rate,
    frozen: reading.isFrozen,
    moved: reading.isMoved,
    seconds_ahead: reading.aheadSeconds,
    close_time: reading.validatedCloseSeconds,
    next_close_time: reading.nextCloseSeconds,
  };
}
