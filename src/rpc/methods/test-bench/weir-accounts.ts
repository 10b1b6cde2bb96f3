/** `weir_accounts`: the accounts for development, by name. On a test bench only; Weir's own. */
import { accountIdToAddress } from '../../../crypto/address.ts';
import { encodeSeed, seedOfPassphrase } from '../../../crypto/seed.ts';
import { MASTER_PASSPHRASE, masterAccount } from '../../../ledger/genesis.ts';
import { developmentAccounts } from '../../../node/development-funds.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { defineMethod } from '../../method/define-method.ts';
import { requireTestBench } from '../../test-bench/require-test-bench.ts';

export const weirAccounts = defineMethod({
  name: 'weir_accounts',
  role: 'admin',
  needs: 'this server',
  params: [],
  run(context) {
    const { view } = requireTestBench(context).engine.openLedger;
    const accounts = knownAccounts().map(({ id, name, seed }) => {
      const root = view.read(accountKeylet(id));
      const balance = root === undefined ? {} : { balance: root.Balance.toString() };
      return { name, account: accountIdToAddress(id), seed, ...balance };
    });
    return { accounts, ledger_current_index: view.ledgerIndex };
  },
});

/** The secrets are the same on every such server, so they are public. */
function knownAccounts() {
  const master = { id: masterAccount(), name: 'master account', seed: encodeSeed(seedOfPassphrase(MASTER_PASSPHRASE)) };
  const others = developmentAccounts().map(({ id, seed }, at) => ({ id, name: `development account ${at + 1}`, seed }));
  return [master, ...others];
}
