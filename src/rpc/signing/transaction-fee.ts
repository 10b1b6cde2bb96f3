/** The fee of a transaction that was sent without one (rippled: TransactionSign.cpp, checkFee and getTxFee). */
import { fullnessOf } from '../../node/open-ledger/open-ledger.ts';
import { levelToDrops } from '../../node/queue/fee-metrics.ts';
import { objectFromJson } from '../../protocol/json/from-json.ts';
import { JsonFieldError } from '../../protocol/json/json-field-error.ts';
import { checkLocally } from '../../protocol/transaction/local-checks.ts';
import { createTransaction, InvalidTransactionError } from '../../protocol/transaction/transaction.ts';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { baseFeeOf } from '../../transactions/engine/base-fee.ts';
import type { EngineContext, RpcContext } from '../method/context.ts';
import { expectedField, missingField, RpcError } from '../method/errors.ts';
import type { ParamReader } from '../method/param-row.ts';
import { hasParam } from '../params/params.ts';
import { fullLedgerHint } from './full-ledger.ts';

const DEFAULT_MULTIPLIER = 10;
const DEFAULT_DIVISOR = 1;
const MAX_SIGNERS = 32;
const MIN_INT32 = -0x8000_0000;
const MAX_INT32 = 0x7fff_ffff;
/** The reference's placeholders for fields that do not affect the fee. */
const PLACEHOLDERS: JsonObject = { Fee: '0', Sequence: '0', SigningPubKey: '', TxnSignature: '' };
const SIGNER_PLACEHOLDERS: JsonObject = { SigningPubKey: '', TxnSignature: '' };

/** Reads `fee_mult_max` and `fee_div_max`. */
export const feeMultiplier = feeFactor(DEFAULT_MULTIPLIER, 0);
export const feeDivisor = feeFactor(DEFAULT_DIVISOR, 1);

/** The fee: the one in `tx`, or with `mayFill` the current one, if `fee_mult_max` and `fee_div_max` allow it. */
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
 * The smallest fee whose level is above the open ledger's minus one, so at least the base fee or one drop less. So a
 * free transaction, such as the first change of a regular key, is filled with the base fee, and a limit that follows
 * from a fee of zero is exceeded.
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

/** The base fee of this transaction; the default base fee if the transaction is otherwise invalid. */
function baseFeeFor({ reader: { fees, networkId, rules }, openLedger }: EngineContext, tx: JsonObject): bigint {
  const signers = filledSigners(tx.Signers);
  if (signers === 'invalid') return fees.baseDrops;
  const filled = { ...PLACEHOLDERS, ...tx, ...(signers === undefined ? {} : { Signers: signers }) };
  try {
    const { fields } = createTransaction(objectFromJson(filled, 'tx_json'));
    if (checkLocally(fields, rules) !== undefined) return fees.baseDrops;
    return baseFeeOf(fields, openLedger.view, { fees, networkId, rules });
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
