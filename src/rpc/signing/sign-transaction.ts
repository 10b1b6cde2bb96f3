/**
 * From a request with a secret and a `tx_json` to a signed transaction: checks in the reference's order, with its
 * errors, and the fields that the server fills in (rippled: TransactionSign.cpp, transactionPreProcessImpl).
 */
import { addressToAccountId } from '../../crypto/address.ts';
import type { KeyPair } from '../../crypto/key-pair.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { fieldByName } from '../../protocol/tables/fields.ts';
import { demandsNetworkId } from '../../protocol/transaction/network-id.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { JsonDraft } from '../json/transaction-json.ts';
import type { RpcContext } from '../method/context.ts';
import { invalidField, invalidParams, missingField, RpcError } from '../method/errors.ts';
import { requireKeyOfAccount } from '../params/account-key.ts';
import { flagParam, textParam } from '../params/convert-param.ts';
import { hasParam } from '../params/params.ts';
import { parseTxJson, readTxJson, requireSender, sterilized, transactionOf } from '../params/tx-json-param.ts';
import { feeForTransaction } from './autofill-fee.ts';
import { checkPayment } from './check-payment.ts';
import { requireKeyPair } from './signing-key.ts';

/** How far the request's transaction got before its signature. */
export interface PreparedTransaction {
  readonly tx: JsonDraft;
  readonly keyPair: KeyPair;
  /** The sender in the open ledger; absent when the request is offline. */
  readonly root: Readonly<AccountRoot> | undefined;
}

/** The request's transaction, completed and signed by its sender's key. Throws `RpcError`. */
export function signFromRequest(context: RpcContext): Transaction {
  const { tx, keyPair, root } = prepareTransaction(context, readTxJson, true);
  if (hasParam(tx, 'Signers')) throw new RpcError('alreadyMultisig');
  if (root !== undefined) requireMatchingKey(context, tx, root, keyPair);
  return sterilized(transactionOf(parseTxJson(tx), (fields) => signTransaction(fields, keyPair)));
}

/**
 * The part that signing alone and signing among others share. With `mayFill`, the fields that a client may leave to
 * the server are filled in.
 */
export function prepareTransaction(
  context: RpcContext,
  readTx: (params: JsonObject) => JsonDraft,
  mayFill: boolean,
): PreparedTransaction {
  const { params, node } = context;
  const keyPair = requireKeyPair(params);
  const isOffline = flagParam(params, 'offline');
  // Signatures inside other objects belong to transaction types that Weir does not have. The text is the field's name.
  if (hasParam(params, 'signature_target')) {
    throw invalidParams(fieldByName(textParam(params, 'signature_target'))?.name ?? '');
  }
  const tx = readTx(params);
  const account = requireSender(tx);
  if (isOffline && !hasParam(tx, 'Sequence')) throw missingField('tx_json.Sequence');
  const root = isOffline ? undefined : node.openView.read(accountKeylet(account));
  if (!isOffline && root === undefined) throw new RpcError('srcActNotFound');
  if (mayFill) fillIn(context, tx, root);
  tx.Fee = feeForTransaction(context, tx, mayFill && !isOffline);
  checkPayment(params, tx, account, mayFill && !isOffline ? node : undefined);
  return { tx, keyPair, root };
}

function fillIn({ node }: RpcContext, tx: JsonDraft, root: Readonly<AccountRoot> | undefined): void {
  if (!hasParam(tx, 'Sequence') && root !== undefined) {
    tx.Sequence = hasParam(tx, 'TicketSequence') ? 0 : node.queue.nextSequence(root);
  }
  if (!hasParam(tx, 'NetworkID') && demandsNetworkId(node.networkId)) tx.NetworkID = node.networkId;
}

/** A delegate signs with its own key. */
function requireMatchingKey(
  { node, params }: RpcContext,
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
  const delegateRoot = node.openView.read(accountKeylet(delegate));
  if (delegateRoot === undefined) throw new RpcError('delegateActNotFound');
  requireKeyOfAccount(delegate, delegateRoot, publicKey, params);
}
