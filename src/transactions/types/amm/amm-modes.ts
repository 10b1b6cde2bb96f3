/** Modes of AMMDeposit and AMMWithdraw: exactly one mode flag, and the fields that belong to it. */
import { assetOf } from '../../../protocol/amounts/amount-math.ts';
import { hasFlag } from '../../../protocol/tables/flags.ts';
import { type Amount, type Issue, isSameIssue } from '../../../protocol/values.ts';

/** The fields of a mode. */
export interface ModeFields {
  readonly flag: number;
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  /** Fields that must be all present or all absent. */
  readonly together?: readonly string[];
}

/** The mode of the transaction; undefined if it has none or several. */
export function modeOf(tx: { readonly Flags?: number }, modes: readonly ModeFields[]): ModeFields | undefined {
  const chosen = modes.filter(({ flag }) => hasFlag(tx, flag));
  return chosen.length === 1 ? chosen[0] : undefined;
}

/** True if all required fields are present, and no field of `fields` that the mode does not allow. */
export function hasModeFields(tx: object, mode: ModeFields, fields: readonly string[]): boolean {
  const { required, optional = [], together = [] } = mode;
  const present = fields.filter((name) => (tx as Record<string, unknown>)[name] !== undefined);
  if (!required.every((name) => present.includes(name))) return false;
  const allowed = [...required, ...optional, ...together];
  if (!present.every((name) => allowed.includes(name))) return false;
  const count = together.filter((name) => present.includes(name)).length;
  return count === 0 || count === together.length;
}

/** True if both are present and of the same asset. */
export function isSameAmountAsset(one: Amount | undefined, other: Amount | undefined): boolean {
  return one !== undefined && other !== undefined && isSameIssue(assetOf(one), assetOf(other));
}

/** The asset of an amount, if present. Zero drops count as present. */
export function assetOfGiven(amount: Amount | undefined): Issue | undefined {
  return amount === undefined ? undefined : assetOf(amount);
}
