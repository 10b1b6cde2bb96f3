/**
 * Reserves: a sender whose owner count grows had the reserve for it, before the fee. The first two entries need none, and
 * payments, exchanges and cashed checks may create a trust line or token without one, so these types are not checked.
 */
import assert from 'node:assert/strict';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import type { StArray, StObject } from '../../src/protocol/values.ts';
import { reserveDrops } from './model-state.ts';

const FREE_ENTRIES = 2;
/** Types that create only entries whose reserve the sender pays. */
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
