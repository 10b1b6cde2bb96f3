/** The model's trust lines: limits, authorization, rippling, freezing, and whose reserve a line is. */
import {
  type BodyOf,
  lineKey,
  type ModelAccount,
  type ModelLine,
  type ModelTry,
  type PartyNumber,
  reserveDrops,
} from './model-state.ts';

/** The first two objects of an account need no reserve if they are trust lines. */
const FREE_LINES = 2;

export function applyTrust(attempt: ModelTry, body: BodyOf<'trust'>): string {
  const { model, from, sender, dropsBefore } = attempt;
  if (body.flag === 'auth' && !sender.settings.has('requireAuth')) return 'tefNO_AUTH_REQUIRED';
  if (!model.accounts.has(body.peer)) return 'tecNO_DST';
  const canReserve = sender.owned < FREE_LINES || dropsBefore >= reserveDrops(sender.owned + 1);
  const line = model.lines.get(lineKey(from, body.peer));
  if (line !== undefined) return change(attempt, line, body, canReserve);
  if (body.limit === 0n && body.flag !== 'auth') return 'tecNO_LINE_REDUNDANT';
  if (!canReserve) return 'tecNO_LINE_INSUF_RESERVE';
  model.lines.set(lineKey(from, body.peer), createLine(attempt, body));
  sender.owned += 1;
  return 'tesSUCCESS';
}

function createLine({ model, from }: ModelTry, { peer, limit, flag }: BodyOf<'trust'>): ModelLine {
  const line: ModelLine = {
    parties: from < peer ? [from, peer] : [peer, from],
    balance: 0n,
    limits: new Map([[from, limit]]),
    authorized: new Set(flag === 'auth' ? [from] : []),
    noRipple: new Set(flag === 'noRipple' ? [from] : []),
    frozen: new Set(flag === 'freeze' ? [from] : []),
    reserved: new Set([from]),
  };
  if (!settingsOf(model.accounts.get(peer)).has('defaultRipple')) line.noRipple.add(peer);
  return line;
}

function change(
  attempt: ModelTry,
  line: ModelLine,
  { limit, flag, peer }: BodyOf<'trust'>,
  canReserve: boolean,
): string {
  const { model, from } = attempt;
  line.limits.set(from, limit);
  if (flag === 'auth') line.authorized.add(from);
  if (flag === 'noRipple') {
    if (holdingOf(line, from) < 0n) return 'tecNO_PERMISSION';
    line.noRipple.add(from);
  }
  if (flag === 'clearNoRipple') line.noRipple.delete(from);
  if (flag === 'freeze') line.frozen.add(from);
  if (flag === 'clearFreeze') line.frozen.delete(from);
  let isDearer = false;
  for (const side of [from, peer]) {
    const account = model.accounts.get(side) as ModelAccount;
    const isNeeded = needsReserve(line, side, account);
    if (isNeeded && !line.reserved.has(side)) {
      line.reserved.add(side);
      account.owned += 1;
      isDearer ||= side === from;
    } else if (!isNeeded && line.reserved.has(side)) {
      line.reserved.delete(side);
      account.owned -= 1;
    }
  }
  if (line.reserved.size === 0) model.lines.delete(lineKey(from, peer));
  else if (isDearer && !canReserve) return 'tecINSUF_RESERVE_LINE';
  return 'tesSUCCESS';
}

/** A side with default values needs no reserve. */
function needsReserve(line: ModelLine, side: PartyNumber, account: ModelAccount): boolean {
  const isRippleOrdinary = line.noRipple.has(side) !== account.settings.has('defaultRipple');
  return !isRippleOrdinary || line.frozen.has(side) || (line.limits.get(side) ?? 0n) > 0n || holdingOf(line, side) > 0n;
}

function holdingOf({ parties, balance }: ModelLine, party: PartyNumber): bigint {
  return parties[0] === party ? balance : -balance;
}

function settingsOf(account: ModelAccount | undefined): ReadonlySet<string> {
  return account?.settings ?? new Set();
}
