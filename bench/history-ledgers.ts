/**
 * Writes a long history of one account directly into a store: ledgers with payments whose bytes and metadata are
 * realistic, but not signed or applied. The account is in four of five payments, so the rows of its history are not
 * those of the ledgers.
 */

import { sha512Half } from '../src/crypto/hash.ts';
import type { TransactionLocation } from '../src/history/history-query.ts';
import type { ClosedTransaction } from '../src/ledger/closed-ledger.ts';
import type { PreparedLedger } from '../src/ledger/derived-changes.ts';
import { createLedgerHeader, type LedgerHeader } from '../src/ledger/ledger-header.ts';
import { deriveTransaction, type ReadTransaction } from '../src/node/derived/derive-changes.ts';
import { encodeObject } from '../src/protocol/codec/encode.ts';
import { accountKeylet } from '../src/protocol/entries/keylets.ts';
import { HashPrefix } from '../src/protocol/tables/hash-prefix.ts';
import type { AccountId, Hash256, StObject } from '../src/protocol/values.ts';
import { transactionTreeHash } from '../src/shamap/transaction-tree.ts';
import type { LedgerStore } from '../src/storage/ledger-store.ts';
import { bytesToHex } from '../src/util/hex.ts';
import { finishSteps } from '../src/util/steps.ts';

const ROWS_A_LEDGER = 800;
/** Every fifth payment is between other accounts. */
const PAYMENTS_A_LEDGER = 1_000;
const OTHER_ACCOUNTS = 2_000;
const SECONDS_A_LEDGER = 4;

export const BUSY_ACCOUNT: AccountId = accountOf('busy');
const others = Array.from({ length: OTHER_ACCOUNTS }, (_, at) => accountOf(`other ${at}`));
const PUBLIC_KEY = `02${hashOf('key')}`;

function hashOf(text: string): Hash256 {
  return bytesToHex(sha512Half(Buffer.from(text)));
}

function accountOf(text: string): AccountId {
  return hashOf(text).slice(0, 40);
}

/** The first ledger after those of a new chain. */
const FIRST_LEDGER = 3;

/**
 * Adds whole ledgers until the account has at least this number of transactions; returns their number. Continues in a
 * store of an earlier run.
 */
export async function generateHistory(store: LedgerStore, wantedRows: number): Promise<number> {
  let parent = store.header(store.ledgerRange()!.last)!;
  const rows = () => (parent.ledgerIndex + 1 - FIRST_LEDGER) * ROWS_A_LEDGER;
  while (rows() < wantedRows) {
    const closed = makeLedger(parent);
    await store.append(closed);
    parent = closed.header;
  }
  return rows();
}

/** Location of the account's transaction with this number; 0 is the oldest. */
export function locationOfRow(row: number): TransactionLocation {
  const inLedger = row % ROWS_A_LEDGER;
  return {
    ledgerIndex: FIRST_LEDGER + Math.floor(row / ROWS_A_LEDGER),
    position: inLedger + Math.floor(inLedger / 4),
  };
}

function makeLedger(parent: LedgerHeader): PreparedLedger {
  const ledgerIndex = parent.ledgerIndex + 1;
  const transactions = Array.from({ length: PAYMENTS_A_LEDGER }, (_, position) => makePayment(ledgerIndex, position));
  const header = createLedgerHeader({
    ...parent,
    ledgerIndex,
    parentHash: parent.hash,
    transactionHash: finishSteps(transactionTreeHash(transactions)),
    parentCloseTimeSeconds: parent.closeTimeSeconds,
    closeTimeSeconds: parent.closeTimeSeconds + SECONDS_A_LEDGER,
  });
  const derived = { transactions: transactions.map(deriveTransaction), treeChanges: new Map(), indexChanges: [] };
  return { header, transactions, stateChanges: new Map(), derived };
}

function makePayment(ledgerIndex: number, position: number): ReadTransaction & ClosedTransaction {
  const number = ledgerIndex * PAYMENTS_A_LEDGER + position;
  const other = others[(number * 7) % OTHER_ACCOUNTS] as AccountId;
  const isBusy = position % 5 !== 4;
  const third = others[(number * 7 + 1) % OTHER_ACCOUNTS] as AccountId;
  const [sender, receiver] =
    isBusy && number % 3 === 0 ? [BUSY_ACCOUNT, other] : [other, isBusy ? BUSY_ACCOUNT : third];
  const amount = BigInt((number * 7919) % 5_000_000) + 1n;
  const fields: StObject = {
    TransactionType: 'Payment',
    Flags: 0x8000_0000,
    Sequence: number % 1_000_000,
    DestinationTag: number % 10_000,
    LastLedgerSequence: ledgerIndex + 4,
    Amount: amount,
    Fee: 10n,
    SigningPubKey: PUBLIC_KEY,
    TxnSignature: `3045022100${hashOf(`r ${number}`)}0220${hashOf(`s ${number}`)}`,
    Account: sender,
    Destination: receiver,
  };
  const blob = encodeObject(fields);
  const id = bytesToHex(sha512Half(HashPrefix.transactionId, blob));
  const metadata = encodeObject({
    TransactionResult: 'tesSUCCESS',
    TransactionIndex: position,
    AffectedNodes: [accountNode(sender, number, -amount - 10n, id), accountNode(receiver, number, amount, id)],
  });
  const accounts = [sender, receiver].sort();
  return { id, blob, fields, metadata, accounts };
}

function accountNode(account: AccountId, number: number, change: bigint, previous: Hash256) {
  const balance = 10n ** 12n + BigInt(number);
  return {
    ModifiedNode: {
      LedgerEntryType: 'AccountRoot',
      LedgerIndex: accountKeylet(account).key,
      PreviousTxnID: previous,
      PreviousTxnLgrSeq: number,
      FinalFields: { Flags: 0, Sequence: number, OwnerCount: 0, Balance: balance, Account: account },
      PreviousFields: { Balance: balance - change, ...(change < 0n ? { Sequence: number - 1 } : {}) },
    },
  };
}
