/**
 * From a request with a secret and a `tx_json` to a transaction that can be signed: checks in the reference's order, with
 * its errors, and the fields that the server fills in (reference: TransactionSign.cpp, transactionPreProcessImpl).
 */
import { accountIdOfPublicKey, addressToAccountId } from '../crypto/address.ts';
import type { KeyPair } from '../crypto/key-pair.ts';
import { objectFromJson } from '../protocol/codec/from-json.ts';
import { JsonFieldError } from '../protocol/codec/json-field-error.ts';
import type { AccountRoot } from '../protocol/entries.ts';
import { EntryFlags } from '../protocol/flags.ts';
import { accountKeylet } from '../protocol/keylets.ts';
import { checkLocally } from '../protocol/local-checks.ts';
import { createTransaction, InvalidTransactionError, type Transaction } from '../protocol/transaction.ts';
import { signTransaction } from '../protocol/transaction-signature.ts';
import type { AccountId, Json, JsonObject, StObject } from '../protocol/values.ts';
import { feeForTransaction } from './autofill-fee.ts';
import { checkPayment } from './check-payment.ts';
import type { RpcContext } from './context.ts';
import { flagParam } from './convert-param.ts';
import { expectedField, invalidField, invalidParams, missingField, RpcError } from './errors.ts';
import { isJsonObject, jsonToText } from './json-values.ts';
import { hasParam } from './params.ts';
import { requireKeyPair } from './signing-key.ts';
import type { JsonDraft } from './transaction-json.ts';

/** Networks up to this one do without a NetworkID in their transactions. */
const MAX_LEGACY_NETWORK_ID = 1024;

/** The request's transaction, completed and signed by its sender's key. Throws `RpcError`. */
export function signFromRequest(context: RpcContext): Transaction {
  const keyPair = requireKeyPair(context.params);
  const isOffline = flagParam(context.params, 'offline');
  refuseSignatureTarget(context.params);
  const tx = readTxJson(context.params);
  const account = requireSender(tx);
  if (isOffline && !hasParam(tx, 'Sequence')) throw missingField('tx_json.Sequence');
  const root = isOffline ? undefined : requireSenderRoot(context, account);
  fillIn(context, tx, root);
  tx.Fee = feeForTransaction(context, tx, !isOffline);
  checkPayment(context.params, tx, !isOffline);
  if (hasParam(tx, 'Signers')) throw new RpcError('alreadyMultisig');
  if (root !== undefined) requireMatchingKey(context, tx, root, keyPair);
  return signFields(parseTxJson(tx), keyPair);
}

/** A private copy of `tx_json`, which completing it changes. */
export function readTxJson(params: JsonObject): JsonDraft {
  if (!hasParam(params, 'tx_json')) throw missingField('tx_json');
  if (!isJsonObject(params.tx_json)) throw expectedField('tx_json', 'object');
  return { ...params.tx_json } as JsonDraft;
}

/** The sender of a transaction in JSON, whose type must be there too (the reference's checkTxJsonFields). */
export function requireSender(tx: JsonObject): AccountId {
  if (!hasParam(tx, 'TransactionType')) throw missingField('tx_json.TransactionType');
  if (!hasParam(tx, 'Account')) throw new RpcError('srcActMissing', missingField('tx_json.Account').message);
  const account = addressToAccountId(jsonToText(tx.Account) ?? '');
  if (account === undefined) throw new RpcError('srcActMalformed', invalidField('tx_json.Account').message);
  return account;
}

/** The sender's root in the open ledger. */
export function requireSenderRoot({ node }: RpcContext, account: AccountId): Readonly<AccountRoot> {
  const root = node.openView.read(accountKeylet(account));
  if (root === undefined) throw new RpcError('srcActNotFound');
  return root;
}

/** The transaction's fields from JSON; what the codec refuses is the client's fault. */
export function parseTxJson(tx: JsonObject): StObject {
  try {
    return objectFromJson(tx, 'tx_json');
  } catch (error) {
    if (error instanceof JsonFieldError) throw invalidParams(error.message);
    throw error;
  }
}

/** Runs what makes a transaction of fields; fields that do not fit its type are the client's fault. */
export function asTransaction(make: () => Transaction): Transaction {
  try {
    return make();
  } catch (error) {
    if (error instanceof InvalidTransactionError) throw invalidParams(error.message);
    throw error;
  }
}

/** Whether a key may sign for an account: its master key unless disabled, or its regular key (acctMatchesPubKey). */
export function requireKeyOfAccount(
  account: AccountId,
  root: Readonly<AccountRoot> | undefined,
  publicKeyHex: string,
): void {
  const signer = accountIdOfPublicKey(publicKeyHex);
  if (signer === account) {
    const isDisabled = root !== undefined && (root.Flags & EntryFlags.AccountRoot.lsfDisableMaster) !== 0;
    if (isDisabled) throw new RpcError('masterDisabled');
  } else if (root?.RegularKey !== signer) throw new RpcError('badSecret');
}

function signFields(fields: StObject, keyPair: KeyPair): Transaction {
  const unsigned = asTransaction(() => createTransaction({ ...fields, SigningPubKey: keyPair.publicKey }));
  const fault = checkLocally(unsigned.fields);
  if (fault !== undefined) throw invalidParams(fault);
  return asTransaction(() => signTransaction(fields, keyPair));
}

/** Signatures inside other objects belong to transaction types that Weir does not have. */
function refuseSignatureTarget(params: JsonObject): void {
  if (hasParam(params, 'signature_target')) throw invalidParams(jsonToText(params.signature_target) ?? '');
}

function fillIn({ node }: RpcContext, tx: JsonDraft, root: Readonly<AccountRoot> | undefined): void {
  if (!hasParam(tx, 'Sequence') && root !== undefined) {
    tx.Sequence = hasParam(tx, 'TicketSequence') ? 0 : root.Sequence;
  }
  if (!hasParam(tx, 'NetworkID') && node.networkId > MAX_LEGACY_NETWORK_ID) tx.NetworkID = node.networkId;
}

/** A delegate signs with its own key. */
function requireMatchingKey(
  context: RpcContext,
  tx: JsonObject,
  root: Readonly<AccountRoot>,
  { publicKey }: KeyPair,
): void {
  if (!hasParam(tx, 'Delegate')) {
    requireKeyOfAccount(root.Account, root, publicKey);
    return;
  }
  const delegate = delegateOf(tx.Delegate);
  if (delegate === undefined) throw new RpcError('srcActMalformed', invalidField('tx_json.Delegate').message);
  const delegateRoot = context.node.openView.read(accountKeylet(delegate));
  if (delegateRoot === undefined) throw new RpcError('delegateActNotFound');
  requireKeyOfAccount(delegate, delegateRoot, publicKey);
}

function delegateOf(value: Json | undefined): AccountId | undefined {
  return typeof value === 'string' ? addressToAccountId(value) : undefined;
}
