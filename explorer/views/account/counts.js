/** How many objects an account has of each kind, for the tabs; up to what one request reads. */

import { useRequest } from '../../use-request.js';

const MOST = 400;
const TABS = { RippleState: 'trust', PayChannel: 'channels', NFTokenPage: 'nfts', MPToken: 'assets' };

/**
 * Texts by tab, such as `12` or `400+`; empty until they are known. They are read again if `owned`, the owner count, changes, but
 * not of more objects, of which the counts are incomplete anyway.
 */
export function useCounts(server, account, ledger, owned) {
  const request = useRequest(server, async () => {
    const here = { account, ledger_index: ledger ?? 'validated' };
    const { account_objects: objects, marker } = await server.request('account_objects', { ...here, limit: MOST });
    return countsOf(objects, account, marker !== undefined);
  }, [account, ledger, Math.min(owned, MOST)]);
  return request.result ?? {};
}

export function countsOf(objects, account, isPartial) {
  const counts = { objects: 0, trust: 0, channels: 0, nfts: 0, assets: 0 };
  for (const object of objects) {
    const tab = TABS[object.LedgerEntryType] ?? 'objects';
    counts[tab] += object.LedgerEntryType === 'NFTokenPage' ? object.NFTokens.length : 1;
    if (object.LedgerEntryType === 'RippleState' && holdsTokens(object, account)) counts.assets += 1;
  }
  return Object.fromEntries(
    Object.entries(counts).map(([tab, count]) => [tab, isPartial ? `${count}+` : String(count)]),
  );
}

/** The balance of a line is the low account's. */
function holdsTokens({ Balance: { value }, LowLimit: low }, account) {
  if (value === '0') return false;
  return value.startsWith('-') !== (low.issuer === account);
}
