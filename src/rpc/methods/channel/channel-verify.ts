/**
 * `channel_verify`: checks the signature of a claim (rippled: ChannelVerify.cpp, which does not check that the channel
 * exists). Weir adds the channel's state for payees, and many claims in one call.
 */

import { setImmediate } from 'node:timers/promises';
import { verify as verifySignature } from '../../../crypto/signature.ts';
import type { LedgerHeader } from '../../../ledger/ledger-header.ts';
import { channelClaimMessage } from '../../../protocol/transaction/channel-claim.ts';
import type { Json, JsonObject } from '../../../protocol/values.ts';
import { assert } from '../../../util/assert.ts';
import type { EngineContext, RpcContext } from '../../method/context.ts';
import { CONTINUE_AT_ENGINE, defineMethod } from '../../method/define-method.ts';
import { expectedField, invalidField, invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { type VerdictBasis as Basis, channelClaimStatus } from '../../pages/channel-claim-status.ts';
import { isJsonObject, isUInt32, type JsonDraft } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { strictFlag } from '../../params/readers.ts';
import { readSignedClaim, SIGNED_CLAIM_PARAMS } from '../../signing/channel-claim.ts';

interface VerdictBasis extends Basis {
  readonly header: LedgerHeader;
}

const MAX_CLAIMS = 10_000;
/** Claims verified in one step: a few milliseconds of work. */
const CLAIMS_PER_TURN = 50;

const leastSecondsLeft: ParamReader<'integer', number> = {
  type: 'integer',
  read: ({ params }, name) => {
    const seconds = params[name] ?? 0;
    if (!isUInt32(seconds)) throw expectedField(name, 'unsigned integer');
    return seconds;
  },
};

/** A list of claims. Members of a single claim must not be given beside the list. */
const claimList: ParamReader<'array', readonly Json[] | undefined> = {
  type: 'array',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) return undefined;
    const claims = params[name];
    if (!Array.isArray(claims)) throw expectedField(name, 'array');
    if (claims.length === 0) throw invalidField(name);
    if (claims.length > MAX_CLAIMS) throw invalidParams(`Field '${name}' holds more than ${MAX_CLAIMS} claims.`);
    for (const field of ['amount', 'signature']) {
      if (hasParam(params, field)) throw invalidParams(`Field '${field}' belongs into each of '${name}'.`);
    }
    return claims as readonly Json[];
  },
};

export const channelVerify = defineMethod({
  name: 'channel_verify',
  role: 'user',
  needs: 'engine',
  params: [
    ...SIGNED_CLAIM_PARAMS,
    { name: 'channel_state', ...strictFlag, text: 'Check whether the claim can be redeemed in the validated ledger.' },
    {
      name: 'min_seconds_left',
      ...leastSecondsLeft,
      text: 'With `channel_state`: minimum seconds until the channel expires (0).',
    },
    {
      name: 'claims',
      ...claimList,
      text: `Instead of one claim: up to ${MAX_CLAIMS} objects with the first four fields; a \`channel_id\` or \`public_key\` beside the array is the default.`,
    },
  ],
  runLocally(context, read) {
    read('min_seconds_left');
    return read('channel_state') === true ? CONTINUE_AT_ENGINE : verify(context, read('claims'), undefined);
  },
  run(context, read) {
    const basis = verdictBasis(context, read('min_seconds_left'));
    return withLedger(verify(context, read('claims'), basis), basis);
  },
});

function verify(
  context: RpcContext,
  claims: readonly Json[] | undefined,
  basis: VerdictBasis | undefined,
): JsonObject | Promise<JsonObject> {
  return claims === undefined ? verifyClaim(context, basis) : verifyAll(claims, context, basis);
}

/** The time is the one that applies to a transaction submitted now. */
function verdictBasis({ reader, engine }: EngineContext, minSecondsLeft: number): VerdictBasis {
  const header = reader.validated;
  const view = reader.view(header.ledgerIndex);
  assert(view !== undefined, 'the server has its validated ledger');
  return { view, header, nowSeconds: engine.nowSeconds, minSecondsLeft };
}

function verifyClaim(context: RpcContext, basis: VerdictBasis | undefined): JsonObject {
  const claim = readSignedClaim(context);
  const isGood = verifySignature(channelClaimMessage(claim.channelId, claim.drops), claim.publicKey, claim.signature);
  return { signature_verified: isGood, ...(basis === undefined ? {} : channelClaimStatus(claim, isGood, basis)) };
}

/** A result for each claim, in the same order; an invalid claim has the error of a single request. */
async function verifyAll(
  claims: readonly Json[],
  context: RpcContext,
  basis: VerdictBasis | undefined,
): Promise<JsonObject> {
  const results: JsonObject[] = [];
  for (const claim of claims) {
    results.push(verifyOne(claim, context, basis));
    if (results.length % CLAIMS_PER_TURN === 0) await setImmediate();
  }
  return { claims: results };
}

function verifyOne(claim: Json, context: RpcContext, basis: VerdictBasis | undefined): JsonObject {
  const { channel_id, public_key } = context.params;
  try {
    if (!isJsonObject(claim)) throw expectedField('claims', 'array of objects');
    const defaults: JsonDraft = {};
    if (channel_id !== undefined) defaults.channel_id = channel_id;
    if (public_key !== undefined) defaults.public_key = public_key;
    return verifyClaim({ ...context, params: { ...defaults, ...claim } }, basis);
  } catch (error) {
    if (error instanceof RpcError) return error.toResult();
    throw error;
  }
}

async function withLedger(answer: JsonObject | Promise<JsonObject>, { header }: VerdictBasis): Promise<JsonObject> {
  const { hash, ledgerIndex } = header;
  return { ...(await answer), ledger_hash: hash, ledger_index: ledgerIndex, validated: true };
}
