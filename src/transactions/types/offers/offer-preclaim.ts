/** OfferCreate, preclaim: checks against the ledger (rippled: OfferCreate.cpp, preclaim and checkAcceptAsset). */
import { hasExpired } from '../../../ledger/has-expired.ts';
import { signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import type { TokenIssue } from '../../../protocol/entries/entries.ts';
import { accountKeylet, lineKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { isIssued, type TradedAmount } from '../../../protocol/values.ts';
import { isInDomain } from '../../credentials/permissioned-domain.ts';
import type { PreclaimContext } from '../../transaction-type.ts';
import { accountFunds } from '../../trust-lines/account-funds.ts';
import { isDeeplyFrozen, isGloballyFrozen } from '../../trust-lines/trust-line-freeze.ts';
import { sideOf } from '../../trust-lines/trust-line-side.ts';
import type { OfferCreate } from './offer-preflight.ts';

/** Returns the first failure, in rippled's order. */
export function preclaimOffer(context: PreclaimContext<OfferCreate>): Ter {
  const { view, tx, fees } = context;
  const pays = tx.TakerPays as TradedAmount;
  const gets = tx.TakerGets as TradedAmount;
  const account = view.read(accountKeylet(tx.Account));
  if (account === undefined) return 'terNO_ACCOUNT';
  const isFrozen = [pays, gets].some((amount) => isIssued(amount) && isGloballyFrozen(view, amount.issuer));
  if (isFrozen) return 'tecFROZEN';
  if (signOfAmount(accountFunds(view, tx.Account, gets, fees)) <= 0) return 'tecUNFUNDED_OFFER';
  if (tx.OfferSequence !== undefined && account.Sequence <= tx.OfferSequence) return 'temBAD_SEQUENCE';
  if (hasExpired(view, tx.Expiration)) return 'tecEXPIRED';
  if (isIssued(pays)) {
    const accepted = checkAccepts(context, pays);
    if (accepted !== 'tesSUCCESS') return accepted;
  }
  const isOutside = tx.DomainID !== undefined && !isInDomain(view, tx.Account, tx.DomainID);
  return isOutside ? 'tecNO_PERMISSION' : 'tesSUCCESS';
}

/**
 * Checks that the sender may receive the token. With `retry`, missing entries may still be created by a later
 * transaction of the ledger.
 */
function checkAccepts({ view, tx, flags }: PreclaimContext<OfferCreate>, token: TokenIssue): Ter {
  const { issuer, currency } = token;
  const issuerAccount = view.read(accountKeylet(issuer));
  if (issuerAccount === undefined) return flags.retry ? 'terNO_ACCOUNT' : 'tecNO_ISSUER';
  if (issuer === tx.Account) return 'tesSUCCESS';
  if (hasFlag(issuerAccount, EntryFlags.AccountRoot.lsfRequireAuth)) {
    const line = view.read(lineKeylet(tx.Account, issuer, currency));
    if (line === undefined) return flags.retry ? 'terNO_LINE' : 'tecNO_LINE';
    if (!hasFlag(line, sideOf(issuer, tx.Account).auth)) return flags.retry ? 'terNO_AUTH' : 'tecNO_AUTH';
  }
  return isDeeplyFrozen(view, tx.Account, token) ? 'tecFROZEN' : 'tesSUCCESS';
}
