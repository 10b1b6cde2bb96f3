/**
 * Invariants of loan brokers and loans: a broker's cover is what its account holds, and a loan is paid off when, and only
 * when, no payment is left; what both sides agreed to never changes (the reference's ValidLoanBroker, ValidLoan and
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

/** The account of a ledger object needs no reserve. */

/** Every broker whose entry, account or holdings changed is sound. */
export const brokersAreValid: Invariant = (input) => {
  const changed = new Map(input.changesOf('LoanBroker').map((change) => [change.after.index, change]));
  const ids = new Set([...changed.keys(), ...brokersOfAccounts(input)]);
  return [...ids].every((id) => {
    const broker = changed.get(id)?.after ?? input.view.read(loanBrokerById(id));
    return broker !== undefined && isValidBroker(input, broker, changed.get(id)?.before);
  });
};

/** The brokers whose accounts changed, or whose trust lines and MPTokens did. */
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
  // The cover of a broker that is deleted still says what its owner got.
  const isDeletion = transaction.fields.TransactionType === 'LoanBrokerDelete';
  return isDeletion ? difference >= 0 : difference === 0;
}

/** Without loans, the account of a broker owns its holding at most. */
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

/** Each loan that changed is paid off without payments left, or owes something; and no amount of it is negative. */
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

/** What a broker and a loan were made with stays as it is. */
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

/** Numbers are pairs of mantissa and exponent; the other fields in question are plain. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  const [a, b] = [one, other].map((value) => numOfField(value as Loan['PeriodicPayment']));
  return numCompare(a!, b!) === 0;
}
