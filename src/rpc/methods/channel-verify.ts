/** `channel_verify`: is the signature of a claim genuine? It does not ask whether the channel exists (ChannelVerify.cpp). */
import { parseAccountPublicKey } from '../../crypto/address.ts';
import { publicKeyType } from '../../crypto/key-pair.ts';
import { verify } from '../../crypto/sign.ts';
import { isHex } from '../../util/hex.ts';
import { claimMessage, readClaim } from '../channel-claim.ts';
import { textParam } from '../convert-param.ts';
import { defineMethod } from '../define-method.ts';
import { invalidParams, missingField, RpcError } from '../errors.ts';
import { hasParam } from '../params.ts';

const REQUIRED = ['public_key', 'channel_id', 'amount', 'signature'] as const;

export const channelVerify = defineMethod({
  name: 'channel_verify',
  summary: 'Checks the signature of a claim against a payment channel.',
  role: 'user',
  needs: 'none',
  params: [
    { name: 'channel_id', type: 'string', required: true, text: 'Id of the channel, 64 hex digits.' },
    { name: 'amount', type: 'string', required: true, text: 'Drops of the claim.' },
    { name: 'public_key', type: 'string', required: true, text: "The channel's key in base58 or hex." },
    { name: 'signature', type: 'string', required: true, text: 'Signature of the claim in hex.' },
  ],
  run({ params }) {
    for (const name of REQUIRED) if (!hasParam(params, name)) throw missingField(name);
    const publicKey = parsePublicKey(textParam(params, 'public_key'));
    const { channelId, drops } = readClaim(params);
    const signature = textParam(params, 'signature');
    if (signature === '' || !isHex(signature)) throw invalidParams();
    return { signature_verified: verify(claimMessage(channelId, drops), publicKey, signature) };
  },
});

function parsePublicKey(text: string): string {
  const publicKey = parseAccountPublicKey(text) ?? text.toUpperCase();
  if (publicKeyType(publicKey) === undefined) throw new RpcError('publicMalformed');
  return publicKey;
}
