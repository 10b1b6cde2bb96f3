/**
 * A new page of a directory belongs to one that exists, and the first page of an order book's quality names that
 * quality (the reference's ValidBookDirectory).
 */
import type { DirectoryNode } from '../../protocol/entries/entries.ts';
import { qualityOfIndex } from '../../protocol/entries/keylets.ts';
import type { Invariant } from './invariant.ts';

const BOOK_FIELDS = [
  'ExchangeRate',
  'TakerPaysCurrency',
  'TakerPaysIssuer',
  'TakerGetsCurrency',
  'TakerGetsIssuer',
  'DomainID',
] as const satisfies readonly (keyof DirectoryNode)[];

/** Pages that stay with their root are not looked at: old ledgers hold some whose rate is wrong. */
export const bookDirectoriesAreValid: Invariant = ({ changesOf, view }) =>
  changesOf('DirectoryNode').every(({ isErased, before, after: page }) => {
    if (isErased || before?.RootIndex === page.RootIndex) return true;
    if (page.index === page.RootIndex) return !isBook(page) || page.ExchangeRate === qualityOfIndex(page.index);
    return view.read({ type: 'DirectoryNode', key: page.RootIndex }) !== undefined;
  });

function isBook(page: Readonly<DirectoryNode>): boolean {
  return BOOK_FIELDS.some((name) => page[name] !== undefined);
}
