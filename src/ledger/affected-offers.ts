/** The offers that a transaction made, changed or removed, from its metadata. Most transactions have none. */
import { ENTRY_TYPES } from '../protocol/tables/entry-types.ts';
import { type AffectedEntry, affectedEntries } from './affected-entries.ts';

/** How an affected offer says what it is: the field LedgerEntryType and the type's number. */
const OFFER_TYPE = Buffer.from([0x11, 0x00, ENTRY_TYPES.Offer.code]);

/** Decodes only metadata in which there may be an offer. */
export function affectedOffers(metadata: Uint8Array): AffectedEntry[] {
  const bytes = Buffer.from(metadata.buffer, metadata.byteOffset, metadata.byteLength);
  if (!bytes.includes(OFFER_TYPE)) return [];
  return affectedEntries(metadata).filter(({ fields }) => fields.LedgerEntryType === 'Offer');
}
