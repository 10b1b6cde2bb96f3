/** The documentation of `wallet_propose`. */
import { hidden, type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const walletProposeDoc: MethodDoc = {
  summary: 'Creates a key pair and its address.',
  commandLine: {
    usage: '[<passphrase>]',
    min: 0,
    max: 1,
    words: [{ name: 'passphrase' }],
    parse: ([passphrase]) => (passphrase === undefined ? {} : { passphrase }),
  },
  examples: () => [shown(), hidden({ passphrase: 'example', key_type: 'ed25519' })],
  answer: {
    master_seed: 'The secret, in base58.',
    master_seed_hex: 'The secret in hex.',
    master_key: 'The secret as twelve words (RFC 1751).',
    account_id: 'Address of the account.',
    key_type: '`secp256k1` or `ed25519`.',
    warning: 'A warning that the secret is easy to guess.',
  },
};
