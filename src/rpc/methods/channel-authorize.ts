/** `channel_authorize`: signs a claim against a payment channel (reference: ChannelAuthorize.cpp). */
import { sign } from '../../crypto/sign.ts';
import { channelClaimMessage } from '../../protocol/channel-claim.ts';
import { readClaim } from '../channel-claim.ts';
import { defineMethod } from '../define-method.ts';
import { missingField } from '../errors.ts';
import { hasParam } from '../params.ts';
import { requireSigner } from '../signed-result.ts';
import { requireKeyPair, SECRET_PARAMS } from '../signing-key.ts';

export const channelAuthorize = defineMethod({
  name: 'channel_authorize',
  summary: 'Signs a claim that the payee of a payment channel can redeem.',
  role: 'user',
  needs: 'none',
  params: [
    { name: 'channel_id', type: 'string', required: true, text: 'Id of the channel, 64 hex digits.' },
    { name: 'amount', type: 'string', required: true, text: 'Drops, all that the payee may ever have; above zero.' },
    ...SECRET_PARAMS,
  ],
  run(context) {
    const { params } = context;
    requireSigner(context);
    for (const name of ['channel_id', 'amount']) if (!hasParam(params, name)) throw missingField(name);
    if (!hasParam(params, 'key_type') && !hasParam(params, 'secret')) throw missingField('secret');
    const keyPair = requireKeyPair(params, context.apiVersion);
    const { channelId, drops } = readClaim(params);
    return { signature: sign(channelClaimMessage(channelId, drops), keyPair) };
  },
});
