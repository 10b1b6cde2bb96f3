/** The types of `export-text.js`, for `weir export`. */

import type { rowFormats } from './row-formats.js';

/** A balance that a transaction changed. All values are texts; empty where there is no such thing. */
export type ExportRow = Readonly<Record<string, string>> & { readonly direction: 'in' | 'out' | '' };

export const EXPORT_COLUMNS: readonly string[];
export const EXPORT_FORMATS: ReturnType<typeof rowFormats>;
export function exportRows(item: object, account: string): ExportRow[];
