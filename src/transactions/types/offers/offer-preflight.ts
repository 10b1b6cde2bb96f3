/** OfferCreate, preflight: checks without a ledger (rippled: OfferCreate.cpp, preflight). */
import { assetOf, signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { NotTec } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import {
  type Amount,
  isBadCurrency,
  isIssued,
  isNative,
  issueKey,
  ZERO_ACCOUNT,
  ZERO_HASH,
} from '../../../protocol/values.ts';

export type OfferCreate = TransactionOf<'OfferCreate'>;

const { tfHybrid, tfImmediateOrCancel, tfFillOrKill } = TransactionFlags.OfferCreate;

/** True if an amount is an MPT, which offers do not support yet (MPTokensV2). */
export function isMptOffer({ TakerPays, TakerGets }: Readonly<OfferCreate>): boolean {
  return [TakerPays, TakerGets].some((amount) => !isNative(amount) && !isIssued(amount));
}

/** Returns the first failure, in rippled's order. */
export function preflightOffer(tx: Readonly<OfferCreate>): NotTec {
  if (hasFlag(tx, tfHybrid) && tx.DomainID === undefined) return 'temINVALID_FLAG';
  if (tx.DomainID === ZERO_HASH) return 'temMALFORMED';
  if (hasFlag(tx, tfImmediateOrCancel | tfFillOrKill)) return 'temINVALID_FLAG';
  if (tx.Expiration === 0) return 'temBAD_EXPIRATION';
  if (tx.OfferSequence === 0) return 'temBAD_SEQUENCE';
  return checkAmounts(tx.TakerPays, tx.TakerGets);
}

function checkAmounts(pays: Amount, gets: Amount): NotTec {
  if (isNative(pays) && isNative(gets)) return 'temBAD_OFFER';
  if (signOfAmount(pays) <= 0 || signOfAmount(gets) <= 0) return 'temBAD_OFFER';
  if (issueKey(assetOf(pays)) === issueKey(assetOf(gets))) return 'temREDUNDANT';
  if (isBadCurrency(pays) || isBadCurrency(gets)) return 'temBAD_CURRENCY';
  return hasNoIssuer(pays) || hasNoIssuer(gets) ? 'temBAD_ISSUER' : 'tesSUCCESS';
}

function hasNoIssuer(amount: Amount): boolean {
  return isIssued(amount) && amount.issuer === ZERO_ACCOUNT;
}
