/**
 * Invariants of vaults: only certain transaction types change a vault, one at a time; its books are consistent, and its
 * account issues its shares (rippled: ValidVault). Deposits and withdrawals are in `vault-moves.ts`.
 */
import { numOfField } from '../../protocol/amounts/asset-number.ts';
import { numCompare, numSubtract } from '../../protocol/amounts/number.ts';
import type { MPTokenIssuance, Vault } from '../../protocol/entries/entries.ts';
import { accountKeylet, mptIssuanceId, mptIssuanceKeylet } from '../../protocol/entries/keylets.ts';
import { isTesSuccess } from '../../protocol/tables/ter.ts';
import { isSameIssue } from '../../protocol/values.ts';
import { maximumAmount } from '../mpt/mpt-issuance.ts';
import { type Invariant, type InvariantInput, vaultsRule } from './invariant.ts';
import { assetDelta } from './vault-deltas.ts';
import { type ChangedVault, isValidClawback, isValidDeposit, isValidWithdrawal, isWithinLimit } from './vault-moves.ts';

export const vaultsAreValid: Invariant = (input) => {
  if (!isTesSuccess(input.result)) return true;
  const rule = vaultsRule(input.transaction);
  const changes = input.changesOf('Vault');
  if (changes.length === 0) return rule !== 'must';
  if (rule === undefined || changes.length > 1) return false;
  const { before, after, isErased } = changes[0]!;
  const isDeletion = input.transaction.fields.TransactionType === 'VaultDelete';
  if (isErased) return isDeletion && isValidDeletion(input, before!);
  if (isDeletion) return false;
  const issuance = input.view.read(mptIssuanceKeylet(after.ShareMPTID));
  if (issuance === undefined || !areSharesValid(issuance, after) || !areBooksValid(after)) return false;
  return before === undefined
    ? isValidCreation(input, after, issuance)
    : isIdentityKept(before, after) && isValidChange({ input, before, after, sharesBefore: sharesOf(input, before) });
};

function isIdentityKept(before: Readonly<Vault>, after: Readonly<Vault>): boolean {
  const isSameAccount = before.Account === after.Account && before.ShareMPTID === after.ShareMPTID;
  return isSameAccount && isSameIssue(before.Asset, after.Asset);
}

/** The share issuance before the transaction, if it changed. */
function sharesOf({ changesOf }: InvariantInput, vault: Readonly<Vault>): Readonly<MPTokenIssuance> | undefined {
  const { key } = mptIssuanceKeylet(vault.ShareMPTID);
  return changesOf('MPTokenIssuance').find(({ after }) => after.index === key)?.before;
}

/** The vault was empty, and no shares were outstanding. */
function isValidDeletion(input: InvariantInput, vault: Readonly<Vault>): boolean {
  const isEmpty = vault.AssetsTotal === undefined && vault.AssetsAvailable === undefined;
  return isEmpty && sharesOf(input, vault)?.OutstandingAmount === 0n;
}

/** No assets without shares, and no more shares than allowed. */
function areSharesValid(issuance: Readonly<MPTokenIssuance>, vault: Readonly<Vault>): boolean {
  if (issuance.OutstandingAmount !== 0n) return issuance.OutstandingAmount <= maximumAmount(issuance);
  return vault.AssetsTotal === undefined && vault.AssetsAvailable === undefined;
}

/** Nothing is negative, and the unavailable part of the assets covers the unrealized loss. */
function areBooksValid(vault: Readonly<Vault>): boolean {
  const [total, available, maximum, loss] = [
    numOfField(vault.AssetsTotal),
    numOfField(vault.AssetsAvailable),
    numOfField(vault.AssetsMaximum),
    numOfField(vault.LossUnrealized),
  ];
  if (available!.mantissa < 0n || total!.mantissa < 0n || maximum!.mantissa < 0n) return false;
  return numCompare(available!, total!) <= 0 && numCompare(loss!, numSubtract(total!, available!)) <= 0;
}

/** A new vault is empty, and its account is the issuer of its shares. */
function isValidCreation(
  { transaction, view }: InvariantInput,
  vault: Readonly<Vault>,
  issuance: Readonly<MPTokenIssuance>,
): boolean {
  if (transaction.fields.TransactionType !== 'VaultCreate') return false;
  const isEmpty = [vault.AssetsAvailable, vault.AssetsTotal, vault.LossUnrealized].every((part) => part === undefined);
  if (!isEmpty || issuance.OutstandingAmount !== 0n) return false;
  const isOwnShare = mptIssuanceId(issuance.Sequence, vault.Account) === vault.ShareMPTID;
  return isOwnShare && view.read(accountKeylet(vault.Account))?.VaultID === vault.index;
}

const CHECKS: Readonly<Record<string, (changed: ChangedVault) => boolean>> = {
  VaultSet: isValidSetting,
  VaultDeposit: isValidDeposit,
  VaultWithdraw: isValidWithdrawal,
  VaultClawback: isValidClawback,
};
const MOVES_SHARES: ReadonlySet<string> = new Set(['VaultDeposit', 'VaultWithdraw', 'VaultClawback']);
const MAY_CHANGE_LOSS: ReadonlySet<string> = new Set(['LoanManage', 'LoanPay']);

function isValidChange(changed: ChangedVault): boolean {
  const { input, before, after, sharesBefore } = changed;
  const { TransactionType: type } = input.transaction.fields;
  if (type === 'VaultCreate') return false;
  const isLossKept = numCompare(numOfField(before.LossUnrealized), numOfField(after.LossUnrealized)) === 0;
  if (!isLossKept && !MAY_CHANGE_LOSS.has(type)) return false;
  if (MOVES_SHARES.has(type) && sharesBefore === undefined) return false;
  return CHECKS[type]?.(changed) ?? true;
}

/** VaultSet changes no balances, books or outstanding shares. */
function isValidSetting({ input, before, after, sharesBefore }: ChangedVault): boolean {
  if (assetDelta(input, after.Account, after.Asset) !== undefined || !isWithinLimit(after)) return false;
  const areKept = (['AssetsTotal', 'AssetsAvailable'] as const).every(
    (name) => numCompare(numOfField(before[name]), numOfField(after[name])) === 0,
  );
  if (!areKept || sharesBefore === undefined) return areKept;
  const now = input.view.read(mptIssuanceKeylet(after.ShareMPTID));
  return sharesBefore.OutstandingAmount === now?.OutstandingAmount;
}
