/** `sign`: completes and signs a transaction without submitting it (reference: Sign.cpp). */
import { defineMethod } from '../define-method.ts';
import { signFromRequest } from '../sign-transaction.ts';
import { requireSigner, SIGNING_DEPRECATED, signedResult, withNotice } from '../signed-result.ts';

export const sign = defineMethod({
  name: 'sign',
  summary: 'Fills in and signs a transaction.',
  role: 'user',
  needs: 'current',
  params: [
    { name: 'tx_json', type: 'object', required: true, text: 'The transaction.' },
    { name: 'secret', type: 'string', text: 'Secret of the sender in any spelling.' },
    { name: 'seed', type: 'string', text: 'Base58 seed, with `key_type`.' },
    { name: 'seed_hex', type: 'string', text: 'Seed in hex, with `key_type`.' },
    { name: 'passphrase', type: 'string', text: 'Passphrase, with `key_type`.' },
    { name: 'key_type', type: 'string', text: '`secp256k1` or `ed25519`.' },
    { name: 'offline', type: 'boolean', text: 'Ask no ledger and fill in nothing.' },
    { name: 'fee_mult_max', type: 'integer', text: 'Most by which the base fee may be multiplied (10).' },
    { name: 'fee_div_max', type: 'integer', text: 'Divisor of that bound (1).' },
  ],
  run(context) {
    requireSigner(context);
    return withNotice(SIGNING_DEPRECATED, () => {
      const transaction = signFromRequest(context);
      return signedResult(transaction, context.apiVersion);
    });
  },
});
