/**
 * LedgerStateFix: repairs entries that were damaged by bugs of earlier rippled versions (rippled: LedgerStateFix.cpp).
 */
import type { Keylet } from '../../../protocol/entries/entries.ts';
import { accountKeylet, qualityOfIndex } from '../../../protocol/entries/keylets.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import type { Hash256 } from '../../../protocol/values.ts';
import { repairPageLinks } from '../../nftokens/page-links.ts';
import {
  type ApplyContext,
  defineTransaction,
  type PreclaimContext,
  type TransactionType,
} from '../../transaction-type.ts';

type LedgerStateFix = TransactionOf<'LedgerStateFix'>;

/** A kind of repair, and the one field that it needs. */
interface Fix {
  readonly field: 'Owner' | 'BookDirectory';
  readonly preclaim: NonNullable<TransactionType<LedgerStateFix>['preclaim']>;
  readonly apply: TransactionType<LedgerStateFix>['apply'];
}

const FIXES: ReadonlyMap<number, Fix> = new Map([
  [1, { field: 'Owner', preclaim: checkOwner, apply: fixPageLinks }],
  [2, { field: 'BookDirectory', preclaim: checkBookPage, apply: fixExchangeRate }],
]);
const FIELDS = [...FIXES.values()].map(({ field }) => field);

export const ledgerStateFix = defineTransaction({
  name: 'LedgerStateFix',

  baseFee(_tx, _view, { fees }) {
    return fees.reserveIncrementDrops;
  },

  preflight({ tx }) {
    const fix = FIXES.get(tx.LedgerFixType);
    if (fix === undefined) return 'tefINVALID_LEDGER_FIX_TYPE';
    const isExact = FIELDS.every((field) => (tx[field] !== undefined) === (field === fix.field));
    return isExact ? 'tesSUCCESS' : 'temINVALID';
  },

  preclaim(context) {
    return FIXES.get(context.tx.LedgerFixType)?.preclaim(context) ?? 'tecINTERNAL';
  },

  apply(context) {
    return FIXES.get(context.tx.LedgerFixType)?.apply(context) ?? 'tecINTERNAL';
  },
});

function checkOwner({ view, tx }: PreclaimContext<LedgerStateFix>): Ter {
  return view.read(accountKeylet(tx.Owner as string)) === undefined ? 'tecOBJECT_NOT_FOUND' : 'tesSUCCESS';
}

function fixPageLinks({ sandbox, tx }: ApplyContext<LedgerStateFix>): Ter {
  return repairPageLinks(sandbox, tx.Owner as string) ? 'tesSUCCESS' : 'tecFAILED_PROCESSING';
}

/** Only the root page of a book directory has an ExchangeRate, which must match its key. */
function checkBookPage({ view, tx }: PreclaimContext<LedgerStateFix>): Ter {
  const page = view.read(bookPage(tx));
  if (page === undefined) return 'tecOBJECT_NOT_FOUND';
  const isWrong = page.ExchangeRate !== undefined && page.ExchangeRate !== qualityOfIndex(page.index);
  return isWrong ? 'tesSUCCESS' : 'tecNO_PERMISSION';
}

function fixExchangeRate({ sandbox, tx }: ApplyContext<LedgerStateFix>): Ter {
  const page = sandbox.peek(bookPage(tx));
  if (page === undefined) return 'tecINTERNAL';
  page.ExchangeRate = qualityOfIndex(page.index);
  sandbox.update(page);
  return 'tesSUCCESS';
}

function bookPage({ BookDirectory: key }: Readonly<LedgerStateFix>): Keylet<'DirectoryNode'> {
  return { type: 'DirectoryNode', key: key as Hash256 };
}
