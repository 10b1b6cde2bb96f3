/**
 * From a request with a secret and a `tx_json` to a signed transaction: checks in the reference's order, with its
 * errors, and the fields that the server fills in (rippled: TransactionSign.cpp, transactionPreProcessImpl).
 */

import { addressToAccountId } from '../../crypto/address.ts';
import type { KeyPair } from '../../crypto/key-pair.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { fieldByName } from '../../protocol/tables/fields.ts';
import { innerFormat } from '../../protocol/tables/formats.ts';
import { demandsNetworkId, type Transaction } from '../../protocol/transaction/transaction.ts';
import { signInObject, signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import type { JsonObject, StObject } from '../../protocol/values.ts';
import type { EngineContext, RpcContext } from '../method/context.ts';
import { invalidField, invalidParams, missingField, RpcError } from '../method/errors.ts';
import type { ParamRow } from '../method/param-row.ts';
import { textParam } from '../params/convert-param.ts';
import type { JsonDraft } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import { flag } from '../params/readers.ts';
import { parseTxJson, requireSender, transactionOf, txJson } from '../params/tx-json-param.ts';
import { requireKeyOfAccount } from './account-key.ts';
import { checkPayment } from './payment-fields.ts';
import { requireValidSignatures } from './signers-array.ts';
import { signingKey } from './signing-key.ts';
import { feeForTransaction } from './transaction-fee.ts';

/** The inner object that receives the signature; an error names a field that cannot have one. */
export const SIGNATURE_TARGET_PARAM = {
  name: 'signature_target',
  type: 'string',
  read: ({ params }: RpcContext, name: string): string | undefined => {
    if (!hasParam(params, name)) return undefined;
    const field = fieldByName(textParam(params, name))?.name ?? '';
    if (innerFormat(field) === undefined) throw invalidParams(field);
    return field;
  },
  text: 'Object that receives the signature, such as `CounterpartySignature`, instead of the transaction.',
} as const satisfies ParamRow;

/** The request's transaction before it is signed. */
export interface PreparedTransaction {
  readonly tx: JsonDraft;
  readonly keyPair: KeyPair;
  /** The sender in the open ledger; absent when the request is offline. */
  readonly root: Readonly<AccountRoot> | undefined;
  /** The inner object that receives the signature; undefined for the transaction itself. */
  readonly target: string | undefined;
}

/** The request's transaction, completed and signed by its sender's key. Throws `RpcError`. */
export function signFromRequest(context: EngineContext): Transaction {
  const { tx, keyPair, root, target } = prepareTransaction(context, () => txJson.read(context, 'tx_json'), true);
  if (hasParam(tx, 'Signers')) throw new RpcError('alreadyMultisig');
  // An inner object is not signed with the sender's key.
  if (target === undefined && root !== undefined) requireMatchingKey(context, tx, root, keyPair);
  const make = (fields: StObject) =>
    target === undefined ? signTransaction(fields, keyPair) : signInObject(fields, target, keyPair);
  const { rules } = context.reader;
  return requireValidSignatures(transactionOf(parseTxJson(tx), rules, make), rules);
}

/** The common part of single signing and multi-signing. With `mayFill`, missing fields are filled in. */
export function prepareTransaction(
  context: EngineContext,
  readTx: () => JsonDraft,
  mayFill: boolean,
): PreparedTransaction {
  const keyPair = signingKey.read(context, 'secret');
  const isOffline = flag.read(context, 'offline');
  const target = SIGNATURE_TARGET_PARAM.read(context, 'signature_target');
  const tx = readTx();
  return { tx, keyPair, root: completeTransaction(context, tx, isOffline, mayFill), target };
}

/**
 * Fills in missing fields, and makes checks that the codec does not. Returns the sender in the open ledger, unless the
 * request is offline. Throws `RpcError`.
 */
export function completeTransaction(
  context: EngineContext,
  tx: JsonDraft,
  isOffline: boolean,
  mayFill: boolean,
): Readonly<AccountRoot> | undefined {
  const account = requireSender(tx);
  if (isOffline && !hasParam(tx, 'Sequence')) throw missingField('tx_json.Sequence');
  const root = isOffline ? undefined : context.openLedger.view.read(accountKeylet(account));
  if (!isOffline && root === undefined) throw new RpcError('srcActNotFound');
  if (mayFill) fillIn(context, tx, root);
  tx.Fee = feeForTransaction(context, tx, mayFill && !isOffline);
  checkPayment(context, tx, account, mayFill && !isOffline);
  return root;
}

function fillIn({ reader, openLedger }: EngineContext, tx: JsonDraft, root: Readonly<AccountRoot> | undefined): void {
  if (!hasParam(tx, 'Sequence') && root !== undefined) {
    tx.Sequence = hasParam(tx, 'TicketSequence') ? 0 : openLedger.queue.nextSequence(root);
  }
  if (!hasParam(tx, 'NetworkID') && demandsNetworkId(reader.networkId)) tx.NetworkID = reader.networkId;
}

/** A delegate signs with its own key. */
function requireMatchingKey(
  { openLedger, params }: EngineContext,
  tx: JsonObject,
  root: Readonly<AccountRoot>,
  { publicKey }: KeyPair,
): void {
  if (!hasParam(tx, 'Delegate')) {
    requireKeyOfAccount(root.Account, root, publicKey, params);
    return;
  }
  const delegate = typeof tx.Delegate === 'string' ? addressToAccountId(tx.Delegate) : undefined;
  if (delegate === undefined) throw new RpcError('srcActMalformed', invalidField('tx_json.Delegate').message);
  const delegateRoot = openLedger.view.read(accountKeylet(delegate));
  if (delegateRoot === undefined) throw new RpcError('delegateActNotFound');
  requireKeyOfAccount(delegate, delegateRoot, publicKey, params);
}
