/** Shared parts of the payment channel transactions (rippled: PaymentChannelHelpers.cpp). */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Keylet, PayChannel } from '../../protocol/entries/entries.ts';
import { accountKeylet, payChanKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import type { Amount, Hash256 } from '../../protocol/values.ts';
import { removeOwnedEntry } from '../accounts/owned-entries.ts';

const MAX_TIME_SECONDS = 0xffffffff;

/** The keylet of a channel ID from a transaction; an entry of another type is not found. */
export function channelKeylet(channelId: Hash256): Keylet<'PayChannel'> {
  return { type: 'PayChannel', key: channelId };
}

/** Id of the channel that a transaction creates; undefined for one that creates none. */
export function channelIdOf({ fields }: Pick<Transaction, 'fields'>): Hash256 | undefined {
  if (fields.TransactionType !== 'PaymentChannelCreate') return undefined;
  return payChanKeylet(fields.Account, fields.Destination as string, sequenceProxy(fields).value).key;
}

/** The same where the channel exists and that ledger holds the transaction. */
export function createdChannelId(view: ReadView, transaction: Transaction): Hash256 | undefined {
  const channelId = channelIdOf(transaction);
  const isCreated = channelId !== undefined && view.hasTransaction(transaction.id) && view.readAny(channelId);
  return isCreated ? channelId : undefined;
}

/** True for an amount of drops above zero, the only kind that a channel holds and pays. */
export function isPositiveDrops(amount: Amount): amount is bigint {
  return typeof amount === 'bigint' && amount > 0n;
}

/** True once the parent ledger closed later than the channel's Expiration or CancelAfter. */
export function isChannelExpired(view: ReadView, { Expiration, CancelAfter }: Readonly<PayChannel>): boolean {
  const now = view.parentCloseTimeSeconds;
  return (CancelAfter !== undefined && now > CancelAfter) || (Expiration !== undefined && now > Expiration);
}

/** The earliest time at which a close request of the source takes effect. */
export function settleTimeSeconds(view: ReadView, { SettleDelay }: Readonly<PayChannel>): number {
  return Math.min(view.parentCloseTimeSeconds + SettleDelay, MAX_TIME_SECONDS);
}

/** Removes a channel from the ledger and from both owner directories, and returns the rest to the source. */
export function closeChannel(sandbox: Sandbox, channel: PayChannel): Ter {
  const account = sandbox.peek(accountKeylet(channel.Account));
  if (account === undefined) return 'tefINTERNAL';
  account.Balance += channel.Amount - channel.Balance;
  return removeOwnedEntry(sandbox, channel);
}
