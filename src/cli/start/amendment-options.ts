/** The option `--amendments` of `weir start`: which amendments a new chain enables. */
import { readFileSync } from 'node:fs';
import { chooseAmendments } from '../../ledger/chosen-amendments.ts';
import { decodeObject } from '../../protocol/codec/decode.ts';
import { amendmentsKeylet } from '../../protocol/entries/keylets.ts';
import { amendmentById } from '../../protocol/tables/amendments.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { LedgerStore } from '../../storage/ledger-store.ts';
import { CommandError, usageError } from '../../util/command-error.ts';

/** Sections of the reference's configuration that list amendments. */
const SECTIONS: ReadonlySet<string> = new Set(['amendments', 'features']);

/**
 * The ids that the option means: words with a sign, separated by commas, or a file with an amendment a line. Throws a
 * `CommandError`.
 */
export function parseAmendmentOption(
  text: string | undefined,
  hasGenesisFile: boolean,
): readonly Hash256[] | undefined {
  if (text === undefined) return undefined;
  if (hasGenesisFile) {
    throw usageError('--amendments and --genesis exclude each other: put "amendments" into the genesis file');
  }
  const isList = /^[+-]/.test(text);
  const words = isList ? text.split(',') : amendmentLines(readText(text));
  try {
    return chooseAmendments(words);
  } catch (error) {
    throw usageError(`--amendments${isList ? '' : ` ${text}`}: ${(error as Error).message}`);
  }
}

/**
 * The lines of a file without comments. In a configuration file of the reference only its sections of amendments count.
 */
function amendmentLines(text: string): string[] {
  let isCounted = true;
  return text.split('\n').flatMap((line) => {
    const words = line.replace(/#.*/, '').trim();
    const section = /^\[(.*)\]$/.exec(words)?.[1];
    if (section !== undefined) isCounted = SECTIONS.has(section);
    return isCounted && section === undefined && words !== '' ? [words] : [];
  });
}

/** @throws CommandError if the chain lacks one of the amendments, since an option cannot change an existing chain */
export function checkAmendments(store: LedgerStore, amendments: readonly Hash256[] | undefined): void {
  const last = store.ledgerRange()?.last;
  if (amendments === undefined || last === undefined) return;
  const bytes = store.entry(amendmentsKeylet().key, last);
  const { Amendments: enabled = [] } = bytes === undefined ? {} : decodeObject(bytes);
  const missing = amendments.find((id) => !(enabled as readonly Hash256[]).includes(id));
  if (missing === undefined) return;
  throw new CommandError(
    `the chain in the data directory does not have the amendment ${amendmentById(missing)?.name}: leave out --amendments, ` +
      'or begin a new chain in another directory (--data)',
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw usageError(
      `--amendments must be a list such as +BatchV1_1,+DynamicMPT or a file: ${(error as Error).message}`,
    );
  }
}
