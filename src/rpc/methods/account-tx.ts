/** `account_tx`: the transactions that affected an account, page by page (reference: AccountTx.cpp, Node.cpp). */
import { addressToAccountId } from '../../crypto/address.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { accountTransactions } from '../../storage/history-rows.ts';
import type {
  AccountTransactionQuery,
  LedgerStore,
  StoredTransaction,
  TransactionLocation,
} from '../../storage/ledger-store.ts';
import { assert } from '../../util/assert.ts';
import { historyRowsJson } from '../account-history-rows.ts';
import { readLedgerRange } from '../account-tx-range.ts';
import { flagParam } from '../convert-param.ts';
import { defineMethod } from '../define-method.ts';
import { invalidField, invalidParams, RpcError } from '../errors.ts';
import { isJsonObject, isUInt32 } from '../json-values.ts';
import { hasParam, readLimit, requireString } from '../params.ts';
import { rawJson } from '../raw-json.ts';
import { isInRange } from '../validated-range.ts';

const LIMITS = { min: 10, fallback: 200, max: 400 };
/** What a page holds at most, whatever the limit; only the operator gets more. */
const PAGE_LENGTH = 200;
const BINARY_PAGE_LENGTH = 500;
const MALFORMED_MARKER =
  'invalid marker. Provide ledger index via ledger field, and transaction sequence number via seq field';

export const accountTx = defineMethod({
  name: 'account_tx',
  summary: "Lists an account's transactions, newest first unless told otherwise.",
  role: 'user',
  needs: 'none',
  params: [
    { name: 'account', type: 'string', required: true, text: 'Address of the account.' },
    { name: 'ledger_index_min', type: 'integer', text: 'First ledger to search; -1 for the earliest.' },
    { name: 'ledger_index_max', type: 'integer', text: 'Last ledger to search; -1 for the latest.' },
    { name: 'ledger_index', type: 'string or integer', text: 'Search this ledger only.' },
    { name: 'ledger_hash', type: 'string', text: 'Search this ledger only.' },
    { name: 'binary', type: 'boolean', text: 'Hex instead of JSON.' },
    { name: 'forward', type: 'boolean', text: 'Oldest first.' },
    { name: 'limit', type: 'integer', text: 'Most transactions to return (200).' },
    { name: 'marker', type: 'object', text: 'Where the last page ended.' },
  ],
  run(context) {
    const { params, apiVersion, role, node } = context;
    if (apiVersion > 1) for (const name of ['binary', 'forward']) requireStrictFlag(params, name);
    const limit = readLimit(params, LIMITS, role);
    const binary = flagParam(params, 'binary');
    const address = requireString(params, 'account');
    const account = addressToAccountId(address);
    if (account === undefined) throw new RpcError('actMalformed');
    const range = readLedgerRange(context);
    const marker = readMarker(params);
    if (marker !== undefined && !isInRange(range, marker.ledgerIndex)) {
      throw invalidParams('The marker is outside of the ledger range.');
    }
    const query: AccountTransactionQuery = {
      account,
      minLedgerIndex: range.min,
      maxLedgerIndex: range.max,
      forward: flagParam(params, 'forward'),
      ...(marker === undefined ? {} : { from: marker }),
    };
    const longest = binary ? BINARY_PAGE_LENGTH : PAGE_LENGTH;
    const page = readPage(node.store, query, role === 'admin' ? limit : Math.min(limit, longest));
    const format = { store: node.store, networkId: node.networkId, apiVersion, binary };
    return {
      account: address,
      ledger_index_min: range.min,
      ledger_index_max: range.max,
      limit,
      validated: true,
      transactions: rawJson(historyRowsJson(format, transactionsAt(node.store, page.locations))),
      ...(page.next === undefined ? {} : { marker: { ledger: page.next.ledgerIndex, seq: page.next.position } }),
    };
  },
});

interface Page {
  readonly locations: readonly TransactionLocation[];
  /** First of the next page. */
  readonly next: TransactionLocation | undefined;
}

/** A marker names the next page's first transaction; one that names none of the account's gets an empty page. */
function readPage(store: LedgerStore, query: AccountTransactionQuery, pageLength: number): Page {
  const locations: TransactionLocation[] = [];
  for (const location of accountTransactions(store, query)) {
    if (locations.length === 0 && query.from !== undefined && !isSamePlace(location, query.from)) break;
    if (locations.length === pageLength) return { locations, next: location };
    locations.push(location);
  }
  return { locations, next: undefined };
}

function isSamePlace(one: TransactionLocation, other: TransactionLocation): boolean {
  return one.ledgerIndex === other.ledgerIndex && one.position === other.position;
}

function* transactionsAt(
  store: LedgerStore,
  locations: readonly TransactionLocation[],
): Generator<StoredTransaction, void> {
  for (const location of locations) {
    const stored = store.transaction(location);
    assert(stored !== undefined, 'the index of an account names only transactions that are stored');
    yield stored;
  }
}

function requireStrictFlag(params: JsonObject, name: string): void {
  if (hasParam(params, name) && typeof params[name] !== 'boolean') throw invalidField(name);
}

function readMarker(params: JsonObject): TransactionLocation | undefined {
  if (!hasParam(params, 'marker')) return undefined;
  const marker = params.marker;
  if (!isJsonObject(marker) || !isUInt32(marker.ledger) || !isUInt32(marker.seq)) {
    throw invalidParams(MALFORMED_MARKER);
  }
  return { ledgerIndex: marker.ledger, position: marker.seq };
}
