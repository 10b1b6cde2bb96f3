/**
 * `POST /accounts`: the faucet that client libraries use (`Client.fundWallet` of xrpl.js and others). Funds the account in the request, or
 * a new one. For development only.
 */
import { accountIdOfPublicKey, accountIdToAddress, addressToAccountId } from '../../crypto/address.ts';
import { deriveKeyPair } from '../../crypto/key-pair.ts';
import { encodeEd25519Seed, randomSeed } from '../../crypto/seed.ts';
import { masterPayment } from '../../node/development-funds.ts';
import type { LedgerEngine } from '../../node/ledger-node.ts';
import type { SubmitOutcome } from '../../node/open-ledger/submission.ts';
import { DROPS_PER_XRP } from '../../protocol/amounts/amount-math.ts';
import { isTesSuccess, terMessage } from '../../protocol/tables/ter.ts';
import type { AccountId, Json, JsonObject } from '../../protocol/values.ts';
import { RpcError } from '../../rpc/method/errors.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { withRpcErrors } from '../../rpc/signing/submission.ts';
import { JsonFault, parseStrictJson } from '../envelopes/strict-json.ts';
import { FAUCET_PATH, type HttpRoute, type PlainAnswer } from './http-routes.ts';

const DEFAULT_XRP = 1_000;
const MAX_XRP = 1_000_000;

/** Pays from the master account of the engine's chain. */
export function faucetRoute(engine: LedgerEngine): HttpRoute {
  return { method: 'POST', path: FAUCET_PATH, answer: (body) => pay(engine, body) };
}

async function pay(engine: LedgerEngine, body: string): Promise<PlainAnswer> {
  const request = parseBody(body);
  const xrp = request && readAmount(request.xrpAmount);
  const destination = request?.destination;
  if (request === undefined || xrp === undefined) return refusal('xrpAmount must be from 1 to 1000000');
  const seed = destination === undefined ? randomSeed() : undefined;
  const account =
    seed === undefined ? parseAddress(destination) : accountIdOfPublicKey(deriveKeyPair(seed, 'ed25519').publicKey);
  if (account === undefined) return refusal('destination is not an address');
  const funding = await fund(engine, account, xrp);
  if (funding instanceof RpcError) return { status: 503, body: { error: funding.message } };
  const { transaction, result } = funding;
  if (!isTesSuccess(result)) return refusal(`${result}: ${terMessage(result)}`);
  const address = accountIdToAddress(account);
  const answer = { account: { classicAddress: address, address }, amount: xrp, transactionHash: transaction.id };
  return { status: 200, body: seed === undefined ? answer : { ...answer, seed: encodeEd25519Seed(seed) } };
}

/** Gives the error if no ledger can be closed now, or the payment could not be saved. */
async function fund(engine: LedgerEngine, account: AccountId, xrp: number): Promise<SubmitOutcome | RpcError> {
  const payment = () => masterPayment(engine, account, BigInt(xrp) * DROPS_PER_XRP);
  try {
    return await withRpcErrors(() => engine.submit(payment));
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
}

/** An empty body requests a new account. */
function parseBody(body: string): JsonObject | undefined {
  try {
    const value = body === '' ? {} : parseStrictJson(body);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}

/** Whole XRP, as a number or a string. */
function readAmount(value: Json | undefined): number | undefined {
  const xrp = value === undefined ? DEFAULT_XRP : Number(value);
  return Number.isInteger(xrp) && xrp >= 1 && xrp <= MAX_XRP ? xrp : undefined;
}

function parseAddress(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? addressToAccountId(value) : undefined;
}

function refusal(error: string): PlainAnswer {
  return { status: 400, body: { error } };
}
