/**
 * An issuer with very many trust lines, straight into a store: real entries, a real directory and the rows of the index,
 * though nobody sent the transactions. Every line waits for approval but one in a thousand, which has it.
 */
import { sha512Half } from '../src/crypto/hash.ts';
import { createLedgerHeader, type LedgerHeader } from '../src/ledger/ledger-header.ts';
import { stateIndexChanges } from '../src/node/derived/derive-changes.ts';
import { encodeObject } from '../src/protocol/codec/encode.ts';
import type { DirectoryNode, LedgerEntry, RippleState } from '../src/protocol/entries/entries.ts';
import { accountKeylet, lineKeylet, ownerDirKeylet, pageKeylet } from '../src/protocol/entries/keylets.ts';
import { newEntry } from '../src/protocol/entries/new-entry.ts';
import { EntryFlags } from '../src/protocol/tables/flags.ts';
import type { AccountId, Hash256, IssuedAmount, StObject } from '../src/protocol/values.ts';
import type { LedgerStore } from '../src/storage/ledger-store.ts';
import { bytesToHex } from '../src/util/hex.ts';
import { finishSteps } from '../src/util/steps.ts';
import { USD } from '../test/support/token-ledger.ts';

const LINES_A_PAGE = 32;
const PAGES_A_LEDGER = 500;
const SECONDS_A_LEDGER = 4;
const LINES_AN_AUTHORIZED_ONE = 1_000;
const NOBODY: AccountId = `${'0'.repeat(39)}1`;

export const ISSUER: AccountId = accountOf('issuer');

/** Adds ledgers with this many lines of the issuer. */
export async function generateTrustLines(store: LedgerStore, lineCount: number): Promise<void> {
  const { last } = store.ledgerRange()!;
  let parent = store.header(last)!;
  const pageCount = Math.ceil(lineCount / LINES_A_PAGE);
  for (let first = 0; first < pageCount; first += PAGES_A_LEDGER) {
    const entries: LedgerEntry[] = first === 0 ? [issuerRoot(lineCount)] : [];
    for (let page = first; page < Math.min(pageCount, first + PAGES_A_LEDGER); page++) {
      entries.push(...pageOfLines(page, pageCount, lineCount));
    }
    const header = headerAfter(parent);
    const changed = new Map(entries.map((entry) => [entry.index, entry]));
    await store.append({
      header,
      transactions: [],
      stateChanges: new Map(entries.map((entry) => [entry.index, encodeObject(entry as unknown as StObject)])),
      derived: {
        transactions: [],
        treeChanges: new Map(),
        indexChanges: finishSteps(stateIndexChanges(undefined, changed)),
      },
    });
    parent = header;
  }
}

function headerAfter(parent: LedgerHeader): LedgerHeader {
  return createLedgerHeader({
    ...parent,
    ledgerIndex: parent.ledgerIndex + 1,
    parentHash: parent.hash,
    parentCloseTimeSeconds: parent.closeTimeSeconds,
    closeTimeSeconds: parent.closeTimeSeconds + SECONDS_A_LEDGER,
  });
}

function issuerRoot(lineCount: number): LedgerEntry {
  const root = newEntry(accountKeylet(ISSUER));
  root.Account = ISSUER;
  root.Balance = 10n ** 15n;
  root.Sequence = 1 + lineCount;
  root.Flags = EntryFlags.AccountRoot.lsfRequireAuth;
  return root;
}

/** A page of the issuer's directory, and the lines on it. */
function pageOfLines(number: number, pageCount: number, lineCount: number): LedgerEntry[] {
  const first = number * LINES_A_PAGE;
  const count = Math.min(LINES_A_PAGE, lineCount - first);
  const lines = Array.from({ length: count }, (_, at) => lineOf(first + at, BigInt(number)));
  const directory = ownerDirKeylet(ISSUER);
  const page: DirectoryNode = newEntry(pageKeylet(directory.key, BigInt(number)));
  page.RootIndex = directory.key;
  page.Owner = ISSUER;
  page.Indexes = lines.map(({ index }) => index).sort();
  if (number + 1 < pageCount) page.IndexNext = BigInt(number + 1);
  page.IndexPrevious = BigInt(number === 0 ? pageCount - 1 : number - 1);
  return [page, ...lines];
}

function lineOf(number: number, issuerPage: bigint): RippleState {
  const holder = accountOf(`holder ${number}`);
  const isHolderLow = holder < ISSUER;
  const line = newEntry(lineKeylet(holder, ISSUER, USD));
  const limit = (issuer: AccountId): IssuedAmount => {
    return { ...amount(issuer), ...(issuer === holder ? { mantissa: 10n ** 15n, exponent: -12 } : {}) };
  };
  const { lsfLowAuth, lsfHighAuth, lsfLowReserve, lsfHighReserve } = EntryFlags.RippleState;
  line.Flags = isHolderLow ? lsfLowReserve : lsfHighReserve;
  if (number % LINES_AN_AUTHORIZED_ONE === 0) line.Flags |= isHolderLow ? lsfHighAuth : lsfLowAuth;
  line.Balance = amount(NOBODY);
  line.LowLimit = limit(isHolderLow ? holder : ISSUER);
  line.HighLimit = limit(isHolderLow ? ISSUER : holder);
  line.LowNode = isHolderLow ? 0n : issuerPage;
  line.HighNode = isHolderLow ? issuerPage : 0n;
  return line;
}

function amount(issuer: AccountId): IssuedAmount {
  return { mantissa: 0n, exponent: -100, currency: USD, issuer };
}

function hashOf(text: string): Hash256 {
  return bytesToHex(sha512Half(Buffer.from(text)));
}

function accountOf(text: string): AccountId {
  return hashOf(text).slice(0, 40);
}
