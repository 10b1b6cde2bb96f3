/**
 * Invariants of loan brokers and loans: a broker's cover equals its account's balance, a loan is paid off exactly when
 * no payments remain, and the agreed terms never change (rippled: ValidLoanBroker, ValidLoan and
 * NoModifiedUnmodifiableFields).
 */
import { NO_FEES } from '../../ledger/chain-entries.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { amountToNum } from '../../protocol/amounts/amount-math.ts';
import { numOfField } from '../../protocol/amounts/asset-number.ts';
import { numCompare } from '../../protocol/amounts/number.ts';
import type { DirectoryNode, LedgerEntry, Loan, LoanBroker } from '../../protocol/entries/entries.ts';
import { accountKeylet, loanBrokerById, ownerDirKeylet, vaultById } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { accountHolds } from '../assets/asset-funds.ts';
import type { Change, Invariant, InvariantInput } from './invariant.ts';

/** A pseudo-account needs no reserve. */

/** Every broker is valid whose entry, account or holdings changed. */
export const brokersAreValid: Invariant = (input) => {
  const changed = new Map(input.changesOf('LoanBroker').map((change) => [change.after.index, change]));
  const ids = new Set([...changed.keys(), ...brokersOfAccounts(input)]);
  return [...ids].every((id) => {
    const broker = changed.get(id)?.after ?? input.view.read(loanBrokerById(id));
    return broker !== undefined && isValidBroker(input, broker, changed.get(id)?.before);
  });
};

/** The brokers whose pseudo-accounts, trust lines or MPTokens changed. */
function brokersOfAccounts({ changesOf, view }: InvariantInput): Hash256[] {
  const own = changesOf('AccountRoot').map(({ after }) => after.LoanBrokerID);
  const holders: AccountId[] = changesOf('MPToken').map(({ after }) => after.Account);
  for (const { after } of changesOf('RippleState')) holders.push(after.LowLimit.issuer, after.HighLimit.issuer);
  const held = holders.map((holder) => view.read(accountKeylet(holder))?.LoanBrokerID);
  return [...own, ...held].filter((id) => id !== undefined);
}

function isValidBroker(
  { view, transaction }: InvariantInput,
  broker: Readonly<LoanBroker>,
  before: Readonly<LoanBroker> | undefined,
): boolean {
  if ((broker.OwnerCount ?? 0) === 0 && !holdsNoLoans(view, broker)) return false;
  if (before !== undefined && before.LoanSequence > broker.LoanSequence) return false;
  const cover = numOfField(broker.CoverAvailable);
  if (numOfField(broker.DebtTotal).mantissa < 0n || cover.mantissa < 0n) return false;
  const vault = view.read(vaultById(broker.VaultID));
  if (vault === undefined) return false;
  const difference = numCompare(cover, amountToNum(accountHolds(view, broker.Account, vault.Asset, { fees: NO_FEES })));
  // A deleted broker's entry still shows the cover that was paid out.
  const isDeletion = transaction.fields.TransactionType === 'LoanBrokerDelete';
  return isDeletion ? difference >= 0 : difference === 0;
}

/** Without loans, the owner directory of the broker's account contains at most its holding. */
function holdsNoLoans(view: Sandbox, broker: Readonly<LoanBroker>): boolean {
  const directory = view.read(ownerDirKeylet(broker.Account));
  return directory === undefined || isHoldingOnly(view, directory);
}

function isHoldingOnly(view: Sandbox, { IndexNext, IndexPrevious, Indexes }: Readonly<DirectoryNode>): boolean {
  if ((IndexNext ?? 0n) !== 0n || (IndexPrevious ?? 0n) !== 0n || Indexes.length > 1) return false;
  if (Indexes.length === 0) return true;
  const type = view.readAny(Indexes[0]!)?.LedgerEntryType;
  return type === 'RippleState' || type === 'MPToken';
}

/**
 * Each changed loan either is paid off without remaining payments or owes something, and none of its amounts is
 * negative.
 */
export const loansAreValid: Invariant = ({ changesOf }) => changesOf('Loan').every(isValidLoan);

const NOT_NEGATIVE = [
  'LoanServiceFee',
  'LatePaymentFee',
  'ClosePaymentFee',
  'PrincipalOutstanding',
  'TotalValueOutstanding',
  'ManagementFeeOutstanding',
] as const;

function isValidLoan({ before, after }: Change<Loan>): boolean {
  const balances = [after.TotalValueOutstanding, after.PrincipalOutstanding, after.ManagementFeeOutstanding];
  const isPaidOff = balances.every((balance) => numOfField(balance).mantissa === 0n);
  if (isPaidOff !== ((after.PaymentRemaining ?? 0) === 0)) return false;
  const { lsfLoanOverpayment: flag } = EntryFlags.Loan;
  if (before !== undefined && hasFlag(before, flag) !== hasFlag(after, flag)) return false;
  if (NOT_NEGATIVE.some((name) => numOfField(after[name]).mantissa < 0n)) return false;
  return numOfField(after.PeriodicPayment).mantissa > 0n;
}

const FIXED_OF_BROKER = [
  'Sequence',
  'OwnerNode',
  'VaultNode',
  'VaultID',
  'Account',
  'Owner',
  'ManagementFeeRate',
  'CoverRateMinimum',
  'CoverRateLiquidation',
];
const FIXED_OF_LOAN = [
  'OwnerNode',
  'LoanBrokerNode',
  'LoanBrokerID',
  'Borrower',
  'LoanOriginationFee',
  'LoanServiceFee',
  'LatePaymentFee',
  'ClosePaymentFee',
  'OverpaymentFee',
  'InterestRate',
  'LateInterestRate',
  'CloseInterestRate',
  'OverpaymentInterestRate',
  'StartDate',
  'PaymentInterval',
  'GracePeriod',
  'LoanScale',
];

/** The terms of a broker and a loan do not change. */
export const agreedTermsStay: Invariant = ({ changesOf }) =>
  changesOf('LoanBroker').every((change) => areKept(change, FIXED_OF_BROKER)) &&
  changesOf('Loan').every((change) => areKept(change, FIXED_OF_LOAN));

function areKept<Entry extends LedgerEntry>(
  { isErased, before, after }: Change<Entry>,
  names: readonly string[],
): boolean {
  if (isErased || before === undefined) return true;
  const [old, current] = [before, after].map((entry) => entry as unknown as Readonly<Record<string, unknown>>);
  return names.every((name) => isSameValue(old![name], current![name]));
}

/** Compares number fields by value; the other fields are plain. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  const [a, b] = [one, other].map((value) => numOfField(value as Loan['PeriodicPayment']));
  return numCompare(a!, b!) === 0;
}
