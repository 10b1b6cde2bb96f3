/** Deposits and withdrawals have modes: exactly one of the flags that say how, and the fields that go with it. */
import { assetOf } from '../../../protocol/amounts/amount-math.ts';
import { hasFlag } from '../../../protocol/tables/flags.ts';
import { type Amount, type Issue, isSameIssue } from '../../../protocol/values.ts';

/** What stands in a transaction of a mode. */
export interface ModeFields {
  readonly flag: number;
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  /** Fields of which there are all or none. */
  readonly together?: readonly string[];
}

/** The mode of the transaction; undefined if there is none, or more than one. */
export function modeOf(tx: { readonly Flags?: number }, modes: readonly ModeFields[]): ModeFields | undefined {
  const chosen = modes.filter(({ flag }) => hasFlag(tx, flag));
  return chosen.length === 1 ? chosen[0] : undefined;
}

/** True if the transaction has what its mode requires, and of `fields` no others than it allows. */
export function hasModeFields(tx: object, mode: ModeFields, fields: readonly string[]): boolean {
  const { required, optional = [], together = [] } = mode;
  const present = fields.filter((name) => (tx as Record<string, unknown>)[name] !== undefined);
  if (!required.every((name) => present.includes(name))) return false;
  const allowed = [...required, ...optional, ...together];
  if (!present.every((name) => allowed.includes(name))) return false;
  const count = together.filter((name) => present.includes(name)).length;
  return count === 0 || count === together.length;
}

/** True if both are there, and amounts of one asset. */
export function isSameAmountAsset(one: Amount | undefined, other: Amount | undefined): boolean {
  return one !== undefined && other !== undefined && isSameIssue(assetOf(one), assetOf(other));
}

/** The asset of an amount, if there is one: zero drops are an amount too. */
export function assetOfGiven(amount: Amount | undefined): Issue | undefined {
  return amount === undefined ? undefined : assetOf(amount);
}
