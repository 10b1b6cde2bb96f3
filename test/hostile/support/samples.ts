/**
 * A valid blob of every transaction type, and of some types in each form of sending: with a memo, by ticket, by signers.
 */

import fc from 'fast-check';
import { sign } from '../../../src/crypto/signature.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../../src/protocol/amounts/amount-math.ts';
import { numOf, numToWire } from '../../../src/protocol/amounts/number.ts';
import type { FieldType } from '../../../src/protocol/tables/field-table.ts';
import { fieldByName } from '../../../src/protocol/tables/fields.ts';
import { TransactionFlags } from '../../../src/protocol/tables/flags.ts';
import { transactionFormat } from '../../../src/protocol/tables/formats.ts';
import { transactionTypeNames } from '../../../src/protocol/tables/type-codes.ts';
import { channelClaimMessage } from '../../../src/protocol/transaction/channel-claim.ts';
import { checkLocally } from '../../../src/protocol/transaction/local-checks.ts';
import { createTransaction } from '../../../src/protocol/transaction/transaction.ts';
import { multiSigningData } from '../../../src/protocol/transaction/transaction-signature.ts';
import { type FieldValue, type StArray, type StObject, XRP_CURRENCY } from '../../../src/protocol/values.ts';
import { SENT_TYPES } from '../../../src/transactions/types/table.ts';
import { arbitraryValue } from '../../support/arbitrary-object.ts';
import { MASTER } from '../../support/env.ts';
import { ALICE, BLACK_HOLE, BOB, type HostileWorld, ISSUER } from '../../support/hostile-world.ts';
import { USD } from '../../support/token-ledger.ts';
import { bridgeSamples } from './bridges.ts';

export interface Sample {
  readonly type: string;
  /** The form of sending. */
  readonly form: 'plain' | 'with a memo' | 'by ticket' | 'by signers';
  readonly blob: Buffer;
}

const MEMO = { Memos: [{ Memo: { MemoType: '746578742F706C61696E', MemoData: 'AB'.repeat(12) } }], SourceTag: 7 };

/** Of three bytes. */
const SECRET = {
  Condition: 'A02580209834876DCFB05CB167A5C24953EBA58C4AC89B1ADF57F28F2F9D09AF107EE8F0810103',
  Fulfillment: 'A0058003616161',
};

/** Fields of a transaction of each type that clients may send. */
export function sampleFields(world: HostileWorld): Readonly<Record<string, StObject>> {
  const chosen = chosenFields(world);
  return Object.fromEntries(SENT_TYPES.map((type) => [type, chosen[type] ?? plainFields(world, type)]));
}

