/** Why a batch is refused, and what becomes of the transactions inside one that is not. */
import { OpenView } from '../../ledger/open-view.ts';
import { isTesSuccess, type Ter } from '../../protocol/tables/ter.ts';
import { elementsOf, innerTransactions } from '../../protocol/transaction/batch.ts';
import { InvalidTransactionError, sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import type { AccountId } from '../../protocol/values.ts';
import { checkSignatureOf } from '../accounts/check-sign.ts';
import { afterInner } from '../engine/apply-batch.ts';
import { preflightInner } from '../engine/preflight.ts';
import { type InnerFault, innerFault, otherParties } from '../types/system/batch.ts';
import { Findings, type Subject } from './findings.ts';
import { accountNamer, dropsWords, flagNames } from './value-words.ts';

/** The reason of any transaction's result: `reasonOf`. */
type ReasonOf = (subject: Subject, result: Ter, find?: () => Findings) => string;

/** One transaction inside a batch, as it is applied after those before it. */
export interface ExplainedInner {
  readonly findings: Findings;
  /** False if it leaves no trace: it could not even claim its sequence, or the batch was undone. */
  readonly isApplied: boolean;
}

/**
 * What happens inside a batch when its ledger closes; in the open ledger it only pays its fee. Those that are not reached
 * are not in the list. `after` is the ledger with the batch.
 */
export function explainInner({ transaction: batch, context }: Subject, after: OpenView): ExplainedInner[] {
  const explained: ExplainedInner[] = [];
  let view = closing(after);
  for (const transaction of innerTransactions(batch)) {
    const findings = new Findings({ transaction, view, context, flags: { parentBatchId: batch.id } });
    explained.push({ findings, isApplied: findings.metadata !== undefined });
    const next = afterInner(batch.fields, findings.result);
    if (next === 'undo') return explained.map((one) => ({ ...one, isApplied: false }));
    if (next === 'stop') break;
    view = findings.after;
  }
  return explained;
}

/** How many of the inner transactions are applied. */
export function innerCount({ transaction, view }: Subject, inner: readonly ExplainedInner[]): string {
  const applied = inner.filter(({ isApplied }) => isApplied).length;
  const when = view.isOpen ? ' when the ledger closes' : '';
  return `Of the ${innerTransactions(transaction).length} transactions inside, ${applied} ${applied === 1 ? 'is' : 'are'} applied${when}.`;
}

/** What fails inside a batch that was put into the open ledger; undefined if nothing does, and for other transactions. */
export function innerFailure(subject: Subject, reasonOf: ReasonOf): string | undefined {
  if (!isBatch(subject)) return undefined;
  const inner = explainInner(subject, subject.view);
  const failed = inner.find(({ findings }) => !isTesSuccess(findings.result));
  if (failed === undefined) return undefined;
  const { subject: one, result } = failed.findings;
  const reason = reasonOf(one, result, () => failed.findings);
  return `${innerCount(subject, inner)} ${nameOfInner(subject.transaction, one.transaction)} gets ${result}. ${reason}`;
}

/** True for a batch. */
export function isBatch({ transaction }: Subject): boolean {
  return transaction.fields.TransactionType === 'Batch';
}

function nameOfInner(batch: Transaction, inner: Transaction): string {
  return `Transaction ${innerTransactions(batch).indexOf(inner) + 1} of the batch, ${inner.fields.TransactionType},`;
}

/** The same ledger, as one that is being closed. */
function closing(view: OpenView): OpenView {
  const { ledgerIndex, parentCloseTimeSeconds, closeTimeSeconds, parentHash: hash } = view;
  const parent = { ledgerIndex: ledgerIndex - 1, closeTimeSeconds: parentCloseTimeSeconds, hash };
  return new OpenView(view, parent, false, closeTimeSeconds);
}

/** Why a batch gets this result; undefined if that follows from what all transactions have. */
export function batchReason(subject: Subject, result: Ter, reasonOf: ReasonOf): string | undefined {
  if (!isBatch(subject)) return undefined;
  const { transaction } = subject;
  try {
    const fault = innerFault({ ...subject.context, ...subject, tx: transaction.fields }, preflightInner);
    if (fault?.result === result) return innerWords(subject, fault, reasonOf);
  } catch (error) {
    if (error instanceof InvalidTransactionError) return `A transaction inside is malformed: ${error.message}`;
    throw error;
  }
  return result === 'temBAD_SIGNER' ? missingSigners(transaction) : signerReason(subject, result);
}

function innerWords(subject: Subject, { inner, result, own }: InnerFault, reasonOf: ReasonOf): string {
  const { transaction: batch, view, context } = subject;
  const { Fee: fee } = inner.fields;
  const name = nameOfInner(batch, inner);
  if (own !== undefined) {
    const flags = { parentBatchId: batch.id };
    return `${name} is ${own} by itself. ${reasonOf({ transaction: inner, view, context, flags }, own)}`;
  }
  switch (result) {
    case 'temINVALID':
      return `${name} is a batch itself.`;
    case 'temINVALID_INNER_BATCH':
      return `${name} is of a type that no batch may contain.`;
    case 'temINVALID_FLAG':
      return `${name} does not have the flag tfInnerBatchTxn.`;
    case 'temBAD_FEE':
      return `${name} has the fee ${typeof fee === 'bigint' ? dropsWords(fee) : 'in a token'}. The batch pays for it: its own fee is 0.`;
    case 'temSEQ_AND_TICKET':
      return `${name} must have either a Sequence or a TicketSequence, and then the Sequence 0.`;
    case 'temREDUNDANT':
      return repetitionWords(batch, inner, name);
    default:
      return `${name} has a signature. Its account signs the batch instead: SigningPubKey is empty, and there is no TxnSignature and no Signers.`;
  }
}

function repetitionWords(batch: Transaction, inner: Transaction, name: string): string {
  if (innerTransactions(batch).filter(({ id }) => id === inner.id).length > 1) return `${name} is in it twice.`;
  const { isTicket, value } = sequenceProxy(inner.fields);
  const mode = flagNames('Batch', batch.fields.Flags ?? 0).join(' and ');
  return `${name} uses ${isTicket ? 'ticket' : 'sequence'} ${value} of its account, as another one does: with ${mode} each can be used once.`;
}

function missingSigners(batch: Transaction): string {
  const nameOf = accountNamer(batch);
  const list = (accounts: readonly AccountId[]) => accounts.map(nameOf).join(', ') || 'none';
  const given = elementsOf(batch.fields.BatchSigners).map(({ Account }) => Account as AccountId);
  return `BatchSigners must have the accounts of the inner transactions beside the sender, ascending: ${list(otherParties(batch))}. It has ${list(given)}.`;
}

const SIGNER_WORDS: { readonly [Result in Ter]?: string } = {
  tefBAD_AUTH: 'the key that signed is neither its master key nor its regular key',
  tefMASTER_DISABLED: 'its master key signed, and is disabled',
  tefNOT_MULTI_SIGNING: 'several signed, and it has no signer list',
  tefBAD_QUORUM: 'the weights of those who signed are below its quorum',
  tefBAD_SIGNATURE: 'one who signed is not on its signer list, or used another key',
};

/** The signer of the batch, beside the sender, who gave this result. */
function signerReason({ view, transaction, flags }: Subject, result: Ter): string | undefined {
  const words = SIGNER_WORDS[result];
  const { fields } = transaction;
  if (words === undefined || checkSignatureOf(view, fields.Account, fields, flags) === result) return undefined;
  const signer = elementsOf(fields.BatchSigners).find((one) => {
    return checkSignatureOf(view, one.Account as AccountId, one, flags, true) === result;
  });
  return (
    signer && `${accountNamer(transaction)(signer.Account as AccountId)} did not sign the batch as it must: ${words}.`
  );
}
