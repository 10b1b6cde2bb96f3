/** `weir_accounts`: the accounts for development, by name. On a test bench only; Weir's own. */
import { type DevelopmentAccount, developmentAccounts } from '../../../node/development-funds.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { requireTestBench } from '../../test-bench/require-test-bench.ts';

export const weirAccounts = defineMethod({
  name: 'weir_accounts',
  summary: 'Lists the accounts for development, with their names and secrets; on a test bench only.',
  role: 'admin',
  needs: 'current',
  params: [],
  run(context) {
    requireTestBench(context);
    const accounts = developmentAccounts().map((account, at) => describe(context, account, `account ${at + 1}`));
    return { accounts, ledger_current_index: context.node.openLedgerIndex };
  },
});

/** The secrets are those of every such server: nothing is given away here. */
function describe({ node }: RpcContext, { id, address, seed }: DevelopmentAccount, name: string): JsonObject {
  const root = node.openView.read(accountKeylet(id));
  return { name, account: address, seed, ...(root === undefined ? {} : { balance: root.Balance.toString() }) };
}
