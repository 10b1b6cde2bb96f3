/** The page's rights on its server, and the common fields of transactions. */

/** Above this id every transaction must have the NetworkID. */
const LAST_NETWORK_WITHOUT_ID = 1024;

/**
 * `isAdmin`: the page has admin rights. `isTestBench`: admins may submit for any account. `common`: fields of every
 * transaction.
 */
export async function readPermissions(server) {
  const { info, weir } = await server.request('server_info');
  const networkId = info.network_id ?? 0;
  return {
    // Only admins get this field.
    isAdmin: info.validator_list !== undefined,
    isTestBench: weir?.test_bench === true,
    common: networkId > LAST_NETWORK_WITHOUT_ID ? { NetworkID: networkId } : {},
  };
}

/** The development accounts in the ledger, by name; empty if not available. */
export async function readDevelopmentAccounts(server, { isAdmin, isTestBench }) {
  if (!isAdmin || !isTestBench) return [];
  const { accounts } = await server.request('weir_accounts');
  return accounts.filter(({ balance }) => balance !== undefined);
}
