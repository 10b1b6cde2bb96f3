/** Every transaction type that Weir applies. A type that is not here is refused with temDISABLED, never ignored. */
import type { TransactionType } from './transaction-type.ts';
import { accountSet } from './types/account-set.ts';
import { payment } from './types/payment.ts';
import { setRegularKey } from './types/set-regular-key.ts';
import { ticketCreate } from './types/ticket-create.ts';

const TYPES: Readonly<Record<string, TransactionType>> = {
  AccountSet: accountSet,
  Payment: payment,
  SetRegularKey: setRegularKey,
  TicketCreate: ticketCreate,
};

/** The type with that name, if Weir applies it. */
export function transactionTypeOf(name: string): TransactionType | undefined {
  return Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
}
