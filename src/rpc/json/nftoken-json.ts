/**
 * The NFTokens of a transaction, from its metadata: `nftoken_id` of a minted or sold token, `nftoken_ids` of tokens
 * whose offers were cancelled, and `offer_id` of a created offer (rippled: NFTokenID.cpp, NFTokenOfferID.cpp).
 */
import type { Hash256, JsonObject } from '../../protocol/values.ts';

/** The content of an element of AffectedNodes. */
interface AffectedNode {
  readonly kind: 'CreatedNode' | 'ModifiedNode' | 'DeletedNode';
  readonly LedgerEntryType: string;
  readonly LedgerIndex: Hash256;
  readonly NewFields?: NodeFields;
  readonly PreviousFields?: NodeFields;
  readonly FinalFields?: NodeFields;
}

interface NodeFields {
  readonly NFTokenID?: Hash256;
  readonly NFTokens?: readonly { readonly NFToken: { readonly NFTokenID: Hash256 } }[];
}

/** The transaction types with such fields. */
const NFTOKEN_TYPES: ReadonlySet<unknown> = new Set([
  'NFTokenMint',
  'NFTokenAcceptOffer',
  'NFTokenCancelOffer',
  'NFTokenCreateOffer',
]);

/** True if `nftokenFacts` may say something of transactions of this type. */
export function tellsNftokens(transactionType: unknown): boolean {
  return NFTOKEN_TYPES.has(transactionType);
}

/** The fields for a transaction and its metadata as JSON; none for a failed transaction or another type. */
export function nftokenFacts(tx: JsonObject, meta: JsonObject): JsonObject {
  if (!tellsNftokens(tx.TransactionType) || meta.TransactionResult !== 'tesSUCCESS') return {};
  const nodes = affectedNodes(meta);
  switch (tx.TransactionType) {
    case 'NFTokenMint':
      return { ...mintedToken(nodes), ...(tx.Amount === undefined ? {} : createdOffer(nodes)) };
    case 'NFTokenCreateOffer':
      return createdOffer(nodes);
    case 'NFTokenAcceptOffer':
      return soldToken(nodes);
    default:
      return { nftoken_ids: tokensOfDeletedOffers(nodes) };
  }
}

function affectedNodes({ AffectedNodes: nodes }: JsonObject): AffectedNode[] {
  return (nodes as readonly JsonObject[]).flatMap((element) =>
    Object.entries(element).map(([kind, fields]) => ({ ...(fields as JsonObject), kind }) as unknown as AffectedNode),
  );
}

/** Pages list all their tokens before and after; the new one was minted. */
function mintedToken(nodes: readonly AffectedNode[]): JsonObject {
  const before: Hash256[] = [];
  const after: Hash256[] = [];
  for (const { kind, LedgerEntryType: type, NewFields, PreviousFields, FinalFields } of nodes) {
    if (type !== 'NFTokenPage') continue;
    if (kind === 'CreatedNode') after.push(...tokenIds(NewFields));
    // A page with only a changed link has no previous tokens.
    if (kind !== 'ModifiedNode' || PreviousFields?.NFTokens === undefined) continue;
    before.push(...tokenIds(PreviousFields));
    after.push(...tokenIds(FinalFields));
  }
  const minted = after.length === before.length + 1 ? after.find((id, at) => id !== before[at]) : undefined;
  return minted === undefined ? {} : { nftoken_id: minted };
}

function tokenIds(fields: NodeFields | undefined): Hash256[] {
  return (fields?.NFTokens ?? []).map(({ NFToken }) => NFToken.NFTokenID);
}

function soldToken(nodes: readonly AffectedNode[]): JsonObject {
  const [sold] = tokensOfDeletedOffers(nodes);
  return sold === undefined ? {} : { nftoken_id: sold };
}

/** Sorted, each once. */
function tokensOfDeletedOffers(nodes: readonly AffectedNode[]): Hash256[] {
  const offers = nodes.filter((node) => node.LedgerEntryType === 'NFTokenOffer' && node.kind === 'DeletedNode');
  return [...new Set(offers.map(({ FinalFields }) => FinalFields!.NFTokenID!))].sort();
}

function createdOffer(nodes: readonly AffectedNode[]): JsonObject {
  const offer = nodes.find((node) => node.LedgerEntryType === 'NFTokenOffer' && node.kind === 'CreatedNode');
  return offer === undefined ? {} : { offer_id: offer.LedgerIndex };
}
