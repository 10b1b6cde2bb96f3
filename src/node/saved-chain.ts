/**
 * A whole chain as records of a file (storage/state-file.ts): first a JSON record with everything besides the ledgers, then each
 * ledger in its binary form. Reading derives all other rows as a close does and checks every state against the hash in its header,
 * so the records do not depend on the kind of store.
 */

import { type RecentLedgers, withLedger } from '../ledger/chain-entries.ts';
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import { decodeClosedLedger, encodeClosedLedger } from '../ledger/closed-ledger-codec.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import type { Hash256 } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import { readChainStart } from '../storage/chain-start.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { Steps } from '../util/steps.ts';
import { CHAIN_VALUES } from './chain-parameters.ts';
import type { LedgerClockState } from './close/ledger-clock.ts';
import { followLedger } from './follow-ledger.ts';
import type { OpenLedgerText } from './open-ledger/saved-open-ledger.ts';

const FORMAT = 1;

/** The JSON record. */
export interface ChainText {
  readonly format: typeof FORMAT;
  readonly networkId: number;
  /** The last ledger. */
  readonly ledgerIndex: number;
  readonly ledgerHash: Hash256;
  /** Named values of the store that belong to the chain. */
  readonly values: Readonly<Record<string, string>>;
  readonly clock: LedgerClockState | undefined;
  readonly openLedger: OpenLedgerText;
  /** Requests to close a channel in the open ledger, with their arrival times. */
  readonly closeRequests: readonly (readonly [Hash256, number])[];
}

/** The records of a chain up to a ledger. They are read lazily: the store must not return to an earlier ledger meanwhile. */
export function* chainRecords(
  store: LedgerStore,
  { ledgerIndex, hash: ledgerHash }: LedgerHeader,
  beside: Pick<ChainText, 'networkId' | 'clock' | 'openLedger' | 'closeRequests'>,
): Generator<Uint8Array, void> {
  const known = CHAIN_VALUES.map((name) => [name, store.metaValue(name)] as const);
  const values = Object.fromEntries(known.filter(([, value]) => value !== undefined)) as ChainText['values'];
  const text: ChainText = { format: FORMAT, ledgerIndex, ledgerHash, values, ...beside };
  yield Buffer.from(JSON.stringify(text));
  for (const ledger of store.tail(0)) {
    if (ledger.header.ledgerIndex > ledgerIndex) return;
    yield encodeClosedLedger(ledger);
  }
}

/** @throws RangeError for a missing record, or one of another format */
export function readChainText(record: Uint8Array | undefined): ChainText {
  const text = record && (JSON.parse(Buffer.from(record).toString()) as ChainText);
  if (text?.format !== FORMAT) throw new RangeError(`the chain has format ${text?.format}, not ${FORMAT}`);
  return text;
}

/** The ledgers before the first one of a chain. */
export function ledgersBefore({ values }: ChainText): RecentLedgers {
  return readChainStart({ metaValue: (name) => values[name] })?.recentLedgers ?? { hashes: [] };
}

/**
 * Checks the ledgers of a chain in order, and derives the rows of each. `before`: the ledgers before the first one.
 * @throws RangeError for a ledger that is incomplete or not the next one, or whose state does not match its header
 */
export function* readLedgers(records: readonly Uint8Array[], before: RecentLedgers): Steps<PreparedLedger[]> {
  const state = new Map<Hash256, Uint8Array>();
  const tree = new StateTree(() => undefined, Number.POSITIVE_INFINITY);
  const view = { readAny: (key: Hash256) => entryOf(state, key) };
  const prepared: PreparedLedger[] = [];
  let recentLedgers: RecentLedgers = before;
  let last: LedgerHeader | undefined;
  for (const record of records) {
    const ledger: ClosedLedger = decodeClosedLedger(record);
    prepared.push(yield* followLedger(ledger, { parent: last && { header: last, view }, recentLedgers, tree }));
    tree.confirmChanges();
    for (const [key, bytes] of ledger.stateChanges) {
      if (bytes === undefined) state.delete(key);
      else state.set(key, bytes);
    }
    last = ledger.header;
    recentLedgers = withLedger(recentLedgers, last.hash);
  }
  return prepared;
}

function entryOf(state: ReadonlyMap<Hash256, Uint8Array>, key: Hash256): Readonly<LedgerEntry> | undefined {
  const bytes = state.get(key);
  return bytes && ({ ...decodeObject(bytes), index: key } as LedgerEntry);
}
