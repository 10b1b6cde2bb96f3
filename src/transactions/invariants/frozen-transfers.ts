/**
 * Frozen tokens do not move between holders (rippled: TransfersNotFrozen). Flags of a single line are not enough: a
 * holder may always return frozen tokens to the issuer. So changes are grouped by issuer, and flags count only if some
 * lines gained and others lost. Every change counts twice, once for each side as the issuer. AMMClawback may move
 * frozen tokens, but not out of an individually frozen line of the AMM.
 */
import {
  ISSUED_ZERO,
  type IssuedQuantity,
  signOfIssued,
  subtractIssued,
} from '../../protocol/amounts/issued-amount.ts';
import type { AccountRoot, RippleState } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { AccountId, Currency } from '../../protocol/values.ts';
import type { Change, Invariant, InvariantInput } from './invariant.ts';

/** The change of one line, as seen by the holder of one issuer's tokens. */
interface HolderChange {
  readonly line: Readonly<RippleState>;
  readonly issuer: AccountId;
  readonly isIssuerLow: boolean;
  readonly isGain: boolean;
}

const { RippleState: Line, AccountRoot: Account } = EntryFlags;

export const frozenTokensStay: Invariant = (input) => {
  for (const changes of changesByToken(input.changesOf('RippleState'))) {
    const issuer = findIssuer(input, changes[0]!.issuer);
    if (issuer === undefined) return false;
    const isTransfer = changes.some(({ isGain }) => isGain) && changes.some(({ isGain }) => !isGain);
    if (isTransfer && changes.some((change) => isFrozen(change, issuer) && !mayMove(input, change, issuer)))
      return false;
  }
  return true;
};

/** The changes of each token's holders. */
function changesByToken(lines: readonly Change<RippleState>[]): Iterable<readonly HolderChange[]> {
  const byToken = new Map<Currency, Map<AccountId, HolderChange[]>>();
  for (const change of lines) {
    // A positive balance is what the high account owes the low account.
    const sign = balanceChangeSign(change);
    if (sign === 0) continue;
    const { after: line } = change;
    const { currency } = line.Balance;
    const low = line.LowLimit.issuer;
    const high = line.HighLimit.issuer;
    const sides = [
      { line, issuer: high, isIssuerLow: false, isGain: sign > 0 },
      { line, issuer: low, isIssuerLow: true, isGain: sign < 0 },
    ];
    for (const side of sides) {
      const ofCurrency = byToken.get(currency) ?? new Map<AccountId, HolderChange[]>();
      const known = ofCurrency.get(side.issuer);
      if (known === undefined) byToken.set(currency, ofCurrency.set(side.issuer, [side]));
      else known.push(side);
    }
  }
  return byToken.values().flatMap((ofCurrency) => ofCurrency.values());
}

/** A missing line counts as zero, so removing a line does not evade a freeze. */
function balanceChangeSign({ isErased, before, after }: Change<RippleState>): number {
  const balanceAfter: IssuedQuantity = isErased ? ISSUED_ZERO : after.Balance;
  return signOfIssued(subtractIssued(balanceAfter, before?.Balance ?? ISSUED_ZERO));
}

/** The issuer's account after the transaction; its last state if it was deleted. */
function findIssuer({ changesOf, view }: InvariantInput, account: AccountId): Readonly<AccountRoot> | undefined {
  const changed = changesOf('AccountRoot').find(({ after }) => after.Account === account);
  return changed?.after ?? view.read(accountKeylet(account));
}

/** A global freeze does not prevent an AMMClawback either (rippled: validateFrozenState). */
function mayMove({ transaction }: InvariantInput, { line }: HolderChange, issuer: Readonly<AccountRoot>): boolean {
  if (transaction.fields.TransactionType !== 'AMMClawback') return false;
  return !hasFlag(line, Line.lsfAMMNode) || hasFlag(issuer, Account.lsfGlobalFreeze);
}

function isFrozen({ line, isIssuerLow, isGain }: HolderChange, issuer: Readonly<AccountRoot>): boolean {
  if (hasFlag(issuer, Account.lsfGlobalFreeze)) return true;
  if (hasFlag(line, isIssuerLow ? Line.lsfLowDeepFreeze : Line.lsfHighDeepFreeze)) return true;
  return !isGain && hasFlag(line, isIssuerLow ? Line.lsfLowFreeze : Line.lsfHighFreeze);
}
