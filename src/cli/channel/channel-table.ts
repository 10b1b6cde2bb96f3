/** The table of `weir channel list`. */
import { dropsToXrp } from '../../protocol/amounts/drops-text.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { ledgerTimeToIso } from '../../rpc/json/ledger-time.ts';
import { textTable } from '../terminal/text-table.ts';

/** A table of the channels in an `account_channels` result, with the other account of each. */
export function channelTable({ role, channels }: JsonObject): string {
  const rows = channels as readonly JsonObject[];
  if (rows.length === 0) return 'There are no channels.';
  const isPayer = role === 'source';
  const heads = ['channel', isPayer ? 'payee' : 'payer', 'amount', 'paid', 'settle delay', 'ends'];
  const cells = rows.map((channel) => [
    String(channel.channel_id),
    String(isPayer ? channel.destination_account : channel.account),
    xrp(channel.amount),
    xrp(channel.balance),
    `${String(channel.settle_delay)}s`,
    endOf(channel),
  ]);
  return textTable([heads, ...cells]);
}

function xrp(drops: unknown): string {
  return `${dropsToXrp(BigInt(String(drops)))} XRP`;
}

/** The earlier of the two expirations; empty if there is none. */
function endOf({ expiration, cancel_after: cancelAfter }: JsonObject): string {
  const seconds = [expiration, cancelAfter].filter((time) => typeof time === 'number');
  if (seconds.length === 0) return '';
  return ledgerTimeToIso(Math.min(...seconds));
}
