/** The documentation of `channel_authorize`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import { channelId, dropsText } from '../../method-doc/positional-words.ts';

export const channelAuthorizeDoc: MethodDoc = {
  summary: 'Signs a claim that the payee of a payment channel can redeem.',
  commandLine: {
    usage: '<secret> [<key_type>] <channel_id> <drops>',
    min: 3,
    max: 4,
    words: [
      { name: 'secret', text: 'Secret of the key to sign with; with a key_type its seed or passphrase.' },
      { name: 'key_type', text: 'secp256k1 or ed25519.' },
      { name: 'channel_id' },
      { name: 'drops', text: 'All that the payee may ever have; above zero.' },
    ],
    note: 'Other users of this machine can read the words of a command: weir channel sign keeps the secret to itself.',
    parse: claimToSign,
  },
  examples: ({ holder, channelId, claim }) => [
    shown({ channel_id: channelId, secret: holder.secret, amount: claim.amount }),
  ],
  answer: {
    signature: 'Signature of the claim, in hex.',
  },
};

/** Nothing is quoted: in the wrong order a word may be the secret. */
function claimToSign(words: readonly string[]): JsonObject {
  const [secret, ...rest] = words;
  const keyType = rest.length === 3 ? rest.shift()! : undefined;
  if (keyType !== undefined && keyType !== 'secp256k1' && keyType !== 'ed25519') {
    throw usageError('channel_authorize: of four words the second is secp256k1 or ed25519');
  }
  const claim = {
    channel_id: channelId('channel_authorize', rest[0]!),
    amount: dropsText('channel_authorize', rest[1]!),
  };
  return keyType === undefined ? { secret: secret!, ...claim } : { passphrase: secret!, key_type: keyType, ...claim };
}