/** With all optional fields that can be combined, for types that do more than name an entry. */
function chosenFields(world: HostileWorld): Readonly<Record<string, StObject>> {
  const usd = (mantissa: bigint, issuer: string) => ({
    mantissa: mantissa * 10n ** 15n,
    exponent: -15,
    currency: USD,
    issuer,
  });
  const channel = { Channel: world.channelId };
  return {
    AccountDelete: { Destination: BOB.id, DestinationTag: 1, Fee: 200_000n },
    AccountSet: {
      EmailHash: 'AB'.repeat(16),
      Domain: 'AB'.repeat(8),
      TransferRate: 1_100_000_000,
      SetFlag: 1,
      TickSize: 5,
    },
    Clawback: { Amount: usd(1n, BOB.id) },
    CheckCash: { CheckID: world.entryKeys.get('Check')!, Amount: 5n },
    CheckCreate: {
      Destination: BOB.id,
      SendMax: usd(1n, ISSUER.id),
      Expiration: 0xf0000000,
      DestinationTag: 3,
      InvoiceID: 'CD'.repeat(32),
    },
    CredentialAccept: { Issuer: BOB.id, CredentialType: 'AB' },
    CredentialCreate: { Subject: BOB.id, CredentialType: 'AB', Expiration: 0xf0000000, URI: 'CD' },
    CredentialDelete: { Subject: ALICE.id, Issuer: BOB.id, CredentialType: 'AB' },
    DIDDelete: {},
    DIDSet: { DIDDocument: 'AB', URI: 'CD', Data: 'EF' },
    EscrowCreate: {
      Destination: BOB.id,
      Amount: 5n,
      FinishAfter: 0xe0000000,
      CancelAfter: 0xf0000000,
      Condition: SECRET.Condition,
      DestinationTag: 3,
    },
    EscrowFinish: { Owner: ALICE.id, OfferSequence: 5, ...SECRET, Fee: 1000n },
    MPTokenIssuanceCreate: {
      AssetScale: 2,
      TransferFee: 100,
      MaximumAmount: 1_000n,
      MPTokenMetadata: 'AB',
      Flags: 0x00000020,
    },
    MPTokenIssuanceSet: { MPTokenIssuanceID: world.names.issuances[0]!, Flags: 0x00000001 },
    OfferCreate: { TakerPays: 5_000_000n, TakerGets: usd(1n, ISSUER.id), Expiration: 0xf0000000, OfferSequence: 1 },
    LedgerStateFix: { LedgerFixType: 1, Owner: BOB.id, Fee: 200_000n },
    OracleDelete: { OracleDocumentID: 1 },
    OracleSet: {
      OracleDocumentID: 1,
      Provider: 'AB',
      URI: 'CD',
      AssetClass: 'EF',
      LastUpdateTime: world.env.nowSeconds + RIPPLE_EPOCH_OFFSET_SECONDS,
      PriceDataSeries: [{ PriceData: { BaseAsset: USD, QuoteAsset: '0'.repeat(40), AssetPrice: 740n, Scale: 1 } }],
    },
    PermissionedDomainSet: { AcceptedCredentials: [{ Credential: { Issuer: BOB.id, CredentialType: 'AB' } }] },
    DepositPreauth: { Authorize: BOB.id },
    NFTokenCreateOffer: {
      ...{ NFTokenID: ownToken(world), Amount: 5n, Destination: BOB.id, Expiration: 0xf0000000 },
      Flags: TransactionFlags.NFTokenCreateOffer.tfSellNFToken,
    },
    NFTokenMint: {
      ...{ NFTokenTaxon: 7, TransferFee: 100, URI: 'AB', Amount: 5n, Destination: BOB.id, Expiration: 0xf0000000 },
      Flags: TransactionFlags.NFTokenMint.tfTransferable,
    },
    Payment: {
      Destination: BOB.id,
      Amount: usd(2n, ISSUER.id),
      SendMax: usd(3n, ISSUER.id),
      DeliverMin: usd(1n, ISSUER.id),
      Paths: [[{ account: MASTER.id }], [{ account: BLACK_HOLE.id }, { account: MASTER.id }]],
      InvoiceID: 'CD'.repeat(32),
      DestinationTag: 9,
      Flags: 0x00020000,
    },
    PaymentChannelClaim: {
      ...channel,
      Amount: 5n,
      Balance: 5n,
      Signature: sign(channelClaimMessage(world.channelId, 5n), ALICE.keys),
      PublicKey: ALICE.keys.publicKey,
    },
    PaymentChannelCreate: {
      Destination: BOB.id,
      Amount: 5n,
      SettleDelay: 60,
      PublicKey: ALICE.keys.publicKey,
      CancelAfter: 0xf0000000,
      DestinationTag: 3,
    },
    PaymentChannelFund: { ...channel, Amount: 5n, Expiration: 0xf0000000 },
    SetRegularKey: { RegularKey: BOB.id },
    SignerListSet: {
      SignerQuorum: 2,
      SignerEntries: [
        { SignerEntry: { Account: BOB.id, SignerWeight: 1, WalletLocator: 'EF'.repeat(32) } },
        { SignerEntry: { Account: MASTER.id, SignerWeight: 1 } },
      ].sort((one, other) => (one.SignerEntry.Account < other.SignerEntry.Account ? -1 : 1)),
    },
    TicketCreate: { TicketCount: 2 },
    TrustSet: {
      LimitAmount: usd(5n, ISSUER.id),
      QualityIn: 1_000_000_000,
      QualityOut: 1_000_000_000,
      Flags: 0x00020000,
    },
    ...bridgeSamples(),
  };
}

/** Alice's. */
function ownToken({ names }: HostileWorld): string {
  const page = names.ofType('NFTokenPage').find(({ key }) => key.startsWith(ALICE.id))!;
  return ((page.entry.NFTokens as StArray)[0]!.NFToken as { readonly NFTokenID: string }).NFTokenID;
}

