/** PaymentChannelFund: adds XRP to a channel, and may change its expiration (rippled: PaymentChannelFund.cpp). */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { accountReserve } from '../../../protocol/amounts/amount-math.ts';
import type { PayChannel } from '../../../protocol/entries/entries.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { ZERO_HASH } from '../../../protocol/values.ts';
import {
  channelKeylet,
  closeChannel,
  isChannelExpired,
  isPositiveDrops,
  settleTimeSeconds,
} from '../../channels/payment-channel.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';

type PaymentChannelFund = TransactionOf<'PaymentChannelFund'>;

export const paymentChannelFund = defineTransaction({
  name: 'PaymentChannelFund',

  consequences({ Amount }) {
    return { potentialSpendDrops: Amount as bigint };
  },

  preflight({ tx }) {
    if (tx.Channel === ZERO_HASH) return 'temMALFORMED';
    return isPositiveDrops(tx.Amount) ? 'tesSUCCESS' : 'temBAD_AMOUNT';
  },

  apply(context) {
    const { sandbox, tx } = context;
    const channel = sandbox.peek(channelKeylet(tx.Channel));
    if (channel === undefined) return 'tecNO_ENTRY';
    if (isChannelExpired(sandbox, channel)) return closeChannel(sandbox, channel);
    if (channel.Account !== tx.Account) return 'tecNO_PERMISSION';
    if (tx.Expiration !== undefined) {
      if (tx.Expiration < earliestExpiration(sandbox, channel)) return 'tecNO_PERMISSION';
      channel.Expiration = tx.Expiration;
    }
    return addFunds(context, channel);
  },
});

/** The source may postpone the expiration, or set it to at least the settle delay from now. */
function earliestExpiration(sandbox: Sandbox, channel: Readonly<PayChannel>): number {
  return Math.min(settleTimeSeconds(sandbox, channel), channel.Expiration ?? Number.POSITIVE_INFINITY);
}

function addFunds({ sandbox, tx, fees }: ApplyContext<PaymentChannelFund>, channel: PayChannel): Ter {
  const account = sandbox.peek(accountKeylet(tx.Account));
  if (account === undefined) return 'tefINTERNAL';
  const amountDrops = tx.Amount as bigint;
  const reserveDrops = accountReserve(fees, account.OwnerCount);
  if (account.Balance < reserveDrops) return 'tecINSUFFICIENT_RESERVE';
  if (account.Balance < reserveDrops + amountDrops) return 'tecUNFUNDED';
  if (sandbox.read(accountKeylet(channel.Destination)) === undefined) return 'tecNO_DST';
  channel.Amount += amountDrops;
  sandbox.update(channel);
  account.Balance -= amountDrops;
  sandbox.update(account);
  return 'tesSUCCESS';
}
