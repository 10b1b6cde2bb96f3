/**
 * The number fields of an entry that are amounts of one asset, such as a vault's `AssetsTotal`. While a transaction
 * runs they have full precision; at its end they are rounded to what the asset can express (rippled: STTakesAsset.cpp,
 * associateAsset).
 */
import { numOfField, putNumber, roundToAsset } from '../../protocol/amounts/asset-number.ts';
import type { LedgerEntry } from '../../protocol/entries/entries.ts';
import { FIELDS } from '../../protocol/tables/fields.ts';
import type { Issue, NumberValue } from '../../protocol/values.ts';

const NAMES = FIELDS.filter(({ needsAsset }) => needsAsset).map(({ name }) => name);

/** Rounds the entry's number fields to the asset; a field that becomes zero is left out. */
export function associateAsset(entry: LedgerEntry, asset: Issue): void {
  const numbers = entry as unknown as Record<string, NumberValue>;
  for (const name of NAMES) {
    const value = numbers[name];
    if (value !== undefined) putNumber(numbers, name, roundToAsset(asset, numOfField(value)));
  }
}
