/** Reasons that apply to all transaction types: sequence, keys, fee and network. */
import { accountIdOfPublicKey } from '../../crypto/address.ts';
import type { AccountRoot, SignerList } from '../../protocol/entries/entries.ts';
import { accountKeylet, delegateKeylet, signersKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag, transactionFlagMask } from '../../protocol/tables/flags.ts';
import { permissionName } from '../../protocol/tables/permissions.ts';
import { isChoice } from '../../protocol/tables/rules.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { TRANSACTION_TYPES, type TransactionTypeName } from '../../protocol/tables/transaction-types.ts';
import { feePayer, sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import { signatureProblem } from '../../protocol/transaction/transaction-signature.ts';
import type { AccountId, StArray, StObject } from '../../protocol/values.ts';
import { permissionValues } from '../accounts/delegation.ts';
import { baseFeeOf } from '../engine/base-fee.ts';
import { transactionTypeOf } from '../types/table.ts';
import type { Subject } from './findings.ts';
import { accountNamer, capitalized, dropsWords, flagNames } from './value-words.ts';

/** A reason that follows from the sender's account and the ledger, without a trace. */
export type DirectReason = (subject: Subject) => string | undefined;

export function senderOf({ view, transaction }: Subject): Readonly<AccountRoot> | undefined {
  return view.read(accountKeylet(transaction.fields.Account));
}

const numbers = (first: number, last: number): string => (first === last ? `${first} is` : `${first} to ${last} are`);

/** Reasons by result. */
export const DIRECT_REASONS: { readonly [Result in Ter]?: DirectReason } = {
  terNO_ACCOUNT: ({ view, transaction }) =>
    `${capitalSender(transaction)} does not exist in ledger ${view.ledgerIndex}: it was never funded, or was deleted.`,
  tefPAST_SEQ: (subject) => {
    const { value } = sequenceProxy(subject.transaction.fields);
    const next = senderOf(subject)?.Sequence;
    return `The transaction has Sequence ${value}, and the next sequence number of ${sender(subject)} is ${next}: ${value} was used already.`;
  },
  terNO_DELEGATE_PERMISSION: ({ view, transaction: { fields }, transaction }) => {
    const { Account: account, Delegate: delegate = account, TransactionType: type } = fields;
    const nameOf = accountNamer(transaction);
    const entry = view.read(delegateKeylet(account, delegate));
    if (entry === undefined) return `${capitalized(nameOf(account))} has delegated nothing to ${nameOf(delegate)}.`;
    const held = permissionValues(entry.Permissions).map((value) => permissionName(value));
    return `${capitalized(nameOf(delegate))} may send ${held.join(', ')} for ${nameOf(account)}, and this ${type} is not covered by that.`;
  },
  terPRE_SEQ: (subject) => {
    const { value } = sequenceProxy(subject.transaction.fields);
    const next = senderOf(subject)?.Sequence ?? value;
    return `The transaction has Sequence ${value}, and the next sequence number of ${sender(subject)} is ${next}: ${numbers(next, value - 1)} missing.`;
  },
  terPRE_TICKET: (subject) => {
    const { value } = sequenceProxy(subject.transaction.fields);
    return `Ticket ${value} does not exist yet: the next sequence number of ${sender(subject)} is ${senderOf(subject)?.Sequence}.`;
  },
  tefNO_TICKET: (subject) => {
    const { value } = sequenceProxy(subject.transaction.fields);
    return `${capitalSender(subject.transaction)} has no ticket ${value}, and its next sequence number is ${senderOf(subject)?.Sequence} already: the ticket was used or never created.`;
  },
  temSEQ_AND_TICKET: ({ transaction: { fields } }) =>
    `The transaction has TicketSequence ${fields.TicketSequence} and Sequence ${fields.Sequence}, which must be 0 then.`,
  tefWRONG_PRIOR: (subject) =>
    `AccountTxnID is ${subject.transaction.fields.AccountTxnID}, and the last transaction of ${sender(subject)} is ${senderOf(subject)?.AccountTxnID ?? 'not kept'}.`,
  tefMAX_LEDGER: ({ view, transaction: { fields } }) =>
    `LastLedgerSequence is ${fields.LastLedgerSequence}, and this is ledger ${view.ledgerIndex}.`,
  tefALREADY: ({ view, transaction }) =>
    `Ledger ${view.ledgerIndex} already contains the transaction ${transaction.id}.`,
  telINSUF_FEE_P: ({ view, context, transaction: { fields } }) => {
    const baseDrops = baseFeeOf(fields, view, context);
    return `The fee is ${dropsWords(fields.Fee as bigint)}, and this transaction costs at least ${dropsWords(baseDrops)}.`;
  },
  terINSUF_FEE_B: feeBeyondBalance,
  tecINSUFF_FEE: feeBeyondBalance,
  tefBAD_AUTH: badKey,
  tefMASTER_DISABLED: (subject) =>
    `${capitalized(signer(subject))} has disabled its master key (lsfDisableMaster), and that key signed.`,
  tefNOT_MULTI_SIGNING: (subject) =>
    `The transaction has Signers, and ${signer(subject)} has no signer list in the ledger.`,
  tefBAD_QUORUM: missingWeight,
  tefBAD_SIGNATURE: unlistedSigner,
  temINVALID_FLAG: badFlags,
  temINVALID_INNER_BATCH: () => 'The transaction has the flag tfInnerBatchTxn, so it counts only inside a batch.',
  temDISABLED: ({ transaction }) => whatIsDisabled(transaction),
  telWRONG_NETWORK: ({ context, transaction: { fields } }) =>
    `NetworkID is ${fields.NetworkID}, and this chain's is ${context.networkId}.`,
  telREQUIRES_NETWORK_ID: ({ context }) =>
    `This chain has the network id ${context.networkId}, above 1024, and the transaction has no NetworkID.`,
  telNETWORK_ID_MAKES_TX_NON_CANONICAL: ({ context, transaction: { fields } }) =>
    `NetworkID is ${fields.NetworkID}, and this chain's id ${context.networkId} is not above 1024: there the field must be absent.`,
};

/** The unsupported part of a transaction with temDISABLED. */
export function whatIsDisabled({ fields }: Transaction): string {
  const { TransactionType: type, Delegate: delegate } = fields;
  if (transactionTypeOf(type) === undefined) return `Weir does not support transactions of type ${type}.`;
  const { amendment } = TRANSACTION_TYPES[type as TransactionTypeName] as { readonly amendment?: string };
  if (amendment !== undefined && isChoice(amendment)) {
    return `Transactions of type ${type} need the amendment ${amendment}, which this chain has not enabled.`;
  }
  if (delegate !== undefined)
    return 'The field Delegate needs the amendment PermissionDelegationV1_1, unless other fields or flags of this transaction are disabled.';
  return `This ${type} has fields or flags of an amendment that is not enabled.`;
}

function sender({ transaction }: Subject): string {
  return accountNamer(transaction)(transaction.fields.Account);
}

/** The account that signs and pays the fee: the delegate, if there is one. */
function signer({ transaction }: Subject): string {
  return accountNamer(transaction)(feePayer(transaction.fields));
}

function signerOf({ view, transaction }: Subject): Readonly<AccountRoot> | undefined {
  return view.read(accountKeylet(feePayer(transaction.fields)));
}

function capitalSender(transaction: Transaction): string {
  return `T${accountNamer(transaction)(transaction.fields.Account).slice(1)}`;
}

function feeBeyondBalance(subject: Subject): string {
  const { Fee: fee } = subject.transaction.fields;
  return `The fee is ${dropsWords(fee as bigint)}, and ${signer(subject)} has ${dropsWords(signerOf(subject)?.Balance ?? 0n)}.`;
}

function badKey(subject: Subject): string | undefined {
  const { SigningPubKey: key } = subject.transaction.fields;
  const root = signerOf(subject);
  if (root === undefined || key === '') return undefined;
  const nameOf = accountNamer(subject.transaction);
  const regular =
    root.RegularKey === undefined ? 'it has no regular key' : `its regular key is that of ${nameOf(root.RegularKey)}`;
  return `The key that signed is that of ${nameOf(accountIdOfPublicKey(key))}, not the master key of ${signer(subject)}; ${regular}.`;
}

function listedWeights({
  view,
  transaction,
}: Subject): { list: Readonly<SignerList>; weights: Map<AccountId, number> } | undefined {
  const list = view.read(signersKeylet(feePayer(transaction.fields)));
  if (list === undefined) return undefined;
  const entries = list.SignerEntries.map(({ SignerEntry }) => SignerEntry as StObject);
  return {
    list,
    weights: new Map(entries.map(({ Account, SignerWeight }) => [Account as string, SignerWeight as number])),
  };
}

function signersOf({ transaction }: Subject): AccountId[] {
  const { Signers: signers = [] } = transaction.fields as { readonly Signers?: StArray };
  return signers.map((element) => (Object.values(element)[0] as StObject).Account as AccountId);
}

function missingWeight(subject: Subject): string | undefined {
  const listed = listedWeights(subject);
  if (listed === undefined) return undefined;
  const weight = signersOf(subject).reduce((sum, signer) => sum + (listed.weights.get(signer) ?? 0), 0);
  return `The weight of the ${signersOf(subject).length} signatures is ${weight}, and the quorum of ${signer(subject)} is ${listed.list.SignerQuorum}.`;
}

function unlistedSigner(subject: Subject): string | undefined {
  const listed = listedWeights(subject);
  const unlisted = signersOf(subject).find((signer) => !listed?.weights.has(signer));
  const nameOf = accountNamer(subject.transaction);
  if (unlisted !== undefined) return `${nameOf(unlisted)} signed, and is not on the signer list of ${signer(subject)}.`;
  return 'A signer used a key that is not its own.';
}

function badFlags({ transaction: { fields }, context: { rules } }: Subject): string | undefined {
  const { TransactionType: type, Flags: flags = 0 } = fields;
  const mask = transactionTypeOf(type)?.flagMask?.(fields, rules) ?? transactionFlagMask(type);
  const wrong = (flags & mask) >>> 0;
  if (wrong === 0) return `Flags is ${flagNames(type, flags).join(' and ') || 'none'}: these exclude each other.`;
  return `Flags has 0x${wrong.toString(16)}, which this ${type} does not allow.`;
}

/** What is wrong with the signature; undefined if it is good. */
export function signatureReason({ view, transaction, flags }: Subject): string | undefined {
  if (flags.dryRun) return undefined;
  const problem = signatureProblem(transaction, view.rules);
  return problem === undefined ? undefined : `The signature is invalid: ${problem}`;
}

/** True if the account requires a destination tag. */
export function requiresTag(account: Readonly<AccountRoot> | undefined): boolean {
  return account !== undefined && hasFlag(account, EntryFlags.AccountRoot.lsfRequireDestTag);
}
