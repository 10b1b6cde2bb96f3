/** What this page may do with its server, and what every transaction of its network needs. */

/** Networks above this number want it in every transaction. */
const LAST_NETWORK_WITHOUT_ID = 1024;

/**
 * `isAdmin`: the server takes the page for its operator. `isTestBench`: the operator may submit for others. `common`:
 * fields of every transaction.
 */
export async function readPowers(server) {
  const { info, weir } = await server.request('server_info');
  const networkId = info.network_id ?? 0;
  return {
    // The administrator is told more than others.
    isAdmin: info.validator_list !== undefined,
    isTestBench: weir?.test_bench === true,
    common: networkId > LAST_NETWORK_WITHOUT_ID ? { NetworkID: networkId } : {},
  };
}

/** The accounts for development that are in the ledger, by name; none where the server does not tell. */
export async function knownAccounts(server, { isAdmin, isTestBench }) {
  if (!isAdmin || !isTestBench) return [];
  const { accounts } = await server.request('weir_accounts');
  return accounts.filter(({ balance }) => balance !== undefined);
}
