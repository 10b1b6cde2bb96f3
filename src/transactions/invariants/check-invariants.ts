/**
 * Checks invariants on a transaction's changes before they are committed. They are independent of the transaction
 * types, so a bug in one of these cannot damage the ledger: the transaction only claims its fee. Invariants that
 * rippled only logs without the amendment MPTokensV2 are absent: ValidMPTPayment and ValidMPTTransfer (rippled:
 * ApplyContext.cpp, InvariantCheck.h).
 */
import type { EntryChange, Sandbox } from '../../ledger/sandbox.ts';
import { StateReadError } from '../../ledger/state-read-error.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { entryFormat } from '../../protocol/tables/formats.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import {
  type MptRule,
  TRANSACTION_TYPES,
  type TransactionTypeRecord,
} from '../../protocol/tables/transaction-types.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { isPseudoAccount } from '../accounts/pseudo-account.ts';
import {
  deletedAccountsLeaveNothing,
  newAccountsAreValid,
  onlyDeletionDeletesAccounts,
  pseudoAccountsAreValid,
} from './accounts.ts';
import { ammsAreValid } from './amms.ts';
import { clawbackTakesFromOneHolder } from './clawback.ts';
import { bookDirectoriesAreValid } from './directories.ts';
import { domainTradesStayInside } from './domain-trades.ts';
import { amountsAreLegal, balancesAreLegal, feeIsAuthorized, noDropsAppear } from './drops.ts';
import { escrowsHoldSomething, heldUnitsAreLegal, lockedUnitsAreOutstanding } from './escrows.ts';
import { frozenTokensStay } from './frozen-transfers.ts';
import { type Change, type Invariant, type InvariantInput, invariantInput } from './invariant.ts';
import { agreedTermsStay, brokersAreValid, loansAreValid } from './loans.ts';
import { mptEntriesFitType, referenceHoldingsStay, vaultsKeepTheirHoldings } from './mpt-issuances.ts';
import { nftokenPagesAreValid, nftokensAreCounted } from './nftoken-pages.ts';
import { offersAreValid } from './offers.ts';
import { domainsAreValid } from './permissioned-domains.ts';
import { deepFrozenLinesAreFrozen, noNativeTrustLines } from './trust-lines.ts';
import { vaultsAreValid } from './vaults.ts';

/**
 * Entries have a known type and never change it (LedgerEntryTypesMatch; the rest of NoModifiedUnmodifiableFields is in
 * `loans.ts`).
 */
const entriesKeepTheirType: Invariant = ({ changes }) => {
  for (const { before, after } of changes) {
    if (before !== undefined && before.LedgerEntryType !== after.LedgerEntryType) return false;
    if (before === undefined && entryFormat(after.LedgerEntryType) === undefined) return false;
  }
  return true;
};

/** The subjects of invariants, one bit each: mostly that an entry of the type changed. */
const About = {
  any: 1 << 0,
  AccountRoot: 1 << 1,
  newAccount: 1 << 2,
  deletedAccount: 1 << 3,
  /** A pseudo-account changed, or another account with sequence 0. */
  pseudoAccount: 1 << 4,
  /** An account with counts of minted or burned NFTokens changed. */
  nftokenCounts: 1 << 5,
  /** The transaction has a DomainID. */
  domain: 1 << 6,
  clawback: 1 << 7,
  AMM: 1 << 8,
  RippleState: 1 << 9,
  Offer: 1 << 10,
  NFTokenPage: 1 << 11,
  DirectoryNode: 1 << 12,
  PermissionedDomain: 1 << 13,
  Escrow: 1 << 14,
  MPTokenIssuance: 1 << 15,
  MPToken: 1 << 16,
  LoanBroker: 1 << 17,
  Loan: 1 << 18,
  Vault: 1 << 19,
} as const;

/** Each invariant with its subjects: it is checked only if one of them applies. */
const INVARIANTS: readonly (readonly [holds: Invariant, about: number])[] = [
  [feeIsAuthorized, About.any],
  [entriesKeepTheirType, About.any],
  [noDropsAppear, About.any],
  [amountsAreLegal, About.any],
  [balancesAreLegal, About.AccountRoot],
  [newAccountsAreValid, About.newAccount],
  [onlyDeletionDeletesAccounts, About.deletedAccount],
  [deletedAccountsLeaveNothing, About.deletedAccount],
  [pseudoAccountsAreValid, About.pseudoAccount],
  [nftokensAreCounted, About.nftokenCounts],
  [ammsAreValid, About.AMM],
  [noNativeTrustLines, About.RippleState],
  [deepFrozenLinesAreFrozen, About.RippleState],
  [frozenTokensStay, About.RippleState],
  [clawbackTakesFromOneHolder, About.clawback],
  [domainTradesStayInside, About.Offer | About.domain],
  [offersAreValid, About.Offer],
  [nftokenPagesAreValid, About.NFTokenPage],
  [bookDirectoriesAreValid, About.DirectoryNode],
  [domainsAreValid, About.PermissionedDomain],
  [escrowsHoldSomething, About.Escrow],
  [mptEntriesFitType, About.MPTokenIssuance | About.MPToken],
  [referenceHoldingsStay, About.MPTokenIssuance],
  [lockedUnitsAreOutstanding, About.MPTokenIssuance],
  [heldUnitsAreLegal, About.MPToken],
  [vaultsKeepTheirHoldings, About.RippleState | About.MPToken],
  [brokersAreValid, About.LoanBroker | About.pseudoAccount | About.RippleState | About.MPToken],
  [agreedTermsStay, About.LoanBroker | About.Loan],
  [loansAreValid, About.Loan],
  [vaultsAreValid, About.Vault],
];

