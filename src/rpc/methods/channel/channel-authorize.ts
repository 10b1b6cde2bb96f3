/** `channel_authorize`: signs a claim against a payment channel (rippled: ChannelAuthorize.cpp). */

import type { KeyPair } from '../../../crypto/key-pair.ts';
import { isSeedLike } from '../../../crypto/seed.ts';
import { sign } from '../../../crypto/signature.ts';
import { channelClaimMessage } from '../../../protocol/transaction/channel-claim.ts';
import type { Hash256, JsonObject } from '../../../protocol/values.ts';
import { channelKeylet } from '../../../transactions/channels/payment-channel.ts';
import type { EngineContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { missingField, RpcError } from '../../method/errors.ts';
import { hasParam } from '../../params/params.ts';
import { claimedChannel, claimedDrops } from '../../signing/channel-claim.ts';
import { hasUnnamedPassphrase, otherKeyHint, requireSigner, SECRET_PARAMS } from '../../signing/signing-key.ts';

export const channelAuthorize = defineMethod({
  name: 'channel_authorize',
  role: 'user',
  needs: 'engine',
  params: [
    { name: 'channel_id', ...claimedChannel, required: true, text: 'Id of the channel, 64 hex digits.' },
    { name: 'amount', ...claimedDrops, required: true, text: 'Total drops that the payee may have, above zero.' },
    ...SECRET_PARAMS,
  ],
  runLocally: requireSigner,
  run(context, read) {
    const { params } = context;
    for (const name of ['channel_id', 'amount']) if (!hasParam(params, name)) throw missingField(name);
    if (!hasParam(params, 'key_type') && !hasParam(params, 'secret')) throw missingField('secret');
    const keyPair = read('secret', context.apiVersion);
    const channelId = read('channel_id');
    const drops = read('amount');
    const warning = claimWarning(context, channelId, drops, keyPair);
    const signature = sign(channelClaimMessage(channelId, drops), keyPair);
    return warning === undefined ? { signature } : { signature, warning };
  },
});

/** A warning if the claim cannot be redeemed, by the channel in the open ledger. */
function claimWarning(
  { params, openLedger }: EngineContext,
  channelId: Hash256,
  drops: bigint,
  { publicKey }: KeyPair,
): string | undefined {
  const channel = openLedger.view.read(channelKeylet(channelId));
  if (channel === undefined) return 'The open ledger has no such channel, so the claim cannot be redeemed now.';
  if (channel.PublicKey !== publicKey) return keyWarning(params, channel.PublicKey);
  if (drops <= channel.Amount) return undefined;
  return `The channel was given only ${channel.Amount} drops: the claim pays no more than that unless it is funded.`;
}

/**
 * The warning for a key that is not the channel's. A `secret` that looks like a mistyped seed is refused with
 * `badSecret`, since it would otherwise count as a passphrase.
 */
function keyWarning(params: JsonObject, channelKey: string): string {
  const wrong = 'This is not the key of the channel, so the claim cannot be redeemed.';
  const hint = otherKeyHint(params, (key) => key === channelKey);
  if (hint !== undefined) return `${wrong} ${hint}`;
  const isPassphrase = hasUnnamedPassphrase(params);
  if (isPassphrase && isSeedLike(params.secret as string)) {
    throw new RpcError('badSecret', "Secret does not match the channel's key.").because(
      "Field 'secret' looks like a seed but is none, perhaps by a slip. A passphrase that looks so goes into 'passphrase', with 'key_type'.",
    );
  }
  return isPassphrase ? `${wrong} The field 'secret' is no seed and was read as a passphrase.` : wrong;
}
