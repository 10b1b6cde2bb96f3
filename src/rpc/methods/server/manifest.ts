/**
 * `manifest`: what is known of a validator's keys: nothing, for a server on its own hears of no validators
 * (rippled: Manifest.cpp).
 */
import { parseNodePublicKey } from '../../../crypto/address.ts';
import { defineMethod } from '../../method/define-method.ts';
import { RpcError } from '../../method/errors.ts';
import { requiredConvertedText } from '../../params/readers.ts';

export const manifest = defineMethod({
  name: 'manifest',
  summary: "Repeats a validator's public key; nothing is known of any.",
  role: 'user',
  needs: 'none',
  params: [{ name: 'public_key', ...requiredConvertedText, required: true, text: 'Public key of a validator.' }],
  run(_context, read) {
    const requested = read('public_key');
    if (parseNodePublicKey(requested) === undefined) throw new RpcError('invalidParams', undefined, { requested });
    return { requested };
  },
});