const ABOUT_TRANSACTIONS_BY_NAME: Readonly<Record<string, number>> = {
  AMMBid: About.AMM,
  AMMCreate: About.AMM,
  AMMDeposit: About.AMM,
  AMMVote: About.AMM,
  Clawback: About.clawback,
  NFTokenBurn: About.nftokenCounts,
  NFTokenMint: About.nftokenCounts,
  PermissionedDomainSet: About.PermissionedDomain,
  PermissionedDomainDelete: About.PermissionedDomain,
};
const MPT_DEMANDS: ReadonlySet<MptRule> = new Set(['makesIssuance', 'endsIssuance', 'mustAuthorize']);

/** Subjects by transaction type, even if no such entry changed: for some types that is the violation. */
const ABOUT_TRANSACTIONS = new Map(
  Object.entries<TransactionTypeRecord>(TRANSACTION_TYPES).map(([name, { accounts, vaults, mpts = [] }]) => {
    const own = ABOUT_TRANSACTIONS_BY_NAME[name] ?? 0;
    const account = accounts === 'removes' ? About.deletedAccount : 0;
    const vault = vaults === 'must' ? About.Vault : 0;
    const mpt = mpts.some((rule) => MPT_DEMANDS.has(rule)) ? About.MPTokenIssuance : 0;
    return [name, own | account | vault | mpt];
  }),
);

/**
 * Checks the invariants on the sandbox's changes. Returns `result` if they hold, else tecINVARIANT_FAILED; or
 * tefINVARIANT_FAILED if `result` was that already, so even claiming the fee violates an invariant.
 */
export function checkInvariants(
  sandbox: Sandbox,
  transaction: Transaction,
  result: Ter,
  feeDrops: bigint,
  changes: readonly EntryChange[] = sandbox.changes(),
): Ter {
  const broken = brokenInvariant(invariantInput({ view: sandbox, transaction, result, feeDrops, changes }));
  if (broken === undefined) return result;
  sandbox.trace?.fact('invariantBroken', { name: broken });
  return result === 'tecINVARIANT_FAILED' ? 'tefINVARIANT_FAILED' : 'tecINVARIANT_FAILED';
}

/** Names of the invariants violated by changes made without a transaction. Entries set by hand may have any content. */
export function brokenInvariants(sandbox: Sandbox, transaction: Transaction): string[] {
  const changes = sandbox.changes();
  const input = invariantInput({ view: sandbox, transaction, result: 'tesSUCCESS', feeDrops: 0n, changes });
  const done = doneBy(input);
  const broken = INVARIANTS.filter(([holds, about]) => (about & done) !== 0 && !holdsWithoutFail(holds, input));
  return broken.map(([{ name }]) => name);
}

function holdsWithoutFail(holds: Invariant, input: InvariantInput): boolean {
  try {
    return holds(input);
  } catch (error) {
    if (error instanceof StateReadError) throw error;
    return false;
  }
}

/**
 * The name of the first violated invariant; undefined if all hold. An amount overflow counts as a violation
 * (ApplyContext::checkInvariantsHelper).
 */
function brokenInvariant(input: InvariantInput): string | undefined {
  const done = doneBy(input);
  try {
    // An index loop: destructuring thirty rows would be a sixth of the garbage of a payment.
    for (let at = 0; at < INVARIANTS.length; at++) {
      const row = INVARIANTS[at]!;
      if ((row[1] & done) !== 0 && !row[0](input)) return row[0].name;
    }
    return undefined;
  } catch (error) {
    if (error instanceof AmountError) return error.name;
    throw error;
  }
}

/** The subjects that apply to this transaction and its changes. */
function doneBy({ transaction: { fields }, changes }: InvariantInput): number {
  let done = About.any | (ABOUT_TRANSACTIONS.get(fields.TransactionType) ?? 0);
  if (fields.DomainID !== undefined) done |= About.domain;
  for (const change of changes) {
    const { LedgerEntryType: type } = change.after;
    done |= type === 'AccountRoot' ? doneToAccount(change as Change<AccountRoot>) : (ABOUT_ENTRIES[type] ?? 0);
  }
  return done;
}

const ABOUT_ENTRIES: Readonly<Record<string, number>> = About;

function doneToAccount({ isErased, before, after }: Change<AccountRoot>): number {
  let done: number = About.AccountRoot;
  if (before === undefined) done |= About.newAccount;
  if (isErased) done |= About.deletedAccount;
  if (after.Sequence === 0 || isPseudoAccount(after)) done |= About.pseudoAccount;
  if (countsNftokens(after) || (before !== undefined && countsNftokens(before))) done |= About.nftokenCounts;
  return done;
}

function countsNftokens({ MintedNFTokens, BurnedNFTokens }: Readonly<AccountRoot>): boolean {
  return MintedNFTokens !== undefined || BurnedNFTokens !== undefined;
}
