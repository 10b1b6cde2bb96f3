/**
 * The model's payments: drops, and tokens that are issued, redeemed, or sent from holder to holder through their
 * issuer.
 */
import {
  type BodyOf,
  lineKey,
  type ModelAccount,
  type ModelLine,
  type ModelTry,
  type PartyNumber,
  RESERVE_DROPS,
  reserveDrops,
} from './model-state.ts';

export function applyPayment(attempt: ModelTry, body: BodyOf<'pay'> | BodyOf<'send'>): string {
  const receiver = attempt.model.accounts.get(body.to);
  if (receiver?.settings.has('requireTag') && !body.tag) return 'tecDST_TAG_NEEDED';
  if (body.kind === 'pay') return payDrops(attempt, body, receiver);
  if (receiver === undefined) return 'tecNO_DST';
  if (receiver.settings.has('depositAuth')) return 'tecNO_PERMISSION';
  return sendUnits(attempt, body);
}

function payDrops(attempt: ModelTry, body: BodyOf<'pay'>, receiver: ModelAccount | undefined): string {
  const { model, sender, dropsBefore, place } = attempt;
  if (receiver === undefined && body.drops < RESERVE_DROPS) return 'tecNO_DST_INSUF_XRP';
  if (dropsBefore < body.drops + reserveDrops(sender.owned)) return 'tecUNFUNDED_PAYMENT';
  if (receiver === undefined) {
    const { ledgerIndex } = place;
    const created = { drops: body.drops, sequence: ledgerIndex, owned: 0, tickets: new Set<number>() };
    model.accounts.set(body.to, { ...created, settings: new Set() });
  } else {
    // An account with DepositAuth may still receive a small payment while both amounts are at most the reserve.
    const isHelp = body.drops <= RESERVE_DROPS && receiver.drops <= RESERVE_DROPS;
    if (receiver.settings.has('depositAuth') && !isHelp) return 'tecNO_PERMISSION';
    receiver.drops += body.drops;
  }
  sender.drops -= body.drops;
  return 'tesSUCCESS';
}

/** One step of a payment: along a line, from one of its parties to the other. */
interface Hop {
  readonly payer: PartyNumber;
  readonly payee: PartyNumber;
  readonly line: ModelLine;
}

function sendUnits(attempt: ModelTry, { to, issuer, units }: BodyOf<'send'>): string {
  const { model, from } = attempt;
  const stops = from === issuer || to === issuer ? [from, to] : [from, issuer, to];
  const hops: Hop[] = [];
  for (let at = 1; at < stops.length; at++) {
    const [payer, payee] = [stops[at - 1] as PartyNumber, stops[at] as PartyNumber];
    const line = model.lines.get(lineKey(payer, payee));
    if (line === undefined) return 'tecPATH_DRY';
    hops.push({ payer, payee, line });
  }
  if (hops.some((hop) => isBarred(attempt, hop, hops.length > 1))) return 'tecPATH_DRY';
  if (hops.length > 1 && hops.every(({ line }) => line.noRipple.has(issuer))) return 'tecPATH_DRY';
  const capacities = hops.map(capacity);
  if (capacities.some((most) => most <= 0n)) return 'tecPATH_DRY';
  if (capacities.some((most) => most < units)) return 'tecPATH_PARTIAL';
  for (const hop of hops) move(attempt, hop, units);
  return 'tesSUCCESS';
}

function isBarred({ model }: ModelTry, { payer, payee, line }: Hop, canFreeze: boolean): boolean {
  const { settings } = model.accounts.get(payer) as ModelAccount;
  if (settings.has('requireAuth') && !line.authorized.has(payer) && line.balance === 0n) return true;
  const isFrozen = model.accounts.get(payee)?.settings.has('globalFreeze') || line.frozen.has(payee);
  return canFreeze && isFrozen === true;
}

/** The party's balance on the line: positive if it holds tokens of the other side, negative if it owes them. */
function holding({ parties }: ModelLine, balance: bigint, party: PartyNumber): bigint {
  return parties[0] === party ? balance : -balance;
}

/** The largest amount that can move along the line: the payer's balance plus the limit of the payee. */
function capacity({ payer, payee, line }: Hop): bigint {
  return holding(line, line.balance, payer) + (line.limits.get(payee) ?? 0n);
}

function move({ model }: ModelTry, { payer, payee, line }: Hop, units: bigint): void {
  const before = holding(line, line.balance, payer);
  line.balance += line.parties[0] === payer ? -units : units;
  const after = before - units;
  const account = model.accounts.get(payer) as ModelAccount;
  const isUnused =
    before > 0n &&
    after <= 0n &&
    line.reserved.has(payer) &&
    line.noRipple.has(payer) !== account.settings.has('defaultRipple') &&
    !line.frozen.has(payer) &&
    (line.limits.get(payer) ?? 0n) === 0n;
  if (!isUnused) return;
  line.reserved.delete(payer);
  account.owned -= 1;
  if (after === 0n && !line.reserved.has(payee)) model.lines.delete(lineKey(payer, payee));
}
