/** The offers that a transaction made, changed or removed, from its metadata. Most transactions have none. */
import { ENTRY_TYPES } from '../protocol/tables/entry-types.ts';
import type { StObject } from '../protocol/values.ts';
import { type AffectedEntry, affectedEntries } from './affected-entries.ts';

/** The bytes of the field LedgerEntryType in an affected offer: its header and the type's number. */
const OFFER_TYPE = Buffer.from([0x11, 0x00, ENTRY_TYPES.Offer.code]);

/** An offer that was consumed at least in part. */
export interface TakenOffer {
  /** Its `TakerGets` and `TakerPays`, before. */
  readonly before: StObject;
  /** The whole offer, after. */
  readonly after: StObject;
  readonly isGone: boolean;
}

/** Decodes only metadata in which there may be an offer. */
export function affectedOffers(metadata: Uint8Array): AffectedEntry[] {
  const bytes = Buffer.from(metadata.buffer, metadata.byteOffset, metadata.byteLength);
  if (!bytes.includes(OFFER_TYPE)) return [];
  return affectedEntries(metadata).filter(({ fields }) => fields.LedgerEntryType === 'Offer');
}

/** The offers whose amounts changed, from serialized metadata. */
export function takenOffers(metadata: Uint8Array): TakenOffer[] {
  const taken: TakenOffer[] = [];
  for (const { kind, fields } of affectedOffers(metadata)) {
    const { PreviousFields: before, FinalFields: after } = fields as Record<string, StObject | undefined>;
    const offer = takenOffer(before, after, kind === 'DeletedNode');
    if (offer !== undefined) taken.push(offer);
  }
  return taken;
}

/** The offer if its amounts changed. One that was only cancelled or found unfunded is removed with its amounts. */
export function takenOffer(
  before: StObject | undefined,
  after: StObject | undefined,
  isGone: boolean,
): TakenOffer | undefined {
  if (after === undefined || before?.TakerGets === undefined || before.TakerPays === undefined) return undefined;
  return { before, after, isGone };
}
