/**
 * Positional forms of methods on the command line, and words that several methods share (rippled: RPCCall.cpp).
 */
import type { JsonObject } from '../../protocol/values.ts';
import { usageError } from '../../util/command-error.ts';
import { ledgerParams, optionalLedger } from './positional-words.ts';

/** A word, for help and completion. */
export interface WordRow {
  readonly name: string;
  /** Default: the text of the parameter with this name. */
  readonly text?: string;
  /** Possible values, if few. Default: those of the parameter with this name. */
  readonly values?: readonly string[];
}

export interface PositionalForm {
  /** The words, for `--help`. */
  readonly usage: string;
  readonly min: number;
  readonly max: number;
  readonly words: readonly WordRow[];
  /** Differences from JSON parameters. */
  readonly note?: string;
  parse(words: readonly string[]): JsonObject;
}

const LEDGER_NAMES = ['validated', 'closed', 'current'];
export const LEDGER_WORD: WordRow = {
  name: 'ledger',
  text: 'A ledger: validated, closed, current (default), its index or its hash.',
  values: LEDGER_NAMES,
};
export const ACCOUNT_AND_LEDGER: PositionalForm = {
  usage: '<account> [<ledger>]',
  min: 1,
  max: 2,
  words: [{ name: 'account' }, LEDGER_WORD],
  parse: ([account, ledgerWord]) => ({ account: account!, ...optionalLedger(ledgerWord) }),
};
export const ONE_LEDGER: PositionalForm = {
  usage: '<ledger>',
  min: 1,
  max: 1,
  words: [LEDGER_WORD],
  parse: ([ledgerWord]) => ledgerParams(ledgerWord!),
};

/** An account, an optional second account, and a ledger. */
export function accountsAndLedger(method: string, other: string): PositionalForm {
  return {
    usage: `<account> [<${other}>|"" [<ledger>]]`,
    min: 1,
    max: 3,
    words: [{ name: 'account' }, { name: other }, LEDGER_WORD],
    parse: ([account, otherAccount = '', ledgerWord]) => {
      if (LEDGER_NAMES.includes(otherAccount)) {
        throw usageError(`${method}: the ledger is the third word; the second is <${other}>, or "" for all`);
      }
      return {
        account: account!,
        ...(otherAccount === '' ? {} : { [other]: otherAccount }),
        ...optionalLedger(ledgerWord),
      };
    },
  };
}
