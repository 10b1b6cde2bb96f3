/**
 * Concise transaction ids: a transaction's ledger, position and network in 16 hex digits (XLS-15d; rippled: CTID.h).
 */

const PREFIX = 0xc000_0000;
const MAX_LEDGER_INDEX = 0x0fff_ffff;
const MAX_POSITION = 0xffff;
const MAX_NETWORK_ID = 0xffff;

export interface TransactionPlace {
  readonly ledgerIndex: number;
  readonly position: number;
  readonly networkId: number;
}

/** The CTID; undefined if one of the three numbers is too large. */
export function encodeCtid({ ledgerIndex, position, networkId }: TransactionPlace): string | undefined {
  if (ledgerIndex > MAX_LEDGER_INDEX || position > MAX_POSITION || networkId > MAX_NETWORK_ID) return undefined;
  const place = (position * 0x1_0000 + networkId).toString(16).padStart(8, '0');
  return `${(PREFIX + ledgerIndex).toString(16)}${place}`.toUpperCase();
}

/** Parses a CTID in hex of either case; undefined if invalid. */
export function decodeCtid(text: string): TransactionPlace | undefined {
  if (!/^[cC][0-9a-fA-F]{15}$/.test(text)) return undefined;
  return {
    ledgerIndex: Number.parseInt(text.slice(1, 8), 16),
    position: Number.parseInt(text.slice(8, 12), 16),
    networkId: Number.parseInt(text.slice(12), 16),
  };
}
