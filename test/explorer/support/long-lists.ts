/**
 * Lists that are longer than the window: trust lines, tickets, NFTs, offers. Also an NFT that was sold, one that
 * was burned, and a multi-purpose token with holders.
 */
import { mptIssuanceId, nftOfferKeylet } from '../../../src/protocol/entries/keylets.ts';
import { nftokenId } from '../../../src/protocol/entries/nftoken-id.ts';
import { TransactionFlags } from '../../../src/protocol/tables/flags.ts';
import type { StObject } from '../../../src/protocol/values.ts';
import { type Env, MASTER, type Party, party } from '../../support/env.ts';
import { tokens } from '../../support/token-ledger.ts';
import { HOSTILE_TEXT, hex } from './ledger.ts';

export const HOLDER = party('lists holder');
export const BUYER = party('lists buyer');
export const MAKER = party('lists maker');

export const COUNTS = { lines: 60, tickets: 150, nfts: 60, offers: 110 } as const;
const { tfTransferable } = TransactionFlags.NFTokenMint;
const { tfSellNFToken } = TransactionFlags.NFTokenCreateOffer;
const { tfMPTRequireAuth, tfMPTCanTransfer } = TransactionFlags.MPTokenIssuanceCreate;
/** Spreadsheets read it as a formula. */
const FORMULA_CURRENCY = '@A1';

export interface LongLists {
  /** NFTs: MAKER sold the first to BUYER and burned the second. */
  readonly soldNft: string;
  readonly burnedNft: string;
  readonly issuance: string;
  /** The ledgers that funded the accounts, minted the NFTs, and sold the first one. */
  readonly funded: number;
  readonly minted: number;
  readonly sold: number;
}

const currencyCode = (text: string) => `${'0'.repeat(24)}${hex(text)}`.padEnd(40, '0');

export async function makeLongLists(env: Env): Promise<LongLists> {
  await env.fund(10_000, HOLDER, BUYER, MAKER);
  const funded = env.node.validated.ledgerIndex;
  makeMany(env);
  await env.close();
  const nfts = mint(env);
  await env.close();
  const minted = env.node.validated.ledgerIndex;
  const [soldNft, burnedNft] = nfts as [string, string];
  const offer = nftOfferKeylet(MAKER.id, env.account(MAKER)!.Sequence).key;
  submit(env, MAKER, {
    TransactionType: 'NFTokenCreateOffer',
    NFTokenID: soldNft,
    Amount: 5_000_000n,
    Flags: tfSellNFToken,
  });
  submit(env, MAKER, { TransactionType: 'NFTokenBurn', NFTokenID: burnedNft });
  await env.close();
  submit(env, BUYER, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer });
  await env.close();
  const sold = env.node.validated.ledgerIndex;
  submit(env, BUYER, {
    TransactionType: 'NFTokenCreateOffer',
    NFTokenID: soldNft,
    Amount: 9_000_000n,
    Flags: tfSellNFToken,
  });
  const issuance = await makeIssuance(env);
  return { soldNft, burnedNft, issuance, funded, minted, sold };
}

function submit(env: Env, sender: Party, fields: StObject): void {
  env.submit(sender, fields, 'tesSUCCESS');
}

function makeMany(env: Env): void {
  for (let at = 0; at < COUNTS.lines; at++) {
    const currency =
      at === 0 ? currencyCode(FORMULA_CURRENCY) : currencyCode(`A${String(at).padStart(2, '0')}`.slice(-3));
    submit(env, HOLDER, { TransactionType: 'TrustSet', LimitAmount: tokens('100', MASTER.id, currency) });
  }
  submit(env, HOLDER, { TransactionType: 'TicketCreate', TicketCount: COUNTS.tickets });
  for (let at = 0; at < COUNTS.offers; at++) {
    const gets = 1_000_000n + BigInt(at);
    submit(env, BUYER, { TransactionType: 'OfferCreate', TakerGets: gets, TakerPays: tokens('3', MASTER.id) });
  }
  const paid = tokens('7.25', MASTER.id, currencyCode(FORMULA_CURRENCY));
  submit(env, MASTER, { TransactionType: 'Payment', Destination: HOLDER.id, Amount: paid });
}

function mint(env: Env): string[] {
  const { FirstNFTokenSequence: first = env.account(MAKER)!.Sequence } = env.account(MAKER)!;
  return Array.from({ length: COUNTS.nfts }, (_, at) => {
    const fields = { NFTokenTaxon: 7, Flags: tfTransferable, TransferFee: 5_000 };
    submit(env, MAKER, {
      TransactionType: 'NFTokenMint',
      ...fields,
      URI: hex(`ipfs://token-${at}`),
    });
    const parts = { flags: tfTransferable, transferFee: 5_000, issuer: MAKER.id, taxon: 7, serial: first + at };
    return nftokenId(parts);
  });
}

/** The holder has 40 units; the buyer pending authorization. */
async function makeIssuance(env: Env): Promise<string> {
  const issuance = mptIssuanceId(env.account(MAKER)!.Sequence, MAKER.id);
  const terms = {
    Flags: tfMPTRequireAuth + tfMPTCanTransfer,
    MaximumAmount: 1_000n,
    AssetScale: 2,
    TransferFee: 1_000,
  };
  submit(env, MAKER, {
    TransactionType: 'MPTokenIssuanceCreate',
    ...terms,
    MPTokenMetadata: hex(`{"n":"Cinema"}${HOSTILE_TEXT}`),
  });
  await env.close();
  for (const holder of [HOLDER, BUYER]) {
    submit(env, holder, { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: issuance });
  }
  await env.close();
  submit(env, MAKER, { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: issuance, Holder: HOLDER.id });
  submit(env, MAKER, {
    TransactionType: 'Payment',
    Destination: HOLDER.id,
    Amount: { mptIssuanceId: issuance, value: 40n },
  });
  await env.close();
  return issuance;
}
