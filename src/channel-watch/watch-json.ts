/** The state of a watch in JSON. Amounts are drops as texts, times seconds since 2000-01-01T00:00:00Z. */
import type { JsonObject } from '../protocol/values.ts';
import type { ClaimAnswer, PayeeWatch } from './payee-watch.ts';
import { latestAttempt } from './redemption.ts';
import type { WatchedChannel } from './watched-channel.ts';

export function stateJson(watch: PayeeWatch): JsonObject {
  const { state, isConnected } = watch;
  const { moment } = state;
  return {
    payee: state.payee,
    connected: isConnected,
    ...(moment === undefined ? {} : { ledger_index: moment.index, close_time: moment.closeTimeSeconds }),
    owed: owedDrops(watch).toString(),
    in_flight: state.redemptions.size,
    channels: [...state.channels.values()].map((channel) => channelJson(watch, channel)),
  };
}

/** Sum of what all claims would pay if redeemed now. */
export function owedDrops({ state }: PayeeWatch): bigint {
  let drops = 0n;
  for (const id of state.claims.keys()) drops += state.owedDrops(id);
  return drops;
}

function channelJson({ state }: PayeeWatch, channel: WatchedChannel): JsonObject {
  const { id, payer, amountDrops, balanceDrops, settleDelaySeconds, expirationSeconds, cancelAfterSeconds } = channel;
  const claim = state.claims.get(id);
  const redemption = state.redemptions.get(id);
  return {
    channel_id: id,
    account: payer,
    amount: amountDrops.toString(),
    balance: balanceDrops.toString(),
    settle_delay: settleDelaySeconds,
    ...(expirationSeconds === undefined ? {} : { expiration: expirationSeconds }),
    ...(cancelAfterSeconds === undefined ? {} : { cancel_after: cancelAfterSeconds }),
    ...(claim === undefined ? {} : { claim: claim.drops.toString(), owed: state.owedDrops(id).toString() }),
    ...(redemption === undefined ? {} : { redeeming: latestAttempt(redemption).hash }),
  };
}

export function answerJson(channelId: string, drops: bigint, answer: ClaimAnswer): JsonObject {
  const { code, message, warnings, valueDrops } = answer;
  return {
    channel_id: channelId,
    amount: drops.toString(),
    verdict: code,
    kept: code === 'kept',
    message,
    warnings: warnings.map(({ code: warning, message: text }) => ({ code: warning, message: text })),
    value: valueDrops.toString(),
  };
}