/** What the format demands and what can be said of an entry with a similar name, if there is one. */
function plainFields(world: HostileWorld, type: string): StObject {
  const { names } = world;
  const kin = names.types.find((name) => name.slice(0, KINSHIP) === type.slice(0, KINSHIP));
  const about = kin === undefined ? undefined : names.ofType(kin).at(-1);
  const fields: Record<string, FieldValue> = {};
  for (const { name, presence } of transactionFormat(type)!.fields) {
    if (transactionFormat('SetRegularKey')!.byName.has(name)) continue;
    const field = fieldByName(name)!;
    const said = about && names.said(field, about);
    if (said !== undefined) fields[name] = said;
    else if (presence === 'required') fields[name] = names.byField.get(name)?.[0] ?? PLAIN[field.type]!(world);
  }
  return fields;
}

/** The number of letters that the names of a type and of its entries share. */
const KINSHIP = 3;

/** A value for any field of that type. */
const PLAIN: Partial<Record<FieldType, (world: HostileWorld) => FieldValue>> = {
  AccountID: () => BOB.id,
  Amount: () => 5n,
  Blob: () => 'AB',
  Hash192: ({ names }) => names.issuances[0]!,
  Hash256: ({ channelId }) => channelId,
  Issue: () => ({ currency: XRP_CURRENCY }),
  Number: () => numToWire(numOf(1n)),
  STArray: () => [{ Memo: { MemoData: 'AB' } }],
  UInt8: () => 1,
  UInt16: () => 1,
  UInt32: () => 1,
  UInt64: () => 1n,
  Vector256: ({ channelId }) => [channelId],
  XChainBridge: () => ({
    LockingChainDoor: BOB.id,
    LockingChainIssue: { currency: XRP_CURRENCY },
    IssuingChainDoor: MASTER.id,
    IssuingChainIssue: { currency: XRP_CURRENCY },
  }),
};

/** All of Alice's. */
export function samples(world: HostileWorld): Sample[] {
  const fieldsOf = sampleFields(world);
  const chosen = chosenFields(world);
  return transactionTypeNames().flatMap((type): Sample[] => {
    const fields = fieldsOf[type];
    if (fields === undefined) {
      const blob = formalBlob(world, type);
      return blob === undefined ? [] : [{ type, form: 'plain', blob }];
    }
    const transaction = { TransactionType: type, ...fields };
    if (!(type in chosen)) return [{ type, form: 'plain', blob: world.env.sign(ALICE, transaction).blob }];
    const ticket = { Sequence: 0, TicketSequence: 1 };
    return [
      { type, form: 'plain', blob: world.env.sign(ALICE, transaction).blob },
      { type, form: 'with a memo', blob: world.env.sign(ALICE, { ...transaction, ...MEMO }).blob },
      { type, form: 'by ticket', blob: world.env.sign(ALICE, { ...transaction, ...ticket }).blob },
      { type, form: 'by signers', blob: signedByOthers(world, transaction) },
    ];
  });
}

function signedByOthers({ env }: HostileWorld, transaction: StObject): Buffer {
  const common = { Account: ALICE.id, Flags: 0, Fee: 100n, Sequence: env.account(ALICE)!.Sequence, SigningPubKey: '' };
  const fields = { ...common, ...transaction };
  const Signers = [BOB, MASTER]
    .map(({ id, keys }) => {
      const TxnSignature = sign(multiSigningData(fields, id), keys);
      return { Signer: { Account: id, SigningPubKey: keys.publicKey, TxnSignature } };
    })
    .sort((one, other) => (one.Signer.Account < other.Signer.Account ? -1 : 1));
  return createTransaction({ ...fields, Signers }).blob;
}

const ATTEMPTS = 40;

/**
 * What the format demands with any values, such that it gets to the engine: the shortest of some. Undefined for what only
 * validators make.
 */
function formalBlob(world: HostileWorld, type: string): Buffer | undefined {
  const seeds = Array.from({ length: ATTEMPTS }, (_, index) => index + 1);
  const blobs = seeds.flatMap((seed) => formalAttempt(world, type, seed) ?? []);
  return blobs.sort((one, other) => one.length - other.length)[0];
}

function formalAttempt({ env }: HostileWorld, type: string, seed: number): Buffer | undefined {
  const fields: Record<string, FieldValue> = { TransactionType: type };
  for (const { name, presence } of transactionFormat(type)!.fields) {
    if (presence !== 'required' || transactionFormat('SetRegularKey')!.byName.has(name)) continue;
    fields[name] = fc.sample(arbitraryValue(fieldByName(name)!), { numRuns: 1, seed })[0]!;
  }
  try {
    const { blob, fields: made } = env.sign(ALICE, fields);
    return checkLocally(made) === undefined ? blob : undefined;
  } catch {
    // These values have no serialization, or are not what the format says.
    return undefined;
  }
}
