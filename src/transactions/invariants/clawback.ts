/** A Clawback takes from one holder, and at most the holder's balance (rippled: ValidClawback). */
import type { Sandbox } from '../../ledger/sandbox.ts';
import { signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import { lineKeylet } from '../../protocol/entries/keylets.ts';
import { isTesSuccess } from '../../protocol/tables/ter.ts';
import { type AccountId, type Amount, type IssuedAmount, isIssued } from '../../protocol/values.ts';
import type { Change, Invariant } from './invariant.ts';

export const clawbackTakesFromOneHolder: Invariant = ({ changesOf, transaction, result, view }) => {
  const { TransactionType: type, Account: issuer, Amount: amount } = transaction.fields;
  if (type !== 'Clawback') return true;
  const [changedLines, changedTokens] = [countPrevious(changesOf('RippleState')), countPrevious(changesOf('MPToken'))];
  if (!isTesSuccess(result)) return changedLines === 0 && changedTokens === 0;
  if (changedTokens > 1) return false;
  if (changedLines === 0) return true;
  return changedLines === 1 && isIssued(amount as Amount) && !holdsDebt(view, issuer, amount as IssuedAmount);
};

/** The number of changed entries that existed before. */
function countPrevious(changes: readonly Change[]): number {
  return changes.filter(({ before }) => before !== undefined).length;
}

/** In a Clawback, the amount's issuer field is the holder. */
function holdsDebt(view: Sandbox, issuer: AccountId, { currency, issuer: holder }: IssuedAmount): boolean {
  const line = view.read(lineKeylet(issuer, holder, currency));
  if (line === undefined) return false;
  const sign = signOfIssued(line.Balance);
  return holder < issuer ? sign < 0 : sign > 0;
}
