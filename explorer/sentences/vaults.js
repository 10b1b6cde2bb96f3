/** Sentences of vaults, loan brokers and loans. */

import { sum } from '../decimals.js';
import { amountOf, assetOf } from '../values/assets.js';
import { percentOf } from '../values/field-values.js';
import { account, amount, asset, count, hash, list, say } from '../values/parts.js';

const RATE_PLACES = 3;
const tfLoanDefault = 0x00010000;
const tfLoanImpair = 0x00020000;
const tfLoanUnimpair = 0x00040000;

const assetPart = (of) => asset(assetOf({ currency: 'XRP', ...of }));

/** The vault that a transaction changed; transactions of loans change it too. */
const vaultOf = ({ entry }) => entry('Vault')?.fields;
const vaultPart = (tx) => say`vault ${hash(tx.VaultID)}`;
const brokerPart = (id) => say`loan broker ${hash(id)}`;
const loanPart = (id) => say`loan ${hash(id)}`;

/** A `Number` of the vault's asset; a bare number if no vault is in the metadata. */
function quantity(facts, value) {
  const of = vaultOf(facts)?.Asset;
  if (of !== undefined && !String(value).includes('.'))
    return amount(amountOf(assetOf({ currency: 'XRP', ...of }), String(value)));
  return of === undefined || of.issuer === undefined
    ? { number: String(value) }
    : amount({ ...of, value: String(value) });
}

/** The shares of the vault that an account gained or lost. */
function sharesOf(facts, amounts) {
  const id = vaultOf(facts)?.ShareMPTID;
  return amounts.find((one) => one.mpt_issuance_id !== undefined && one.mpt_issuance_id === id);
}

function assetsOf(facts, amounts) {
  const shares = sharesOf(facts, amounts);
  return amounts.filter((one) => one !== shares)[0];
}

function deposited(facts) {
  const { tx, lost, gained } = facts;
  const given = assetsOf(facts, lost(tx.Account)) ?? tx.Amount;
  const shares = sharesOf(facts, gained(tx.Account));
  return say`deposited ${amount(given)} in ${vaultPart(tx)}${shares !== undefined && say`, for ${amount(shares)}`}`;
}

function withdrawn(facts) {
  const { tx, lost, gained } = facts;
  const receiver = tx.Destination ?? tx.Account;
  const taken = assetsOf(facts, gained(receiver)) ?? tx.Amount;
  const shares = sharesOf(facts, lost(tx.Account));
  const to = receiver !== tx.Account && say` to ${account(receiver)}`;
  return say`withdrew ${amount(taken)} from ${vaultPart(tx)}${to}${shares !== undefined && say`, for ${amount(shares)}`}`;
}

function clawed(facts) {
  const { tx, lost } = facts;
  const shares = sharesOf(facts, lost(tx.Holder)) ?? lost(tx.Holder)[0];
  const what = shares === undefined ? (tx.Amount === undefined ? 'all' : amount(tx.Amount)) : amount(shares);
  return say`clawed back ${what} of ${account(tx.Holder)} from ${vaultPart(tx)}`;
}

function broker({ tx, created }) {
  const node = created('LoanBroker');
  if (node === undefined) return say`changed ${brokerPart(tx.LoanBrokerID)}`;
  return say`opened ${brokerPart(node.index)} for ${vaultPart(tx)}`;
}

function loan(facts) {
  const { tx, created } = facts;
  const node = created('Loan');
  const borrower = node?.fields.Borrower ?? tx.Account;
  const lender = [tx.Counterparty, tx.Account].find((one) => one !== undefined && one !== borrower);
  const terms = [
    say`${count(tx.PaymentTotal ?? 1, 'payment')}`,
    ...(tx.InterestRate === undefined ? [] : [say`${percentOf(tx.InterestRate, RATE_PLACES)} interest a year`]),
  ];
  const what = quantity(facts, tx.PrincipalRequested);
  const by =
    borrower === tx.Account
      ? say`borrowed ${what}${lender !== undefined && say` from ${account(lender)}`}`
      : say`lent ${what} to ${account(borrower)}`;
  return say`${by}: ${list(terms)}`;
}

function paid(facts) {
  const { tx, lost, entry } = facts;
  const node = entry('Loan');
  const given = lost(tx.Account)[0] ?? tx.Amount;
  const { fields = {}, previous = {} } = node ?? {};
  const isPaid = previous.PaymentRemaining !== undefined && fields.PaymentRemaining === undefined;
  const left = fields.PaymentRemaining > 0 && say`, ${count(fields.PaymentRemaining, 'payment')} to come`;
  return say`paid ${amount(given)} for ${loanPart(tx.LoanID)}${isPaid ? ', which is paid off' : left}`;
}

function managed({ tx }) {
  if ((tx.Flags & tfLoanDefault) !== 0) return say`declared ${loanPart(tx.LoanID)} defaulted`;
  if ((tx.Flags & tfLoanImpair) !== 0) return say`marked ${loanPart(tx.LoanID)} as impaired`;
  if ((tx.Flags & tfLoanUnimpair) !== 0) return say`removed the mark of impairment of ${loanPart(tx.LoanID)}`;
  return say`made no change to ${loanPart(tx.LoanID)}`;
}

