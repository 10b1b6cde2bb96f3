/** Close times are rounded to a resolution that adapts every few ledgers (rippled: LedgerTiming.h). */

const RESOLUTIONS_SECONDS = [10, 20, 30, 60, 90, 120];
const REFINE_EVERY_LEDGERS = 8;

/** Resolution of the genesis ledger. */
export const GENESIS_RESOLUTION_SECONDS = 10;

/**
 * Latest close time that anybody may ask for (in the year 2126). A header has room for nine years more, and every ledger
 * is at least a second later than its parent: a chain at the end of time could never close again.
 */
export const LAST_EXACT_CLOSE_TIME_SECONDS = 4_000_000_000;

/** Close flag: there was no agreement on the close time. */
const NO_CONSENSUS_TIME = 1;

/** Resolution of the ledger that follows one with the given resolution and close flags. */
export function nextResolutionSeconds(
  parentResolutionSeconds: number,
  parentFlags: number,
  ledgerIndex: number,
): number {
  const at = RESOLUTIONS_SECONDS.indexOf(parentResolutionSeconds);
  if (at < 0) return parentResolutionSeconds;
  const agreed = (parentFlags & NO_CONSENSUS_TIME) === 0;
  if (!agreed) return RESOLUTIONS_SECONDS[at + 1] ?? parentResolutionSeconds;
  if (ledgerIndex % REFINE_EVERY_LEDGERS === 0) return RESOLUTIONS_SECONDS[at - 1] ?? parentResolutionSeconds;
  return parentResolutionSeconds;
}

/** Rounds to the nearest multiple of the resolution (up when midway), at least one second after the parent. */
export function effectiveCloseTimeSeconds(
  closeTimeSeconds: number,
  resolutionSeconds: number,
  parentCloseTimeSeconds: number,
): number {
  if (closeTimeSeconds === 0) return 0;
  const shifted = closeTimeSeconds + Math.floor(resolutionSeconds / 2);
  return Math.max(shifted - (shifted % resolutionSeconds), parentCloseTimeSeconds + 1);
}
