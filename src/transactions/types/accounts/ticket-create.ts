/** TicketCreate: reserves sequence numbers as tickets, which can be used in any order (rippled: TicketCreate.cpp). */
import { accountKeylet, ticketKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { sequenceProxy } from '../../../protocol/transaction/transaction.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { defineTransaction } from '../../transaction-type.ts';

/** The most tickets of an account, and so of one transaction. */
const MAX_TICKETS = 250;

export const ticketCreate = defineTransaction({
  name: 'TicketCreate',

  consequences({ TicketCount }) {
    return { sequencesConsumed: TicketCount };
  },

  preflight({ tx }) {
    return tx.TicketCount < 1 || tx.TicketCount > MAX_TICKETS ? 'temINVALID_COUNT' : 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const account = view.read(accountKeylet(tx.Account));
    if (account === undefined) return 'terNO_ACCOUNT';
    const consumed = sequenceProxy(tx).isTicket ? 1 : 0;
    const total = (account.TicketCount ?? 0) + tx.TicketCount - consumed;
    return total > MAX_TICKETS ? 'tecDIR_FULL' : 'tesSUCCESS';
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops }) {
    const account = sandbox.peek(accountKeylet(tx.Account));
    if (account === undefined) return 'tefINTERNAL';
    if (!coversReserve(fees, account, balanceBeforeFeeDrops, tx.TicketCount)) return 'tecINSUFFICIENT_RESERVE';
    // The account's sequence is already past this transaction's.
    const first = account.Sequence;
    for (let number = first; number < first + tx.TicketCount; number++) {
      const ticket = newEntry(ticketKeylet(tx.Account, number));
      ticket.Account = tx.Account;
      ticket.TicketSequence = number;
      const inserted = insertOwnedEntry(sandbox, ticket);
      if (inserted !== 'tesSUCCESS') return inserted;
    }
    account.TicketCount = (account.TicketCount ?? 0) + tx.TicketCount;
    account.Sequence = first + tx.TicketCount;
    sandbox.update(account);
    return 'tesSUCCESS';
  },
});
