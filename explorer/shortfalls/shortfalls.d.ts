/** The types of `shortfalls.js`, for the server. */

/** The kinds of parts that shortfalls have; see `values/parts.js`. */
export type ShortfallPart =
  | string
  | { readonly account: string }
  | { readonly amount: string | JsonTokenAmount }
  | { readonly asset: { readonly currency: string } }
  /** Since 2000-01-01T00:00:00Z. */
  | { readonly seconds: number };

/** An amount of a trust line's token, or of a multi-purpose token. */
export type JsonTokenAmount =
  | { readonly currency: string; readonly issuer: string; readonly value: string }
  | { readonly mpt_issuance_id: string; readonly value: string };

/** A row for some types of transactions. `when` stands in the first row with this code. */
export interface ShortfallRow {
  readonly code: string;
  readonly when?: string;
  readonly types: readonly string[];
}

export const SHORTFALLS: readonly ShortfallRow[];

export function mayFallShort(tx: object): boolean;

export function shortfallsOf(
  tx: object,
  meta: object,
): readonly { readonly code: string; readonly parts: readonly ShortfallPart[] }[];
