/**
 * Who signs: a key in this page, which stays in it, or the server of a test bench, which needs no key. A signer turns a
 * transaction into the request that submits it.
 */
import { keysOfSecret } from './keys.js';
import { readDefinitions, signTransaction } from './sign.js';

const MASTER_DISABLED = 0x0010_0000;

/**
 * With the keys that a secret stands for, as far as they are the account's own or its regular key. Rejects where they are
 * not; the message never says what the secret was.
 */
export async function pageSigner(server, secret, account) {
  const { account_data: root } = await server.request('account_info', { account, ledger_index: 'current' });
  const keys = keysOfSecret(secret);
  if (keys.length === 0) throw new Error('That is no family seed (s… or sEd…) and not 32 hex digits.');
  const own = keys.find(({ address }) => address === account || address === root.RegularKey);
  if (own?.address === account && (root.Flags & MASTER_DISABLED) !== 0)
    throw new Error(`The master key of ${account} may not sign any more; its regular key may.`);
  if (own === undefined) throw new Error(`That key is neither of ${account} nor of its regular key.`);
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

/** For the operator of a test bench: the server takes the transaction as if its account had signed it. */
export function benchSigner(account) {
  return {
    account,
    name: 'the server, without a key',
    request: (tx) => ({ command: 'weir_impersonate', params: { tx_json: tx } }),
  };
}
