/**
 * The reference's amendments by name and id (rippled: features.macro, Feature.cpp). The rules of the active ones are always in force, and a new chain enables all of them in its
 * genesis ledger. Those of the optional ones are in force where a chain chooses them (`rules.ts`).
 */
import { sha512HalfHex } from '../../crypto/hash.ts';
import type { Hash256 } from '../values.ts';

/**
 * `active`: in force, and enabled on a new chain; `optional`: in force only where a chain enables it; `retired`: always
 * in force and no longer voted on; `unsupported`: known by name only.
 */
export type AmendmentStatus = 'active' | 'optional' | 'retired' | 'unsupported';

export interface Amendment {
  readonly id: Hash256;
  readonly name: string;
  readonly status: AmendmentStatus;
  /** The default vote of the reference's validators. */
  readonly isVotedFor: boolean;
}

const ACTIVE =
  'fixCleanup3_2_0 fixCleanup3_1_3 LendingProtocol fixDirectoryLimit fixIncludeKeyletFields fixTokenEscrowV1 ' +
  'fixPriceOracleOrder fixMPTDeliveredAmount fixAMMClawbackRounding TokenEscrow fixEnforceNFTokenTrustlineV2 ' +
  'fixAMMv1_3 PermissionedDEX SingleAssetVault fixPayChanCancelAfter fixInvalidTxFlags fixFrozenLPTokenTransfer ' +
  'DeepFreeze PermissionedDomains DynamicNFT Credentials AMMClawback fixAMMv1_2 MPTokensV1 fixNFTokenPageLinks ' +
  'fixInnerObjTemplate2 fixEnforceNFTokenTrustline fixReducedOffersV2 NFTokenMintOffer fixAMMv1_1 ' +
  'fixPreviousTxnID fixXChainRewardRounding fixEmptyDID PriceOracle fixAMMOverflowOffer fixInnerObjTemplate ' +
  'fixNFTokenReserve fixFillOrKill DID fixDisallowIncomingV1 XChainBridge AMM Clawback fixUniversalNumber XRPFees ' +
  'fixRemoveNFTokenAutoTrustLine';

const RETIRED =
  'fix1201 fix1368 fix1373 fix1512 fix1513 fix1515 fix1523 fix1528 fix1543 fix1571 fix1578 fix1623 fix1781 ' +
  'fixAmendmentMajorityCalc fixCheckThreading fixMasterKeyAsRegularKey fixNonFungibleTokensV1_2 fixNFTokenRemint ' +
  'fixPayChanRecipientOwnerDir fixQualityUpperBound fixReducedOffersV1 fixRmSmallIncreasedQOffers ' +
  'fixSTAmountCanonicalize fixTakerDryOfferRemoval fixTrustLinesToSelf Checks CheckCashMakesTrustLine ' +
  'CryptoConditions CryptoConditionsSuite DeletableAccounts DepositAuth DepositPreauth DisallowIncoming Escrow ' +
  'EnforceInvariants ExpandedSignerList FeeEscalation Flow FlowCross FlowSortStrands HardenedValidations ' +
  'ImmediateOfferKilled MultiSign MultiSignReserve NegativeUNL NonFungibleTokensV1_1 PayChan ' +
  'RequireFullyCanonicalSig SortedDirectories TicketBatch TickSize TrustSetAuth';

/** The network votes on these next. The reference has them from 3.3.0 on. */
const OPTIONAL = 'PermissionDelegationV1_1 DynamicMPT BatchV1_1';

const UNSUPPORTED = 'MPTokensV2 fixBatchInnerSigs Batch';

const VOTED_FOR: ReadonlySet<string> = new Set([
  'fixCleanup3_1_3',
  'fixAMMOverflowOffer',
  'fixRemoveNFTokenAutoTrustLine',
]);

/** All amendments, in ascending order of their ids. */
export const AMENDMENTS: readonly Amendment[] = [
  ...createAmendments(ACTIVE, 'active'),
  ...createAmendments(OPTIONAL, 'optional'),
  ...createAmendments(RETIRED, 'retired'),
  ...createAmendments(UNSUPPORTED, 'unsupported'),
].sort((one, other) => (one.id < other.id ? -1 : 1));

/** What the genesis ledger of a new chain enables, in the order in which its Amendments entry lists them. */
export const GENESIS_AMENDMENTS: readonly Hash256[] = AMENDMENTS.filter(({ status }) => status === 'active').map(
  ({ id }) => id,
);

const byId: ReadonlyMap<Hash256, Amendment> = new Map(AMENDMENTS.map((amendment) => [amendment.id, amendment]));
const byName: ReadonlyMap<string, Amendment> = new Map(AMENDMENTS.map((amendment) => [amendment.name, amendment]));

/** The amendment of that id (64 upper-case hex digits), if it is known. */
export function amendmentById(id: Hash256): Amendment | undefined {
  return byId.get(id);
}

/** The amendment of that name, if it is known. */
export function amendmentByName(name: string): Amendment | undefined {
  return byName.get(name);
}

function createAmendments(names: string, status: AmendmentStatus): Amendment[] {
  return names.split(' ').map((name) => ({
    id: sha512HalfHex(Buffer.from(name)),
    name,
    status,
    isVotedFor: VOTED_FOR.has(name),
  }));
}
