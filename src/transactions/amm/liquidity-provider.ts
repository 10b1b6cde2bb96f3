/**
 * The last liquidity provider. Each deposit and withdrawal rounds, so `LPTokenBalance` can differ from the balance of
 * that provider's trust line, which is then the right one (rippled: AMMHelpers.cpp, isOnlyLiquidityProvider,
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
 * Sets `LPTokenBalance` to the provider's balance if there is no other provider. Returns tecAMM_INVALID_TOKENS if the
 * two differ too much.
 */
export function verifyAndAdjustLpTokenBalance(
  sandbox: Sandbox,
  amm: AMM,
  provider: AccountId,
  held: IssuedAmount,
): Ter {
  const isOnly = isOnlyProvider(sandbox, amm.LPTokenBalance, provider);
  if (typeof isOnly === 'string') return isOnly;
  if (!isOnly) return 'tesSUCCESS';
  if (!isWithin(held, amm.LPTokenBalance, TOLERANCE)) return 'tecAMM_INVALID_TOKENS';
  amm.LPTokenBalance = held;
  sandbox.update(amm);
  return 'tesSUCCESS';
}

/**
 * False if another account has a trust line for LP tokens, even an empty one. Errors: tecINTERNAL for entries that an
 * AMM account cannot have.
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
