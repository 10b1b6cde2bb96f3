/**
 * `manifest`: the keys of a validator. A standalone server has no manifests, so each key is its own master key and its
 * own ephemeral key (rippled: Manifest.cpp).
 */
import { parseNodePublicKey } from '../../../crypto/address.ts';
import { defineMethod } from '../../method/define-method.ts';
import { RpcError } from '../../method/errors.ts';
import { requiredConvertedText } from '../../params/readers.ts';

export const manifest = defineMethod({
  name: 'manifest',
  role: 'user',
  needs: 'nothing',
  params: [{ name: 'public_key', ...requiredConvertedText, required: true, text: 'Public key of a validator.' }],
  run(_context, read) {
    const requested = read('public_key');
    if (parseNodePublicKey(requested) === undefined) throw new RpcError('invalidParams', undefined, { requested });
    return { requested, details: { master_key: requested, ephemeral_key: requested } };
  },
});
