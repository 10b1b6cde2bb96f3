/**
 * Reserves: whoever sends a transaction after which they own more than before had the reserve for all of it, before the
 * fee. The first two things may be had without, and so may a trust line or token that a payment, a cash-in or an
 * exchange needs, so these types are not judged.
 */
import assert from 'node:assert/strict';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import type { StArray, StObject } from '../../src/protocol/values.ts';
import { reserveDrops } from './model-state.ts';

const FREE_ENTRIES = 2;
/** Types that make nothing but entries which their sender pays the reserve for. */
const JUDGED = new Set([
  ...['CheckCreate', 'CredentialCreate', 'CredentialAccept', 'DIDSet', 'DepositPreauth', 'EscrowCreate'],
  ...['MPTokenIssuanceCreate', 'OracleSet', 'PaymentChannelCreate', 'PermissionedDomainSet', 'SignerListSet'],
  ...['TicketCreate', 'XChainCreateBridge', 'XChainCreateClaimID'],
]);

export function auditReserves(
  transactions: Iterable<{ readonly blob: Uint8Array; readonly metadata: Uint8Array }>,
): void {
  for (const { blob, metadata } of transactions) {
    const { Account, TransactionType: type } = decodeObject(blob);
    if (!JUDGED.has(type as string)) continue;
    for (const element of decodeObject(metadata).AffectedNodes as StArray) {
      const { LedgerEntryType, PreviousFields = {}, FinalFields = {} } = (element.ModifiedNode ?? {}) as Modified;
      if (LedgerEntryType !== 'AccountRoot' || FinalFields.Account !== Account) continue;
      const [before, after] = [PreviousFields.OwnerCount, FinalFields.OwnerCount].map(Number) as [number, number];
      if (!(after > before) || after <= FREE_ENTRIES) continue;
      const drops = (PreviousFields.Balance ?? FinalFields.Balance) as bigint;
      assert.ok(drops >= reserveDrops(after), `${type} of ${Account}: ${drops} drops for ${after} entries`);
    }
  }
}

interface Modified {
  readonly LedgerEntryType?: string;
  readonly PreviousFields?: StObject;
  readonly FinalFields?: StObject;
}
