/** Holders of a token, from the lines of its issuer in `account_lines`. */
import type { JsonObject } from '../../protocol/values.ts';
import type { HOLDER_COLUMNS } from './holders-options.ts';

/** A holder; all values are texts. */
export type HolderRow = Readonly<Record<(typeof HOLDER_COLUMNS)[number], string>>;

/**
 * The holder of an issuer's line. Undefined if the issuer holds tokens of the other account, or if the line is only the issuer's: the
 * other side has neither balance nor limit, and the issuer has neither authorized nor frozen it.
 */
export function holderOfLine(line: JsonObject): HolderRow | undefined {
  const { account, authorized, balance, freeze, limit_peer: limit } = line;
  const owed = String(balance);
  const isUsed = owed !== '0' || limit !== '0' || authorized === true || freeze === true;
  if (!isUsed || !(owed === '0' || owed.startsWith('-'))) return undefined;
  return {
    holder: String(account),
    balance: owed.replace('-', ''),
    limit: String(limit),
    authorized: authorized === true ? 'yes' : 'no',
    frozen: line.deep_freeze === true ? 'deep' : freeze === true ? 'yes' : 'no',
  };
}
