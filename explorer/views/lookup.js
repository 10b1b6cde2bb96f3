/** Opens what a search text names only after a calculation or requests: an X-address, or the ledger at a time. */
import { ledgerAt } from '../frame/ledger-at.js';
import { routeTo } from '../route.js';
import { searchedTime } from '../search/searched-time.js';
import { RequestError } from '../server.js';
import { addressOfAccount, decodeBase58 } from '../signing/bytes.js';
import { redirectView } from './redirect.js';

/** The first bytes of X-addresses of the main network and of test networks. */
const X_PREFIXES = [Uint8Array.of(0x05, 0x44), Uint8Array.of(0x04, 0x93)];
/** 20 bytes of the account, a flag, and eight bytes of the tag. */
const X_BYTES = 29;
const ACCOUNT_BYTES = 20;

export const LookupView = redirectView(placeOf);

async function placeOf(server, text, ledger) {
  const time = searchedTime(text);
  if (time !== undefined) return routeTo('ledger', String(await ledgerAt(server, time.ms)), ledger);
  const payload = X_PREFIXES.map((prefix) => decodeBase58(text, prefix, X_BYTES)).find((bytes) => bytes !== undefined);
  if (payload !== undefined) return routeTo('account', addressOfAccount(payload.subarray(0, ACCOUNT_BYTES)), ledger);
  throw new RequestError({ error: 'invalidParams', error_message: 'This is no X-address and no date.' });
}
