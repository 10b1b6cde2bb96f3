/** Copies of a transaction's or entry's fields that report each read, also of absent fields. */
import type { Format } from '../../protocol/tables/formats.ts';

interface FieldListener {
  onRead(name: string): void;
  /** All fields were read in order, as happens when they are copied or listed. Each was also reported singly. */
  onCopied(names: readonly string[]): void;
}

/** Fields that are always read, so they are not reported. */
const PLAIN_FIELDS: ReadonlySet<string> = new Set(['LedgerEntryType', 'index', 'TransactionType', 'Account']);

/** A copy of the fields; reads of optional fields of the format are reported too. */
export function watchedFields<T extends object>(fields: T, format: Format | undefined, listener: FieldListener): T {
  const copy: Record<string, unknown> = {};
  const names = Object.keys(fields).filter((name) => !PLAIN_FIELDS.has(name));
  const last = names.length - 1;
  /** How many fields were read in order, from the first on. */
  let inRow = 0;
  const reportRead = (name: string, at: number) => {
    inRow = at === inRow ? inRow + 1 : Number(at === 0);
    listener.onRead(name);
    if (inRow <= last) return;
    inRow = 0;
    listener.onCopied(names);
  };
  for (const name of Object.keys(fields)) {
    const value = (fields as Record<string, unknown>)[name];
    const at = names.indexOf(name);
    if (at < 0) copy[name] = value;
    else
      Object.defineProperty(
        copy,
        name,
        watcher(true, () => reportRead(name, at), value),
      );
  }
  for (const { name } of format?.fields ?? []) {
    if (name in copy) continue;
    Object.defineProperty(
      copy,
      name,
      watcher(false, () => listener.onRead(name), undefined),
    );
  }
  return copy as T;
}

/** Absent fields are not enumerable. */
function watcher(enumerable: boolean, onRead: () => void, value: unknown): PropertyDescriptor {
  return {
    enumerable,
    get: () => {
      onRead();
      return value;
    },
  };
}
