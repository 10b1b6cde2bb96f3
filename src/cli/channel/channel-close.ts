/**
 * `weir channel close`. The payee closes a channel at once, and any transaction closes an expired one. The payer must request the
 * close, wait for the settle delay, and close then. This command waits and does both.
 */

import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/amount-math.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { ledgerTimeToIso } from '../../rpc/json/ledger-time.ts';
import { CommandError } from '../../util/command-error.ts';
import type { ChannelOptions } from './channel-options.ts';
import type { ChannelSession, ChannelState } from './channel-session.ts';

const { tfClose } = TransactionFlags.PaymentChannelClaim;
const POLL_MS = 1000;
/** If the ledger time is this much behind the clock, ledgers seem to close only after submissions. */
const MAX_LAG_SECONDS = 30;

/** Resolves to the output: `state` is `closed`, or `closing` with the end of the channel. */
export async function closeChannel(
  session: ChannelSession,
  channelId: string,
  options: ChannelOptions,
): Promise<JsonObject> {
  const channel = await requireChannel(session, channelId);
  const sender = await session.sender();
  const close = () =>
    session.send(sender, { TransactionType: 'PaymentChannelClaim', Channel: channelId, Flags: tfClose });
  const now = await session.nowSeconds();
  const isOver = now > endOf(channel);
  // Servers that close ledgers automatically close one first if the last one is old.
  const isOverByClock = clockSeconds(session) > endOf(channel);
  const isParty = sender.address === channel.Account || sender.address === channel.Destination;
  if (!isParty && !isOver && !isOverByClock) {
    throw new CommandError(
      `only its payer and its payee can close the channel before it expires: ${untilText(channel)}`,
    );
  }
  if (sender.address !== channel.Account || isOver) return closed(channelId, await close());
  // The request is only sent if it makes the end earlier.
  if (isOverByClock || endOf(channel) > now + channel.SettleDelay) {
    const requested = await close();
    if ((await session.channel(channelId)) === undefined) return closed(channelId, requested);
  }
  const end = endOf(await requireChannel(session, channelId));
  session.terminal.note(`The payee can redeem until ${ledgerTimeToIso(end)}.`);
  if (options['no-wait'] === true) return { channel_id: channelId, state: 'closing', ...times(end) };
  session.terminal.note('Waiting to close the channel then. You can stop this command and run it again.');
  const isGone = await waitForEnd(session, channelId, close);
  return isGone ? { channel_id: channelId, state: 'closed' } : closed(channelId, await close());
}

/** Resolves to false when the channel can be closed, to true if it was closed by another transaction. */
async function waitForEnd(
  session: ChannelSession,
  channelId: string,
  close: () => Promise<JsonObject>,
): Promise<boolean> {
  let isNudged = false;
  for (;;) {
    const channel = await session.channel(channelId);
    if (channel === undefined) return true;
    const end = endOf(channel);
    if (end === Number.POSITIVE_INFINITY) throw new CommandError('the payer renewed the channel: it does not close');
    if ((await session.nowSeconds()) > end) return false;
    // Some servers close a ledger only after a submission.
    if (!isNudged && clockSeconds(session) > end + MAX_LAG_SECONDS) {
      isNudged = true;
      await close();
    } else await session.terminal.sleep(POLL_MS);
  }
}

/** The clock of this machine, in ledger time. */
function clockSeconds({ terminal }: ChannelSession): number {
  return terminal.nowMs() / 1000 - RIPPLE_EPOCH_OFFSET_SECONDS;
}

async function requireChannel(session: ChannelSession, channelId: string): Promise<ChannelState> {
  const channel = await session.channel(channelId);
  if (channel !== undefined) return channel;
  throw new CommandError(`the validated ledger has no channel ${channelId}`);
}

function endOf({ Expiration, CancelAfter }: ChannelState): number {
  return Math.min(Expiration ?? Number.POSITIVE_INFINITY, CancelAfter ?? Number.POSITIVE_INFINITY);
}

function untilText(channel: ChannelState): string {
  const end = endOf(channel);
  return end === Number.POSITIVE_INFINITY ? 'it has no expiration' : `it expires at ${ledgerTimeToIso(end)}`;
}

function times(end: number): JsonObject {
  return { expiration: end, expiration_iso: ledgerTimeToIso(end) };
}

function closed(channelId: string, { hash, ledger_index }: JsonObject): JsonObject {
  return { channel_id: channelId, state: 'closed', hash: hash!, ledger_index: ledger_index! };
}
