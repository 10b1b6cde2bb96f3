/** Queued transactions as `account_info` and `ledger` show them (rippled: AccountInfo.cpp; LedgerToJson.cpp). */

import { accountIdToAddress } from '../../crypto/address.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { OpenLedgerReader } from '../../node/ledger-node.ts';
import type { AccountId, Json, JsonObject } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import type { RpcContext } from '../method/context.ts';
import { type FillOptions, openTransactionJson } from './ledger-json.ts';
import { LongList } from './long-json.ts';

type Queued = ReturnType<OpenLedgerReader['queue']['all']>[number];

/** `queue_data` of an account: its queued transactions and their totals. */
export function accountQueueJson({ queue }: OpenLedgerReader, account: AccountId): JsonObject {
  const queued = queue.ofAccount(account);
  if (queued.length === 0) return { txn_count: 0 };
  return {
    txn_count: queued.length,
    transactions: queued.map((one) => ({ [one.isTicket ? 'ticket' : 'seq']: one.value, ...queuedJson(one) })),
    ...rangeJson(queued, false, 'sequence'),
    ...rangeJson(queued, true, 'ticket'),
    auth_change_queued: queued.some(({ consequences }) => consequences.isBlocker),
    max_spend_drops_total: queued.reduce((sum, one) => sum + maxSpendDrops(one), 0n).toString(),
  };
}

/** `queue_data` of the open ledger: these queued transactions, highest fee level first. */
export function* ledgerQueueJson(
  context: RpcContext,
  queued: readonly Queued[],
  view: ReadView,
  options: FillOptions,
): Steps<Json> {
  const json = new LongList();
  for (const one of queued) {
    json.push({
      ...queuedJson(one),
      account: accountIdToAddress(one.transaction.fields.Account),
      retries_remaining: one.retriesRemaining,
      preflight_result: 'tesSUCCESS',
      ...(one.lastResult === undefined ? {} : { last_result: one.lastResult }),
      ...transactionJson(context, openTransactionJson(context, one.transaction, view, options)),
    });
    yield;
  }
  return json.toJson();
}

/** Version 1 nests the transaction in `tx`. */
function transactionJson({ apiVersion }: RpcContext, transaction: Json): JsonObject {
  if (apiVersion === 1) return { tx: transaction };
  return typeof transaction === 'string' ? { hash: transaction } : (transaction as JsonObject);
}

function queuedJson(queued: Queued): JsonObject {
  const { feeLevel, transaction, consequences } = queued;
  const { LastLedgerSequence: last } = transaction.fields;
  return {
    fee_level: feeLevel.toString(),
    ...(last === undefined ? {} : { LastLedgerSequence: last }),
    fee: consequences.feeDrops.toString(),
    max_spend_drops: maxSpendDrops(queued).toString(),
    auth_change: consequences.isBlocker,
  };
}

function maxSpendDrops({ consequences }: Queued): bigint {
  return consequences.feeDrops + consequences.potentialSpendDrops;
}

/** The number of sequences or tickets, with the lowest and the highest. */
function rangeJson(queued: readonly Queued[], isTicket: boolean, name: string): JsonObject {
  const values = queued.filter((one) => one.isTicket === isTicket).map(({ value }) => value);
  if (values.length === 0) return {};
  return { [`${name}_count`]: values.length, [`lowest_${name}`]: values[0]!, [`highest_${name}`]: values.at(-1)! };
}
