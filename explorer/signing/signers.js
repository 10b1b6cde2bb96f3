/**
 * Signers: a key that stays in this page, or a test bench server, which needs no key. A signer turns a transaction into
 * its submission request.
 */
import { keysOfSecret } from './keys.js';
import { readDefinitions, signTransaction } from './sign.js';

const MASTER_DISABLED = 0x0010_0000;

/**
 * Signs with the key of a secret, which must be the account's master or regular key. Rejects otherwise; the message
 * never contains the secret.
 */
export async function pageSigner(server, secret, account) {
  const { account_data: root } = await server.request('account_info', { account, ledger_index: 'current' });
  const keys = keysOfSecret(secret);
  if (keys.length === 0) throw new Error('This is not a secret. Enter a family seed (s… or sEd…) or 32 hex digits.');
  const own = keys.find(({ address }) => address === account || address === root.RegularKey);
  if (own?.address === account && (root.Flags & MASTER_DISABLED) !== 0)
    throw new Error(`The master key of ${account} is disabled. Use its regular key.`);
  if (own === undefined) throw new Error(`This is neither the master key nor the regular key of ${account}.`);
  const definitions = await readDefinitions(server);
  return {
    account,
    name: `a key in this page (${own.type})`,
    request: (tx) => {
      const { blob, hash } = signTransaction(definitions, tx, own);
      return { command: 'submit', params: { tx_blob: blob }, hash };
    },
  };
}

/** For admins of a test bench: the server accepts the transaction as if its account had signed it. */
export function benchSigner(account) {
  return {
    account,
    name: 'the test bench, without a key',
    request: (tx) => ({ command: 'weir_impersonate', params: { tx_json: tx } }),
  };
}
