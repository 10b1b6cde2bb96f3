/** Every transaction type that Weir applies. A type that is not here is refused with temDISABLED, never ignored. */
import type { TransactionType } from './transaction-type.ts';
import { accountDelete } from './types/account-delete.ts';
import { accountSet } from './types/account-set.ts';
import { clawback } from './types/clawback.ts';
import { depositPreauth } from './types/deposit-preauth.ts';
import { payment } from './types/payment.ts';
import { paymentChannelClaim } from './types/payment-channel-claim.ts';
import { paymentChannelCreate } from './types/payment-channel-create.ts';
import { paymentChannelFund } from './types/payment-channel-fund.ts';
import { setFee } from './types/set-fee.ts';
import { setRegularKey } from './types/set-regular-key.ts';
import { signerListSet } from './types/signer-list-set.ts';
import { ticketCreate } from './types/ticket-create.ts';
import { trustSet } from './types/trust-set.ts';

const TYPES: Readonly<Record<string, TransactionType>> = {
  AccountDelete: accountDelete,
  AccountSet: accountSet,
  Clawback: clawback,
  DepositPreauth: depositPreauth,
  Payment: payment,
  PaymentChannelClaim: paymentChannelClaim,
  PaymentChannelCreate: paymentChannelCreate,
  PaymentChannelFund: paymentChannelFund,
  SetFee: setFee,
  SetRegularKey: setRegularKey,
  SignerListSet: signerListSet,
  TicketCreate: ticketCreate,
  TrustSet: trustSet,
};

/** The type with that name, if Weir applies it. */
export function transactionTypeOf(name: string): TransactionType | undefined {
  return Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
}
