/** The words of `weir types`: every type of transaction that is applied, and after it the names of its flags. */
import { AccountSetFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import { SENT_TYPES } from '../../transactions/types/table.ts';
import type { CommandShape } from '../command.ts';

const FLAGS: Readonly<Record<string, Readonly<Record<string, number>>>> = TransactionFlags;

export const TYPES_HELP = `weir types [TYPE [FLAGS]]: lists the types of transactions, shows one, or adds up its flags

  weir types                                   all that are applied
  weir types OfferCreate                       its fields and flags
  weir types OfferCreate tfSell tfFillOrKill   the number that Flags has with both
  weir types AccountSet asfDefaultRipple       the number for SetFlag and ClearFlag`;

/** The bits of `Flags` that mean something to this type, by name. */
export function flagsOf(type: string): Readonly<Record<string, number>> {
  return FLAGS[type] ?? {};
}

/** The values of `SetFlag` and `ClearFlag`, for the type that has these fields. */
export function settingsOf(type: string): Readonly<Record<string, number>> {
  return type === 'AccountSet' ? AccountSetFlags : {};
}

export const TYPES_SHAPE: CommandShape = {
  help: TYPES_HELP,
  words: SENT_TYPES,
  wordsAfter: new Map(SENT_TYPES.map((type) => [type, Object.keys({ ...flagsOf(type), ...settingsOf(type) })])),
};
