/** A copy of a transaction's or an entry's fields that tells which of them somebody looks at, absent ones too. */
import type { Format } from '../../protocol/tables/formats.ts';

interface FieldListener {
  onLook(name: string): void;
  /** All of them were looked at in a row, as who copies or lists them does. They were told one by one. */
  onCopied(names: readonly string[]): void;
}

/** Which type something is, and whose, was known before anybody looked. */
const PLAIN_FIELDS: ReadonlySet<string> = new Set(['LedgerEntryType', 'index', 'TransactionType', 'Account']);

/** The same fields; those that the format has beside them are told as well when somebody looks for them. */
export function watchedFields<T extends object>(fields: T, format: Format | undefined, listener: FieldListener): T {
  const copy: Record<string, unknown> = {};
  const names = Object.keys(fields).filter((name) => !PLAIN_FIELDS.has(name));
  const last = names.length - 1;
  /** How many were looked at in a row, from the first one on. */
  let inRow = 0;
  const look = (name: string, at: number) => {
    inRow = at === inRow ? inRow + 1 : Number(at === 0);
    listener.onLook(name);
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
        watcher(true, () => look(name, at), value),
      );
  }
  for (const { name } of format?.fields ?? []) {
    if (name in copy) continue;
    Object.defineProperty(
      copy,
      name,
      watcher(false, () => listener.onLook(name), undefined),
    );
  }
  return copy as T;
}

/** Absent fields are not listed. */
function watcher(enumerable: boolean, onLook: () => void, value: unknown): PropertyDescriptor {
  return {
    enumerable,
    get: () => {
      onLook();
      return value;
    },
  };
}
