/**
 * The last one who has LP tokens. Each deposit and withdrawal rounds, so what the entry says can differ from what is on
 * this one's trust line: then the line is right (rippled: AMMHelpers.cpp, isOnlyLiquidityProvider,
 * verifyAndAdjustLPTokenBalance).
 */
import { directoryKeys } from '../../ledger/directory.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { numOf } from '../../protocol/amounts/number.ts';
import type { AMM, RippleState, TokenIssue } from '../../protocol/entries/entries.ts';
import { ownerDirKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, IssuedAmount } from '../../protocol/values.ts';
import { isWithin } from './pool-math.ts';

const MAX_POOL_LINES = 2;
const TOLERANCE = numOf(1n, -3);

/**
 * Takes over the provider's balance as that of the whole if there is no other provider. Gives tecAMM_INVALID_TOKENS if the
 * two are too far apart.
 */
export function adjustToOnlyProvider(sandbox: Sandbox, amm: AMM, provider: AccountId, held: IssuedAmount): Ter {
  const isOnly = isOnlyProvider(sandbox, amm.LPTokenBalance, provider);
  if (typeof isOnly === 'string') return isOnly;
  if (!isOnly) return 'tesSUCCESS';
  if (!isWithin(held, amm.LPTokenBalance, TOLERANCE)) return 'tecAMM_INVALID_TOKENS';
  amm.LPTokenBalance = held;
  sandbox.update(amm);
  return 'tesSUCCESS';
}

/**
 * False if somebody else has a line for LP tokens, even an empty one. Errors: tecINTERNAL for lines that no market maker
 * has.
 */
function isOnlyProvider(view: ReadView, lpToken: TokenIssue, provider: AccountId): boolean | Ter {
  let providerLines = 0;
  let poolLines = 0;
  for (const key of directoryKeys(view, ownerDirKeylet(lpToken.issuer))) {
    const entry = view.readAny(key);
    if (entry?.LedgerEntryType === 'AMM') continue;
    if (entry?.LedgerEntryType !== 'RippleState') return 'tecINTERNAL';
    if (!isForLpTokens(entry as RippleState, lpToken)) poolLines++;
    else if (isSharedWith(entry as RippleState, provider)) providerLines++;
    else return false;
    if (providerLines > 1 || poolLines > MAX_POOL_LINES) return 'tecINTERNAL';
  }
  return providerLines === 1 && poolLines > 0 ? true : 'tecINTERNAL';
}

function isForLpTokens({ LowLimit: low, HighLimit: high }: Readonly<RippleState>, lpToken: TokenIssue): boolean {
  return low.currency === lpToken.currency && (low.issuer === lpToken.issuer || high.issuer === lpToken.issuer);
}

function isSharedWith({ LowLimit: low, HighLimit: high }: Readonly<RippleState>, account: AccountId): boolean {
  return low.issuer === account || high.issuer === account;
}
