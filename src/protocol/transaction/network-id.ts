/** Which networks a transaction must name (rippled: transactions/detail/Transactor.cpp, preflight0; NetworkID.h). */

/** Networks with an id up to this one cannot be named in a transaction. */
const MAX_LEGACY_NETWORK_ID = 1024;

/** True for a network whose id each transaction must carry; on all others none may. */
export function demandsNetworkId(networkId: number): boolean {
  return networkId > MAX_LEGACY_NETWORK_ID;
}
