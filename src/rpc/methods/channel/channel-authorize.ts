/** `channel_authorize`: signs a claim against a payment channel (rippled: ChannelAuthorize.cpp). */
import { type KeyPair, sign } from '../../../crypto/key-pair.ts';
import { isSeedLike } from '../../../crypto/seed.ts';
import { channelClaimMessage } from '../../../protocol/transaction/channel-claim.ts';
import type { Hash256 } from '../../../protocol/values.ts';
import { channelKeylet } from '../../../transactions/channels/payment-channel.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { missingField, RpcError } from '../../method/errors.ts';
import { hasParam } from '../../params/params.ts';
import { claimedChannel, claimedDrops } from '../../signing/channel-claim.ts';
import { hasUnnamedPassphrase, SECRET_PARAMS } from '../../signing/signing-key.ts';
import { requireSigner } from '../../signing/submit-wait.ts';

export const channelAuthorize = defineMethod({
  name: 'channel_authorize',
  summary: 'Signs a claim that the payee of a payment channel can redeem.',
  role: 'user',
  needs: 'none',
  params: [
    { name: 'channel_id', ...claimedChannel, required: true, text: 'Id of the channel, 64 hex digits.' },
    { name: 'amount', ...claimedDrops, required: true, text: 'Drops, all that the payee may ever have; above zero.' },
    ...SECRET_PARAMS,
  ],
  run(context, read) {
    const { params } = context;
    requireSigner(context);
    for (const name of ['channel_id', 'amount']) if (!hasParam(params, name)) throw missingField(name);
    if (!hasParam(params, 'key_type') && !hasParam(params, 'secret')) throw missingField('secret');
    const keyPair = read('secret', context.apiVersion);
    const channelId = read('channel_id');
    const drops = read('amount');
    const warning = keyWarning(context, channelId, keyPair);
    const signature = sign(channelClaimMessage(channelId, drops), keyPair);
    return warning === undefined ? { signature } : { signature, warning };
  },
});

/**
 * What is wrong with the key, if the open ledger has the channel and it has another one. A `secret` that looks like a
 * mistyped seed, and would pass for a passphrase in silence, is refused with `badSecret` then.
 */
function keyWarning({ params, node }: RpcContext, channelId: Hash256, { publicKey }: KeyPair): string | undefined {
  const channel = node.openView.read(channelKeylet(channelId));
  if (channel === undefined || channel.PublicKey === publicKey) return undefined;
  const isPassphrase = hasUnnamedPassphrase(params);
  if (isPassphrase && isSeedLike(params.secret as string)) {
    throw new RpcError('badSecret', "Secret does not match the channel's key.").because(
      "Field 'secret' looks like a seed but is none, perhaps by a slip. A passphrase that looks so goes into 'passphrase', with 'key_type'.",
    );
  }
  const reading = isPassphrase ? " The field 'secret' is no seed and was read as a passphrase." : '';
  return `This is not the key of the channel, so nobody can redeem the claim.${reading}`;
}