/** The cover that came back: from the broker's entry, or the pseudo-account's loss. */
function coverTaken({ tx, modified, rows }) {
  const node = modified('LoanBroker');
  const row = rows.find(({ account: holder, value }) => holder === node?.fields.Account && value.startsWith('-'));
  if (row !== undefined) return amount(amountOf(assetOf(row.amount), row.value.replace('-', '')));
  return tx.Amount === undefined ? 'cover' : amount(tx.Amount);
}

function coverLeft({ modified, rows }) {
  const { fields = {}, previous = {} } = modified('LoanBroker') ?? {};
  if (previous.CoverAvailable === undefined) return undefined;
  const row = rows.find(({ account: holder }) => holder === fields.Account);
  if (row === undefined) return undefined;
  const left = fields.CoverAvailable ?? '0';
  return say`, ${amount(amountOf(assetOf(row.amount), sum(left, '0')))} in all`;
}

function vaultCreated({ tx, created }) {
  const node = created('Vault');
  return say`created ${node === undefined ? 'a vault' : say`vault ${hash(node.index)}`} for ${assetPart(tx.Asset)}`;
}

export const VAULTS = {
  VaultCreate: { done: vaultCreated, attempt: (tx) => say`create a vault for ${assetPart(tx.Asset)}` },
  VaultSet: {
    done: (facts) => {
      const { tx } = facts;
      const most =
        tx.AssetsMaximum !== undefined &&
        say`: at most ${tx.AssetsMaximum === '0' ? 'any amount' : quantity(facts, tx.AssetsMaximum)}`;
      return say`changed ${vaultPart(tx)}${most}`;
    },
    attempt: (tx) => say`change ${vaultPart(tx)}`,
  },
  VaultDelete: {
    done: ({ tx }) => say`deleted ${vaultPart(tx)}`,
    attempt: (tx) => say`delete ${vaultPart(tx)}`,
  },
  VaultDeposit: {
    done: deposited,
    attempt: (tx) => say`deposit ${amount(tx.Amount)} in ${vaultPart(tx)}`,
    figure: (facts) => assetsOf(facts, facts.lost(facts.tx.Account)) ?? facts.tx.Amount,
  },
  VaultWithdraw: {
    done: withdrawn,
    attempt: (tx) => say`withdraw ${amount(tx.Amount)} from ${vaultPart(tx)}`,
    figure: (facts) => assetsOf(facts, facts.gained(facts.tx.Destination ?? facts.tx.Account)) ?? facts.tx.Amount,
  },
  VaultClawback: {
    done: clawed,
    attempt: (tx) =>
      say`claw back ${tx.Amount === undefined ? 'all' : amount(tx.Amount)} of ${account(tx.Holder)} from ${vaultPart(tx)}`,
  },
  LoanBrokerSet: {
    done: broker,
    attempt: (tx) =>
      tx.LoanBrokerID === undefined
        ? say`open a loan broker for ${vaultPart(tx)}`
        : say`change ${brokerPart(tx.LoanBrokerID)}`,
  },
  LoanBrokerDelete: {
    done: ({ tx }) => say`deleted ${brokerPart(tx.LoanBrokerID)}`,
    attempt: (tx) => say`delete ${brokerPart(tx.LoanBrokerID)}`,
  },
  LoanBrokerCoverDeposit: {
    done: (facts) =>
      say`added ${amount(facts.tx.Amount)} to the cover of ${brokerPart(facts.tx.LoanBrokerID)}${coverLeft(facts)}`,
    attempt: (tx) => say`add ${amount(tx.Amount)} to the cover of ${brokerPart(tx.LoanBrokerID)}`,
    figure: ({ tx }) => tx.Amount,
  },
  LoanBrokerCoverWithdraw: {
    done: (facts) => {
      const { tx } = facts;
      const to = tx.Destination !== undefined && tx.Destination !== tx.Account && say` to ${account(tx.Destination)}`;
      return say`withdrew ${amount(tx.Amount)} from the cover of ${brokerPart(tx.LoanBrokerID)}${to}`;
    },
    attempt: (tx) => say`withdraw ${amount(tx.Amount)} from the cover of ${brokerPart(tx.LoanBrokerID)}`,
    figure: ({ tx }) => tx.Amount,
  },
  LoanBrokerCoverClawback: {
    done: (facts) =>
      say`clawed back ${coverTaken(facts)} from the cover of ${brokerPart(facts.tx.LoanBrokerID ?? facts.modified('LoanBroker')?.index ?? '')}`,
    attempt: (tx) => say`claw back ${tx.Amount === undefined ? 'cover' : amount(tx.Amount)} from a loan broker`,
  },
  LoanSet: {
    done: loan,
    attempt: ({ PrincipalRequested: principal, LoanBrokerID: id }) =>
      say`make a loan of ${{ number: String(principal) }} units with ${brokerPart(id)}`,
  },
  LoanDelete: {
    done: ({ tx }) => say`deleted ${loanPart(tx.LoanID)}`,
    attempt: (tx) => say`delete ${loanPart(tx.LoanID)}`,
  },
  LoanManage: { done: managed, attempt: (tx) => say`change the state of ${loanPart(tx.LoanID)}` },
  LoanPay: {
    done: paid,
    attempt: (tx) => say`pay ${amount(tx.Amount)} for ${loanPart(tx.LoanID)}`,
    figure: ({ tx, lost }) => lost(tx.Account)[0] ?? tx.Amount,
  },
};
