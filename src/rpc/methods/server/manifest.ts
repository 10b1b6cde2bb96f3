/** `manifest`: what is known of a validator's keys: nothing, for a server on its own hears of no validators (Manifest.cpp). */
import { parseNodePublicKey } from '../../../crypto/address.ts';
import { defineMethod } from '../../method/define-method.ts';
import { missingField, RpcError } from '../../method/errors.ts';
import { textParam } from '../../params/convert-param.ts';
import { hasParam } from '../../params/params.ts';

export const manifest = defineMethod({
  name: 'manifest',
  summary: "Repeats a validator's public key; nothing is known of any.",
  role: 'user',
  needs: 'none',
  params: [{ name: 'public_key', type: 'string', required: true, text: 'Public key of a validator.' }],
  run({ params }) {
    if (!hasParam(params, 'public_key')) throw missingField('public_key');
    const requested = textParam(params, 'public_key');
    if (parseNodePublicKey(requested) === undefined) throw new RpcError('invalidParams', undefined, { requested });
    return { requested };
  },
});
