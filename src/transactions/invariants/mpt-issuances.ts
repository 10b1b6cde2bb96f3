/**
 * Invariants of MPTs: only certain transaction types create or delete issuances and MPTokens, and the reference holding
 * of vault shares never changes (rippled: ValidMPTIssuance). rippled only logs further violations without the amendment
 * MPTokensV2: that balances exceed the outstanding amount, or locked amounts are wrong.
 */
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { isTesSuccess } from '../../protocol/tables/ter.ts';
import { type AccountId, issuerOfMpt } from '../../protocol/values.ts';
import { type Invariant, type InvariantInput, mptRules } from './invariant.ts';

interface Counts {
  readonly issuancesMade: number;
  readonly issuancesEnded: number;
  readonly holdingsMade: number;
  readonly holdingsEnded: number;
}

/** Issuances and MPTokens are created and deleted as the transaction type allows, and the issuer has no MPToken. */
export const mptEntriesFitType: Invariant = (input) => {
  const counts = countEntries(input);
  if (!isTesSuccess(input.result)) return isNothing(counts);
  if (input.changesOf('MPToken').some(({ before, after }) => before === undefined && isIssuersOwn(after))) return false;
  return fitsType(input, counts);
};

function fitsType({ transaction }: InvariantInput, counts: Counts): boolean {
  const { issuancesMade, issuancesEnded, holdingsMade, holdingsEnded } = counts;
  const { TransactionType: type, Holder: holder } = transaction.fields;
  const rules = mptRules(transaction);
  if (rules.includes('makesIssuance')) return issuancesMade === 1 && issuancesEnded === 0;
  if (rules.includes('endsIssuance')) return issuancesMade === 0 && issuancesEnded === 1;
  const keepsIssuances = issuancesMade === 0 && issuancesEnded === 0;
  if (rules.includes('mustAuthorize') || rules.includes('mayAuthorize')) {
    const changed = holdingsMade + holdingsEnded;
    if (holder !== undefined) return keepsIssuances && changed === 0;
    return keepsIssuances && (rules.includes('mustAuthorize') ? changed === 1 : changed <= 1);
  }
  if (rules.includes('mayMakeHoldings')) {
    const most = type === 'AMMCreate' ? 2 : type === 'CheckCash' ? 1 : Number.POSITIVE_INFINITY;
    return keepsIssuances && holdingsEnded === 0 && holdingsMade <= most;
  }
  if (rules.includes('mayEndHoldings') && keepsIssuances && holdingsMade === 0) {
    return holdingsEnded <= (type === 'AMMDelete' ? 2 : 1);
  }
  return isNothing(counts);
}

function countEntries({ changesOf }: InvariantInput): Counts {
  const made = (changes: InvariantInput['changes']) => changes.filter(({ before }) => before === undefined).length;
  const ended = (changes: InvariantInput['changes']) => changes.filter(({ isErased }) => isErased).length;
  return {
    issuancesMade: made(changesOf('MPTokenIssuance')),
    issuancesEnded: ended(changesOf('MPTokenIssuance')),
    holdingsMade: made(changesOf('MPToken')),
    holdingsEnded: ended(changesOf('MPToken')),
  };
}

function isNothing(counts: Counts): boolean {
  return Object.values(counts).every((count) => count === 0);
}

function isIssuersOwn(token: { readonly Account: AccountId; readonly MPTokenIssuanceID: string }): boolean {
  return issuerOfMpt(token.MPTokenIssuanceID) === token.Account;
}

/** The ReferenceHolding of vault shares is set when the vault is created, and never changes. */
export const referenceHoldingsStay: Invariant = ({ changesOf, transaction }) =>
  changesOf('MPTokenIssuance').every(({ isErased, before, after }) => {
    if (isErased) return true;
    if (before !== undefined) return before.ReferenceHolding === after.ReferenceHolding;
    return after.ReferenceHolding === undefined || transaction.fields.TransactionType === 'VaultCreate';
  });

/** A vault's trust line or MPToken is deleted only with the vault. */
export const vaultsKeepTheirHoldings: Invariant = ({ changesOf, transaction, view }) => {
  if (transaction.fields.TransactionType === 'VaultDelete') return true;
  const isVault = (account: AccountId) => view.read(accountKeylet(account))?.VaultID !== undefined;
  const losesToken = changesOf('MPToken').some(({ isErased, after }) => isErased && isVault(after.Account));
  if (losesToken) return false;
  return !changesOf('RippleState').some(
    ({ isErased, after }) => isErased && (isVault(after.LowLimit.issuer) || isVault(after.HighLimit.issuer)),
  );
};
