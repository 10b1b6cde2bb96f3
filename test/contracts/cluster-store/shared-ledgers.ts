/**
 * Closed ledgers for the contract of the cluster store. They are complete, because a backend may decode all their
 * content.
 */
import type { ClosedLedger } from '../../../src/ledger/closed-ledger.ts';
import { decodeClosedLedger, encodeClosedLedger } from '../../../src/ledger/closed-ledger-codec.ts';
import { createLedgerHeader } from '../../../src/ledger/ledger-header.ts';
import { encodeObject } from '../../../src/protocol/codec/encode.ts';
import { accountOf, hashOf, ledgerOf, transactionOf } from '../store/contract-ledgers.ts';

/** A ledger with a payment, determined by its index. */
export function sharedLedger(ledgerIndex: number): ClosedLedger {
  const [sender, destination] = [accountOf('sender'), accountOf('destination')];
  const key = hashOf(`entry of ${ledgerIndex}`);
  const entry = {
    LedgerEntryType: 'AccountRoot',
    Account: sender,
    Balance: BigInt(ledgerIndex),
    Sequence: ledgerIndex,
  };
  const blob = encodeObject({
    TransactionType: 'Payment',
    Account: sender,
    Destination: destination,
    Amount: 5n,
    Fee: 10n,
    Sequence: ledgerIndex,
    SigningPubKey: '',
  });
  const metadata = encodeObject({
    TransactionResult: 'tesSUCCESS',
    TransactionIndex: 0,
    AffectedNodes: [
      {
        ModifiedNode: {
          LedgerEntryType: 'AccountRoot',
          LedgerIndex: key,
          FinalFields: { Account: sender, Balance: BigInt(ledgerIndex), Sequence: ledgerIndex },
        },
      },
    ],
  });
  const transactions = [{ ...transactionOf(ledgerIndex, 0, [sender, destination]), blob, metadata }];
  const stateChanges = new Map([[key, encodeObject(entry)]]);
  return decodeClosedLedger(encodeClosedLedger(ledgerOf(ledgerIndex, { transactions, stateChanges })));
}

/** Another ledger with that index and the same parent. */
export function rivalLedger(ledgerIndex: number, name: string): ClosedLedger {
  const ledger = sharedLedger(ledgerIndex);
  return { ...ledger, header: createLedgerHeader({ ...ledger.header, accountHash: hashOf(name) }) };
}

/** A ledger with that index whose parent is another one. */
export function strayLedger(ledgerIndex: number): ClosedLedger {
  const ledger = sharedLedger(ledgerIndex);
  return { ...ledger, header: createLedgerHeader({ ...ledger.header, parentHash: hashOf('elsewhere') }) };
}
