/**
 * From a request with a secret and a `tx_json` to a signed transaction: checks in the reference's order, with its
 * errors, and the fields that the server fills in (rippled: TransactionSign.cpp, transactionPreProcessImpl).
 *
 * The fee of a transaction that was sent without one (rippled: TransactionSign.cpp, checkFee and getTxFee).
 *
 * What signing checks of a payment before the codec sees it (rippled: TransactionSign.cpp, checkPayment).
 */

import { addressToAccountId } from '../../crypto/address.ts';
import type { KeyPair } from '../../crypto/key-pair.ts';
import { fullnessOf } from '../../node/open-ledger/open-ledger.ts';
import { levelToDrops } from '../../node/queue/fee-metrics.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { amountFault, amountFromJson } from '../../protocol/json/amount-json.ts';
import { objectFromJson } from '../../protocol/json/from-json.ts';
import { JsonFieldError } from '../../protocol/json/json-field-error.ts';
import { objectToJson } from '../../protocol/json/to-json.ts';
import { fieldByName } from '../../protocol/tables/fields.ts';
import { innerFormat } from '../../protocol/tables/formats.ts';
import { checkLocally } from '../../protocol/transaction/local-checks.ts';
import {
  createTransaction,
  demandsNetworkId,
  InvalidTransactionError,
  type Transaction,
} from '../../protocol/transaction/transaction.ts';
import { signInObject, signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import {
  type AccountId,
  type Amount,
  type Hash256,
  isIssued,
  isMpt,
  isNative,
  type Json,
  type JsonObject,
  type StObject,
} from '../../protocol/values.ts';
import { baseFeeOf } from '../../transactions/engine/base-fee.ts';
import type { EngineContext, RpcContext } from '../method/context.ts';
import { expectedField, invalidField, invalidParams, missingField, RpcError } from '../method/errors.ts';
import type { ParamReader, ParamRow } from '../method/param-row.ts';
import { textParam } from '../params/convert-param.ts';
import type { JsonDraft } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import { parseHash } from '../params/parse-hash.ts';
import { flag, presence } from '../params/readers.ts';
import { parseTxJson, requireSender, transactionOf, txJson } from '../params/tx-json-param.ts';
import { builtPaths } from '../paths/built-paths.ts';
import { requireKeyOfAccount } from './account-key.ts';
import { fullLedgerHint } from './full-ledger.ts';
import { requireValidSignatures } from './signers-array.ts';
import { signingKey } from './signing-key.ts';

/** The object of the transaction that the signature goes into; what cannot hold one is named as the fault. */
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

/** How far the request's transaction got before its signature. */
export interface PreparedTransaction {
  readonly tx: JsonDraft;
  readonly keyPair: KeyPair;
  /** The sender in the open ledger; absent when the request is offline. */
  readonly root: Readonly<AccountRoot> | undefined;
  /** The object that the signature goes into, where that is not the transaction. */
  readonly target: string | undefined;
}

/** The request's transaction, completed and signed by its sender's key. Throws `RpcError`. */
export function signFromRequest(context: EngineContext): Transaction {
  const { tx, keyPair, root, target } = prepareTransaction(context, () => txJson.read(context, 'tx_json'), true);
  if (hasParam(tx, 'Signers')) throw new RpcError('alreadyMultisig');
  // The key of another object than the transaction is not the sender's.
  if (target === undefined && root !== undefined) requireMatchingKey(context, tx, root, keyPair);
  const make = (fields: StObject) =>
    target === undefined ? signTransaction(fields, keyPair) : signInObject(fields, target, keyPair);
  return requireValidSignatures(transactionOf(parseTxJson(tx), make));
}

/**
 * The part that signing alone and signing among others share. With `mayFill`, the fields that a client may leave to
 * the server are filled in.
 */
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
 * Fills in what the client left to the server, and checks what the codec would not find. Gives the sender in the open
 * ledger, unless the request is offline. Throws `RpcError`.
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

const DEFAULT_MULTIPLIER = 10;
const DEFAULT_DIVISOR = 1;
const MAX_SIGNERS = 32;
const MIN_INT32 = -0x8000_0000;
const MAX_INT32 = 0x7fff_ffff;
/** What the reference puts in for the fields that a fee does not depend on. */
const PLACEHOLDERS: JsonObject = { Fee: '0', Sequence: '0', SigningPubKey: '', TxnSignature: '' };
const SIGNER_PLACEHOLDERS: JsonObject = { SigningPubKey: '', TxnSignature: '' };

/** What `fee_mult_max` and `fee_div_max` must be. */
export const feeMultiplier = feeFactor(DEFAULT_MULTIPLIER, 0);
export const feeDivisor = feeFactor(DEFAULT_DIVISOR, 1);

/** The fee to pay: the one in `tx`, or, where `mayFill`, the current one if `fee_mult_max` and `fee_div_max` allow it. */
export function feeForTransaction(context: EngineContext, tx: JsonObject, mayFill: boolean): Json {
  if (hasParam(tx, 'Fee')) return tx.Fee as Json;
  if (!mayFill) throw missingField('tx_json.Fee');
  const multiplier = feeMultiplier.read(context, 'fee_mult_max');
  const divisor = feeDivisor.read(context, 'fee_div_max');
  const baseDrops = baseFeeFor(context, tx);
  const limitDrops = (baseDrops * BigInt(multiplier)) / BigInt(divisor);
  let feeDrops = escalatedFee(context);
  if (feeDrops < baseDrops) feeDrops = baseDrops;
  if (feeDrops > limitDrops) {
    const fullness = fullnessOf(context.openLedger);
    const message = `Fee of ${feeDrops} exceeds the requested tx limit of ${limitDrops}`;
    throw new RpcError('highFee', fullness === undefined ? message : `${message}. ${fullLedgerHint(fullness)}`);
  }
  return String(feeDrops);
}

/**
 * The least that is more than one level below what the open ledger asks for, so at least the plain base fee or a drop
 * less. So nothing that is free, like the change of a regular key, is filled in, and where the limit follows from a fee
 * of nothing it cannot be kept.
 */
function escalatedFee({ reader, openLedger: { queue, view } }: EngineContext): bigint {
  const level = queue.openLedgerLevel(view.transactionCount);
  return levelToDrops(level - 1n, reader.fees.baseDrops) + 1n;
}

function feeFactor(fallback: number, min: number): ParamReader<'integer', number> {
  const read = ({ params }: RpcContext, name: string) => {
    if (!hasParam(params, name)) return fallback;
    const value = params[name];
    if (!isInt32(value) || value < min) throw expectedField(name, 'a positive integer');
    return value;
  };
  return { type: 'integer', read };
}

function isInt32(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= MIN_INT32 && value <= MAX_INT32;
}

/** The base fee of this kind of transaction; the plain one where the rest of the transaction is at fault. */
function baseFeeFor({ reader: { fees, networkId }, openLedger }: EngineContext, tx: JsonObject): bigint {
  const signers = filledSigners(tx.Signers);
  if (signers === 'invalid') return fees.baseDrops;
  const filled = { ...PLACEHOLDERS, ...tx, ...(signers === undefined ? {} : { Signers: signers }) };
  try {
    const { fields } = createTransaction(objectFromJson(filled, 'tx_json'));
    if (checkLocally(fields) !== undefined) return fees.baseDrops;
    return baseFeeOf(fields, openLedger.view, { fees, networkId });
  } catch (error) {
    if (error instanceof JsonFieldError || error instanceof InvalidTransactionError) return fees.baseDrops;
    throw error;
  }
}

function filledSigners(signers: Json | undefined): Json[] | undefined | 'invalid' {
  if (signers === undefined) return undefined;
  if (!Array.isArray(signers) || signers.length > MAX_SIGNERS) return 'invalid';
  const filled: Json[] = [];
  for (const element of signers as readonly Json[]) {
    const signer = (element as JsonObject | null)?.Signer;
    if (typeof signer !== 'object' || signer === null || Array.isArray(signer)) return 'invalid';
    filled.push({ ...(element as JsonObject), Signer: { ...SIGNER_PLACEHOLDERS, ...(signer as JsonObject) } });
  }
  return filled;
}

/** For the methods that fill in what a transaction lacks. */
export const BUILD_PATH_PARAM = {
  name: 'build_path',
  ...presence('boolean'),
  text: 'Find paths for a payment and fill in `Paths`.',
} as const satisfies ParamRow;

/**
 * Checks a payment's amounts and destination, and puts `Amount` in for `DeliverMax`. With `build_path` it looks for paths
 * in the open ledger and puts in what it finds, where that is allowed.
 */
export function checkPayment(context: EngineContext, tx: JsonDraft, source: AccountId, mayFindPaths: boolean): void {
  if (textParam(tx, 'TransactionType') !== 'Payment') return;
  resolveDeliverMax(tx);
  const amount = requireAmount(tx, 'Amount');
  if (!hasParam(tx, 'Destination')) throw missingField('tx_json.Destination');
  const destination = addressToAccountId(textParam(tx, 'Destination'));
  if (destination === undefined) throw invalidField('tx_json.Destination');
  const wantsPath = BUILD_PATH_PARAM.read(context, 'build_path');
  if (wantsPath && (!mayFindPaths || isMpt(amount))) {
    throw invalidParams("Field 'build_path' not allowed in this context.");
  }
  if (wantsPath && hasParam(tx, 'Paths')) throw invalidParams("Cannot specify both 'tx_json.Paths' and 'build_path'");
  const domain = readDomain(tx);
  if (!wantsPath) return;
  const sendMax = hasParam(tx, 'SendMax') ? requireAmount(tx, 'SendMax') : ownTokens(amount, source);
  if (isNative(sendMax) && isNative(amount)) throw invalidParams('Cannot build XRP to XRP paths.');
  const paths = builtPaths(context.engine, { source, destination, sendMax, amount, domain });
  if (paths.length > 0) tx.Paths = objectToJson({ Paths: paths }).Paths as Json;
}

function readDomain({ DomainID }: JsonDraft): Hash256 | undefined {
  if (DomainID === undefined) return undefined;
  const domain = typeof DomainID === 'string' ? parseHash(DomainID) : undefined;
  if (domain === undefined) throw new RpcError('domainMalformed', "Unable to parse 'DomainID'.");
  return domain;
}

/** What a sender spends who does not say: tokens of its own in the same currency. */
function ownTokens(amount: Amount, source: AccountId): Amount {
  return isIssued(amount) ? { ...amount, issuer: source } : amount;
}

function resolveDeliverMax(tx: JsonDraft): void {
  if (!hasParam(tx, 'DeliverMax')) return;
  if (!hasParam(tx, 'Amount')) tx.Amount = tx.DeliverMax as Json;
  else if (!isSameJson(tx.DeliverMax, tx.Amount)) {
    throw invalidParams("Cannot specify differing 'Amount' and 'DeliverMax'");
  }
  delete tx.DeliverMax;
}

function requireAmount(tx: JsonDraft, name: 'Amount' | 'SendMax'): Amount {
  const path = `tx_json.${name}`;
  if (!hasParam(tx, name)) throw missingField(path);
  try {
    return amountFromJson(tx[name]);
  } catch (error) {
    if (error instanceof AmountError) throw invalidField(path).because(amountFault(path, error));
    throw error;
  }
}

function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => isSameJson((one as JsonObject)[name], (other as JsonObject)[name]));
}
