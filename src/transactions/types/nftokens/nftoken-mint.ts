/**
 * NFTokenMint: creates an NFToken, by its issuer or an authorized minter, optionally with a sell offer (rippled:
 * NFTokenMint.cpp).
 */
import { hasExpired } from '../../../ledger/has-expired.ts';
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { NftokenFlags, nftokenId } from '../../../protocol/entries/nftoken-id.ts';
import type { NotTec, Ter } from '../../../protocol/tables/ter.ts';
import { sequenceProxy, type TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import {
  type NftokenOfferTerms,
  placeNftokenOffer,
  preclaimNftokenOffer,
  preflightNftokenOffer,
} from '../../nftokens/nftoken-offers.ts';
import { insertToken } from '../../nftokens/nftoken-pages.ts';
import { isNftokenUri } from '../../nftokens/nftoken-uri.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';

type NFTokenMint = TransactionOf<'NFTokenMint'>;

/** In hundred-thousandths: 50 %. */
const MAX_TRANSFER_FEE = 50_000;
const MAX_UINT32 = 0xffffffff;

export const nftokenMint = defineTransaction({
  name: 'NFTokenMint',

  preflight({ tx }) {
    const { TransferFee: transferFee = 0, URI: uri } = tx;
    if (transferFee > MAX_TRANSFER_FEE) return 'temBAD_NFTOKEN_TRANSFER_FEE';
    if (transferFee > 0 && (idFlags(tx) & NftokenFlags.transferable) === 0) return 'temMALFORMED';
    if (tx.Issuer === tx.Account) return 'temMALFORMED';
    if (uri !== undefined && !isNftokenUri(uri)) return 'temMALFORMED';
    return checkOffer(tx);
  },

  preclaim({ view, tx, fees }) {
    if (tx.Issuer !== undefined) {
      const issuer = view.read(accountKeylet(tx.Issuer));
      if (issuer === undefined) return 'tecNO_ISSUER';
      if (issuer.NFTokenMinter !== tx.Account) return 'tecNO_PERMISSION';
    }
    const offer = offerOf(tx);
    if (offer === undefined) return 'tesSUCCESS';
    if (hasExpired(view, offer.expiration)) return 'tecEXPIRED';
    return preclaimNftokenOffer(view, fees, offer, tokenOf(tx));
  },

  apply(context) {
    const { sandbox, tx, fees, balanceBeforeFeeDrops } = context;
    const serial = nextSerial(sandbox, tx);
    if (typeof serial === 'string') return serial;
    const minter = sandbox.peek(accountKeylet(tx.Account));
    if (minter === undefined) return 'tefINTERNAL';
    const ownerCountBefore = minter.OwnerCount;
    const minted = mint(context, serial);
    if (minted !== 'tesSUCCESS') return minted;
    // The reserve is only checked if the token needed a new page or an offer was created.
    if (minter.OwnerCount <= ownerCountBefore) return 'tesSUCCESS';
    return coversReserve(fees, minter, balanceBeforeFeeDrops) ? 'tesSUCCESS' : 'tecINSUFFICIENT_RESERVE';
  },
});

/** An offer at minting needs an amount, and is always a sell offer. */
function checkOffer(tx: Readonly<NFTokenMint>): NotTec {
  const offer = offerOf(tx);
  if (offer !== undefined) return preflightNftokenOffer(offer, tokenOf(tx));
  return tx.Destination === undefined && tx.Expiration === undefined ? 'tesSUCCESS' : 'temMALFORMED';
}

function mint(context: ApplyContext<NFTokenMint>, serial: number): Ter {
  const { sandbox, tx } = context;
  const id = nftokenId({ ...tokenOf(tx), taxon: tx.NFTokenTaxon, serial });
  const token = tx.URI === undefined ? { NFTokenID: id } : { NFTokenID: id, URI: tx.URI };
  const inserted = insertToken(sandbox, tx.Account, token);
  const offer = offerOf(tx);
  if (inserted !== 'tesSUCCESS' || offer === undefined) return inserted;
  return placeNftokenOffer(context, offer, id, sequenceProxy(tx).value);
}

/**
 * Counts one more minted token of the issuer and returns its serial number. Numbers start at the issuer's sequence
 * before its first token, so that an account that is deleted and created again never reuses an ID.
 */
function nextSerial(sandbox: Sandbox, tx: Readonly<NFTokenMint>): number | Ter {
  const issuer = sandbox.peek(accountKeylet(tx.Issuer ?? tx.Account));
  if (issuer === undefined) return 'tecNO_ISSUER';
  if (issuer.FirstNFTokenSequence === undefined) {
    const hasUsedSequence = tx.Issuer === undefined && !sequenceProxy(tx).isTicket;
    issuer.FirstNFTokenSequence = hasUsedSequence ? issuer.Sequence - 1 : issuer.Sequence;
  }
  const { MintedNFTokens: minted = 0, FirstNFTokenSequence: first } = issuer;
  const serial = first + minted;
  if (minted === MAX_UINT32 || serial >= MAX_UINT32) return 'tecMAX_SEQUENCE_REACHED';
  issuer.MintedNFTokens = minted + 1;
  sandbox.update(issuer);
  return serial;
}

/** The token's flags are the lower 16 bits of the transaction's. */
function idFlags({ Flags = 0 }: Readonly<NFTokenMint>): number {
  return Flags & 0xffff;
}

function tokenOf(tx: Readonly<NFTokenMint>): { flags: number; transferFee: number; issuer: string } {
  return { flags: idFlags(tx), transferFee: tx.TransferFee ?? 0, issuer: tx.Issuer ?? tx.Account };
}

function offerOf(tx: Readonly<NFTokenMint>): NftokenOfferTerms | undefined {
  if (tx.Amount === undefined) return undefined;
  const { Account: maker, Amount: amount, Destination: destination, Expiration: expiration } = tx;
  return { maker, isSell: true, amount, destination, expiration };
}
