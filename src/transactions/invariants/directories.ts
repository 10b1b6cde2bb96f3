/**
 * New directory pages belong to an existing root, and the root page of a book directory contains the quality of its key
 * (rippled: ValidBookDirectory).
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

/** Pages whose RootIndex did not change are not checked: old ledgers have some with a wrong ExchangeRate. */
export const bookDirectoriesAreValid: Invariant = ({ changesOf, view }) =>
  changesOf('DirectoryNode').every(({ isErased, before, after: page }) => {
    if (isErased || before?.RootIndex === page.RootIndex) return true;
    if (page.index === page.RootIndex) return !isBook(page) || page.ExchangeRate === qualityOfIndex(page.index);
    return view.read({ type: 'DirectoryNode', key: page.RootIndex }) !== undefined;
  });

function isBook(page: Readonly<DirectoryNode>): boolean {
  return BOOK_FIELDS.some((name) => page[name] !== undefined);
}
