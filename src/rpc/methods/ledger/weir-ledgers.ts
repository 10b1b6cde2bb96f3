/** `weir_ledgers`: closed ledgers with their totals, newest first. Weir's own; the reference has none. */
import type { LedgerHeader } from '../../../ledger/ledger-header.ts';
import type { LedgerReader } from '../../../node/ledger-node.ts';
import { type JsonObject, ZERO_HASH } from '../../../protocol/values.ts';
import { assert } from '../../../util/assert.ts';
import type { Steps } from '../../../util/steps.ts';
import { ledgerTimeToIso } from '../../json/ledger-time.ts';
import { type LedgerTotals, ledgerTotals } from '../../ledgers/ledger-totals.ts';
import { defineMethod } from '../../method/define-method.ts';
import { RpcError } from '../../method/errors.ts';
import { limit, strictUint } from '../../params/readers.ts';

const LIMITS = { min: 1, fallback: 20, max: 200 };

export const weirLedgers = defineMethod({
  name: 'weir_ledgers',
  role: 'user',
  needs: 'nothing',
  params: [
    { name: 'ledger_index', ...strictUint, text: 'The first that is listed (the newest).' },
    { name: 'limit', ...limit(LIMITS), text: 'Maximum number of ledgers (20).' },
    { name: 'marker', ...strictUint, text: 'The `marker` of the page before, with the same parameters otherwise.' },
  ],
  *run({ reader }, read) {
    const most = read('limit');
    const named = read('ledger_index');
    const newest = read('marker') ?? named ?? reader.validated.ledgerIndex;
    const oldest = reader.store.ledgerRange()?.first ?? reader.validated.ledgerIndex;
    if (newest > reader.validated.ledgerIndex || newest < oldest) throw new RpcError('lgrNotFound', 'ledgerNotFound');
    const end = Math.max(oldest - 1, newest - most);
    const ledgers: JsonObject[] = [];
    for (let ledgerIndex = newest; ledgerIndex > end; ledgerIndex--) {
      yield;
      ledgers.push(yield* describe(reader, ledgerIndex));
    }
    return { ledgers, limit: most, ...(end < oldest ? {} : { marker: end }) };
  },
});

function* describe(reader: LedgerReader, ledgerIndex: number): Steps<JsonObject> {
  const header = reader.store.header(ledgerIndex);
  assert(header !== undefined, 'the store has the header of each ledger of its range');
  return {
    ledger_index: ledgerIndex,
    ledger_hash: header.hash,
    ...timesOf(header),
    ...feesOf(header, reader.store.header(ledgerIndex - 1)),
    ...totalsOf(header, yield* ledgerTotals(reader.store, header)),
  };
}

/** A chain that begins with a ledger of another chain does not have that ledger's transactions. */
function totalsOf({ transactionHash }: LedgerHeader, totals: LedgerTotals): JsonObject {
  const { transactionCount, failedCount, sizeBytes } = totals;
  if (transactionCount === 0 && transactionHash !== ZERO_HASH) return {};
  return { txn_count: transactionCount, failed_count: failedCount, size_bytes: sizeBytes };
}

/** The first ledger of a chain has no parent, so no interval. */
function timesOf({ closeTimeSeconds, parentCloseTimeSeconds }: LedgerHeader): JsonObject {
  return {
    close_time: closeTimeSeconds,
    close_time_iso: ledgerTimeToIso(closeTimeSeconds),
    ...(parentCloseTimeSeconds === 0 ? {} : { seconds_since_parent: closeTimeSeconds - parentCloseTimeSeconds }),
  };
}

/** Fees are the only drops that a ledger destroys. */
function feesOf({ totalDrops }: LedgerHeader, parent: LedgerHeader | undefined): JsonObject {
  return parent === undefined ? {} : { fees_burned: String(parent.totalDrops - totalDrops) };
}
