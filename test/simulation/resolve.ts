/** Turns a planned transaction into a transaction, depending on the current state. */
import { channelKey, type ModelBody, type ModelState, type ModelTransaction, SETTINGS } from './model-state.ts';
import type { PlannedTransaction } from './plan.ts';

const MOST_UNITS = 1000;

/** The transaction that a plan stands for in this state. */
export function resolveTransaction(
  planned: PlannedTransaction,
  model: ModelState,
  ledgerIndex: number,
  nowSeconds: number,
  formerChannels: readonly string[],
): ModelTransaction {
  const { from, feeDrops, ahead, ticket, lastLedger } = planned;
  const sender = model.accounts.get(from);
  const tickets = [...(sender?.tickets ?? [])].sort((one, other) => one - other);
  const chosen = ticket === undefined ? undefined : (tickets[ticket] ?? (sender?.sequence ?? 1) + ticket - 3);
  return {
    from,
    feeDrops,
    sequence: chosen === undefined ? Math.max(1, (sender?.sequence ?? 1) + ahead) : 0,
    ticket: chosen === undefined ? undefined : Math.max(1, chosen),
    lastLedger: lastLedger === undefined ? undefined : Math.max(1, ledgerIndex + lastLedger),
    body: resolveBody(planned, model, nowSeconds, formerChannels),
  };
}

function resolveBody(
  planned: PlannedTransaction,
  model: ModelState,
  nowSeconds: number,
  formerChannels: readonly string[],
): ModelBody {
  const { from, to, kind, issuer, share, isOn: tag, seconds } = planned;
  const spendable = model.accounts.get(from)?.drops ?? 0n;
  switch (kind) {
    case 'pay':
      return { kind, to, drops: partOf(spendable, share), tag };
    case 'send':
      return { kind, to, issuer, units: BigInt(Math.floor(share * 200)), tag };
    case 'trust':
      return resolveTrust(planned);
    case 'set':
      return { kind, setting: planned.setting in SETTINGS ? planned.setting : 'requireTag', on: planned.isOn };
    case 'tickets':
      return { kind, count: [0, 1, 2, 3, 5, 40, 250, 251][Math.floor(share * 7)] ?? 1 };
    case 'open': {
      const cancelAfter = seconds === undefined ? undefined : nowSeconds + seconds - 5;
      return { kind, to, drops: partOf(spendable, share * 0.5), delay: seconds ?? 60, cancelAfter, tag };
    }
    default:
      return resolveChannel(planned, model, nowSeconds, formerChannels);
  }
}

/** Issuers set no limits; they authorize and freeze. */
function resolveTrust({ from, to, issuer, share, flag }: PlannedTransaction): ModelBody {
  const isIssuing = from <= 1;
  const peer = isIssuing ? (to <= 1 ? 2 + to : to) : issuer;
  return { kind: 'trust', peer, limit: isIssuing ? 0n : BigInt(Math.floor(share * MOST_UNITS)), flag };
}

function resolveChannel(
  planned: PlannedTransaction,
  model: ModelState,
  nowSeconds: number,
  formerChannels: readonly string[],
): ModelBody {
  const { from, to, share, isOn, seconds, ending } = planned;
  const keys = [...model.channels.keys()];
  // Most transactions are about a channel of the sender.
  const own = keys.filter((key) => key.startsWith(`${from}-`) || key.includes(`-${from}-`));
  const pool = own.length > 0 && to !== from ? own : keys;
  // Some are about a closed channel, or about one that never existed.
  const any = share === 0.01 ? formerChannels : pool;
  const channel = any[to % Math.max(1, any.length)] ?? channelKey(from, to, 1);
  const { drops, paid } = model.channels.get(channel) ?? { drops: 100n, paid: 0n };
  if (planned.kind === 'fund') {
    const expiration = seconds === undefined ? undefined : nowSeconds + seconds;
    return { kind: 'fund', channel, drops: partOf(drops, share), expiration };
  }
  const balance = share === 0 ? undefined : paid + partOf(drops - paid, share);
  const amount = isOn && balance !== undefined ? balance + BigInt(seconds ?? 0) : undefined;
  return { kind: 'claim', channel, balance, amount, signed: seconds === undefined || from % 2 === 0, ending };
}

function partOf(whole: bigint, share: number): bigint {
  return (whole * BigInt(Math.floor(share * 1000))) / 1000n;
}
