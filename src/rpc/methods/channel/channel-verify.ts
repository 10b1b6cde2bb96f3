/**
 * `channel_verify`: is the signature of a claim genuine? (rippled: ChannelVerify.cpp, which does not ask whether the
 * channel exists). Weir adds the verdict that a payee needs, and as many claims in one call as a request can hold.
 */
import { setImmediate } from 'node:timers/promises';
import { verify } from '../../../crypto/key-pair.ts';
import type { LedgerHeader } from '../../../ledger/ledger-header.ts';
import { channelClaimMessage } from '../../../protocol/transaction/channel-claim.ts';
import type { Json, JsonObject } from '../../../protocol/values.ts';
import { assert } from '../../../util/assert.ts';
import type { JsonDraft } from '../../json/transaction-json.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { expectedField, invalidField, invalidParams, RpcError } from '../../method/errors.ts';
import { type VerdictBasis as Basis, channelClaimStatus } from '../../pages/channel-claim-status.ts';
import { isJsonObject, isUInt32 } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { strictFlag } from '../../params/readers.ts';
import { readSignedClaim } from '../../signing/channel-claim.ts';

interface VerdictBasis extends Basis {
  readonly header: LedgerHeader;
}

const MAX_CLAIMS = 10_000;
/** Claims after which other requests get their turn: a few milliseconds of work. */
const CLAIMS_PER_TURN = 50;

export const channelVerify = defineMethod({
  name: 'channel_verify',
  summary: 'Checks the signature of a claim against a payment channel, and whether the claim can be redeemed.',
  role: 'user',
  needs: 'none',
  params: [
    { name: 'channel_id', type: 'string', required: true, text: 'Id of the channel, 64 hex digits.' },
    { name: 'amount', type: 'string', required: true, text: 'Drops of the claim, above zero.' },
    { name: 'public_key', type: 'string', required: true, text: "The channel's key in base58 or hex." },
    { name: 'signature', type: 'string', required: true, text: 'Signature of the claim in hex.' },
    { name: 'channel_state', ...strictFlag, text: 'Say whether the validated ledger lets the claim be redeemed.' },
    { name: 'min_seconds_left', type: 'integer', text: 'With `channel_state`: how long the channel must live on (0).' },
    {
      name: 'claims',
      type: 'array',
      text: `Instead of one claim up to ${MAX_CLAIMS} objects, each with the first four fields; a \`channel_id\` or \`public_key\` beside the array is for those without one.`,
    },
  ],
  run(context, read) {
    const basis = readBasis(context, () => read('channel_state') === true);
    const { params } = context;
    const answer = hasParam(params, 'claims') ? verifyAll(params, basis) : verifyClaim(params, basis);
    return basis === undefined ? answer : withLedger(answer, basis);
  },
});

/** Undefined if only the signature is asked for. */
function readBasis({ params, node }: RpcContext, asksForState: () => boolean): VerdictBasis | undefined {
  const minSecondsLeft = params.min_seconds_left ?? 0;
  if (!isUInt32(minSecondsLeft)) throw expectedField('min_seconds_left', 'unsigned integer');
  if (!asksForState()) return undefined;
  const header = node.validated;
  const view = node.view(header.ledgerIndex);
  assert(view !== undefined, 'the server has its validated ledger');
  return { view, header, nowSeconds: node.nowSeconds, minSecondsLeft };
}

function verifyClaim(params: JsonObject, basis: VerdictBasis | undefined): JsonObject {
  const claim = readSignedClaim(params);
  const isGood = verify(channelClaimMessage(claim.channelId, claim.drops), claim.publicKey, claim.signature);
  return { signature_verified: isGood, ...(basis === undefined ? {} : channelClaimStatus(claim, isGood, basis)) };
}

/** A result for each claim, in the same order; a claim that is none has the error that it would have had alone. */
async function verifyAll({ claims, ...shared }: JsonObject, basis: VerdictBasis | undefined): Promise<JsonObject> {
  if (!Array.isArray(claims)) throw expectedField('claims', 'array');
  if (claims.length === 0) throw invalidField('claims');
  if (claims.length > MAX_CLAIMS) throw invalidParams(`Field 'claims' holds more than ${MAX_CLAIMS} claims.`);
  for (const name of ['amount', 'signature']) {
    if (hasParam(shared, name)) throw invalidParams(`Field '${name}' belongs into each of 'claims'.`);
  }
  const results: JsonObject[] = [];
  for (const claim of claims as Json[]) {
    results.push(verifyOne(claim, shared, basis));
    if (results.length % CLAIMS_PER_TURN === 0) await setImmediate();
  }
  return { claims: results };
}

function verifyOne(claim: Json, { channel_id, public_key }: JsonObject, basis: VerdictBasis | undefined): JsonObject {
  try {
    if (!isJsonObject(claim)) throw expectedField('claims', 'array of objects');
    const defaults: JsonDraft = {};
    if (channel_id !== undefined) defaults.channel_id = channel_id;
    if (public_key !== undefined) defaults.public_key = public_key;
    return verifyClaim({ ...defaults, ...claim }, basis);
  } catch (error) {
    if (error instanceof RpcError) return error.toResult();
    throw error;
  }
}

async function withLedger(answer: JsonObject | Promise<JsonObject>, { header }: VerdictBasis): Promise<JsonObject> {
  const { hash, ledgerIndex } = header;
  return { ...(await answer), ledger_hash: hash, ledger_index: ledgerIndex, validated: true };
}
