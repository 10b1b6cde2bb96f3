/**
 * Payments by a delegate that may only issue or redeem tokens of the sender (rippled: Payment.cpp,
 * checkGranularSemantics).
 */
import type { ReadView } from '../../../ledger/read-view.ts';
import { assetOf } from '../../../protocol/amounts/amount-math.ts';
import { signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import { lineKeylet } from '../../../protocol/entries/keylets.ts';
import type { GranularPermission } from '../../../protocol/tables/permissions.ts';
import type { NotTec } from '../../../protocol/tables/ter.ts';
import {
  type IssuedAmount,
  isMpt,
  isNative,
  isSameIssue,
  issuerOfMpt,
  type MptAmount,
} from '../../../protocol/values.ts';
import { balanceAt, sideOf } from '../../trust-lines/trust-line-side.ts';
import type { Payment } from './payment-preflight.ts';

type Held = ReadonlySet<GranularPermission>;

/** Whether the payment creates or returns tokens. */
interface Direction {
  readonly issues: boolean;
  readonly redeems: boolean;
}

/** Direct payments of tokens only. */
export function checkGranularPayment(view: ReadView, tx: Readonly<Payment>, held: Held): NotTec {
  const { Amount: amount, SendMax: sendMax } = tx;
  if (sendMax !== undefined && !isSameIssue(assetOf(sendMax), assetOf(amount))) return 'terNO_DELEGATE_PERMISSION';
  if (isNative(amount)) return 'terNO_DELEGATE_PERMISSION';
  const { issues, redeems } = isMpt(amount) ? mptDirection(tx, amount) : lineDirection(view, tx, amount);
  const isPermitted = (issues && held.has('PaymentMint')) || (redeems && held.has('PaymentBurn'));
  return isPermitted ? 'tesSUCCESS' : 'terNO_DELEGATE_PERMISSION';
}

/** The issuance names its issuer. */
function mptDirection(tx: Readonly<Payment>, { mptIssuanceId }: MptAmount): Direction {
  const issuer = issuerOfMpt(mptIssuanceId);
  return { issues: issuer === tx.Account, redeems: issuer === tx.Destination };
}

/**
 * Either end of a trust line can be named as the issuer, so its balance decides: a sender with a positive balance
 * redeems; another one issues what the destination accepts.
 */
function lineDirection(view: ReadView, tx: Readonly<Payment>, { issuer, currency }: IssuedAmount): Direction {
  const { Account: account, Destination: destination } = tx;
  const isDirect = issuer === account || issuer === destination;
  const line = isDirect ? view.read(lineKeylet(account, destination, currency)) : undefined;
  if (line === undefined) return { issues: false, redeems: false };
  const redeems = signOfIssued(balanceAt(line, sideOf(account, destination))) > 0;
  const isAccepted = signOfIssued(line[sideOf(destination, account).limit]) > 0;
  return { issues: isAccepted && !redeems, redeems };
}
