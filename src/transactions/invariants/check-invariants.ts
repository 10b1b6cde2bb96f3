/**
 * The last look at what a transaction did before it counts. The invariants are written apart from the transaction
 * types, so that a bug in one of them spoils no ledger: it costs its sender the fee. Those that the reference only logs
 * without the amendment MPTokensV2 are absent: ValidMPTPayment and ValidMPTTransfer (rippled: ApplyContext.cpp,
 * InvariantCheck.h).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import type { EntryName } from '../../protocol/entries/entries.ts';
import { entryFormat } from '../../protocol/tables/fields.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { TRANSACTION_TYPES, type TransactionTypeRecord } from '../../protocol/tables/transaction-types.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
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
import { type Invariant, type InvariantInput, invariantInput } from './invariant.ts';
import { agreedTermsStay, brokersAreValid, loansAreValid } from './loans.ts';
import { mptEntriesFitType, referenceHoldingsStay, vaultsKeepTheirHoldings } from './mpt-issuances.ts';
import { nftokenPagesAreValid, nftokensAreCounted } from './nftoken-pages.ts';
import { offersAreValid } from './offers.ts';
import { domainsAreValid } from './permissioned-domains.ts';
import { deepFrozenLinesAreFrozen, noNativeTrustLines } from './trust-lines.ts';
import { vaultsAreValid } from './vaults.ts';

/**
 * An entry is of a type that exists and never becomes one of another type (LedgerEntryTypesMatch; of
 * NoModifiedUnmodifiableFields the rest is in `loans.ts`).
 */
const entriesKeepTheirType: Invariant = ({ changes }) =>
  changes.every(({ before, after }) => {
    if (before !== undefined && before.LedgerEntryType !== after.LedgerEntryType) return false;
    return entryFormat(after.LedgerEntryType) !== undefined;
  });

const INVARIANTS: readonly Invariant[] = [
  feeIsAuthorized,
  onlyDeletionDeletesAccounts,
  deletedAccountsLeaveNothing,
  entriesKeepTheirType,
  balancesAreLegal,
  noDropsAppear,
  newAccountsAreValid,
  pseudoAccountsAreValid,
  amountsAreLegal,
  domainTradesStayInside,
  vaultsAreValid,
  brokersAreValid,
];

/** Those that hold wherever no entry of the type changed, and are asked only where one did. */
const INVARIANTS_OF = {
  AMM: [ammsAreValid],
  AccountRoot: [nftokensAreCounted],
  RippleState: [noNativeTrustLines, deepFrozenLinesAreFrozen, frozenTokensStay, vaultsKeepTheirHoldings],
  Offer: [offersAreValid],
  NFTokenPage: [nftokenPagesAreValid],
  DirectoryNode: [bookDirectoriesAreValid],
  PermissionedDomain: [domainsAreValid],
  Escrow: [escrowsHoldSomething],
  MPTokenIssuance: [mptEntriesFitType, referenceHoldingsStay, lockedUnitsAreOutstanding],
  MPToken: [mptEntriesFitType, vaultsKeepTheirHoldings, heldUnitsAreLegal],
  LoanBroker: [agreedTermsStay],
  Loan: [loansAreValid, agreedTermsStay],
} as const satisfies Partial<Record<EntryName, readonly Invariant[]>>;
const TYPES = Object.keys(INVARIANTS_OF) as (keyof typeof INVARIANTS_OF)[];

/** Those that a transaction of the type may break by changing no such entry: they are asked of it in any case. */
const INVARIANTS_OF_TRANSACTIONS: Readonly<Record<string, readonly Invariant[]>> = {
  AMMBid: [ammsAreValid],
  AMMCreate: [ammsAreValid],
  AMMDeposit: [ammsAreValid],
  AMMVote: [ammsAreValid],
  Clawback: [clawbackTakesFromOneHolder],
  PermissionedDomainSet: [domainsAreValid],
  PermissionedDomainDelete: [domainsAreValid],
};
const TYPES_WITH_MPTS: ReadonlySet<string> = new Set(
  Object.entries<TransactionTypeRecord>(TRANSACTION_TYPES)
    .filter(([, { mpts }]) => mpts !== undefined)
    .map(([name]) => name),
);

/**
 * Checks every invariant on the sandbox's changes. Gives the given result; or tecINVARIANT_FAILED; or, if that was the
 * given result already and even taking the fee breaks an invariant, tefINVARIANT_FAILED.
 */
export function checkInvariants(sandbox: Sandbox, transaction: Transaction, result: Ter, feeDrops: bigint): Ter {
  const input = invariantInput(sandbox, transaction, result, feeDrops);
  if (allHold(input)) return result;
  sandbox.trace?.fact('invariantBroken', { name: firstBroken(input) });
  return result === 'tecINVARIANT_FAILED' ? 'tefINVARIANT_FAILED' : 'tecINVARIANT_FAILED';
}

/** Names of the invariants that the sandbox's changes break, which no transaction made. An entry made by hand may be any. */
export function brokenInvariants(sandbox: Sandbox, transaction: Transaction): string[] {
  const input = invariantInput(sandbox, transaction, 'tesSUCCESS', 0n);
  const changed = TYPES.filter((type) => input.changesOf(type).length > 0);
  const asked = new Set<Invariant>([...INVARIANTS, ...changed.flatMap((type) => INVARIANTS_OF[type])]);
  return [...asked].filter((holds) => !holdsWithoutFail(holds, input)).map(({ name }) => name);
}

function holdsWithoutFail(holds: Invariant, input: InvariantInput): boolean {
  try {
    return holds(input);
  } catch {
    return false;
  }
}

/** A change too large for an amount to express holds no invariant (ApplyContext::checkInvariantsHelper). */
function allHold(input: InvariantInput): boolean {
  try {
    for (const holds of INVARIANTS) if (!holds(input)) return false;
    for (const type of TYPES) {
      if (input.changesOf(type).length > 0 && !INVARIANTS_OF[type].every((holds) => holds(input))) return false;
    }
    const { TransactionType: type } = input.transaction.fields;
    if (INVARIANTS_OF_TRANSACTIONS[type]?.every((holds) => holds(input)) === false) return false;
    if (TYPES_WITH_MPTS.has(type) && !mptEntriesFitType(input)) return false;
    return true;
  } catch (error) {
    if (error instanceof AmountError) return false;
    throw error;
  }
}

/** The name of the first one that does not hold, for who watches. */
function firstBroken(input: InvariantInput): string {
  const ofTypes = TYPES.filter((type) => input.changesOf(type).length > 0).flatMap((type) => INVARIANTS_OF[type]);
  const ofTransaction = INVARIANTS_OF_TRANSACTIONS[input.transaction.fields.TransactionType] ?? [];
  try {
    const broken = [...INVARIANTS, ...ofTypes, ...ofTransaction].find((holds) => !holds(input));
    return (broken ?? mptEntriesFitType).name;
  } catch (error) {
    if (error instanceof AmountError) return error.name;
    throw error;
  }
}
