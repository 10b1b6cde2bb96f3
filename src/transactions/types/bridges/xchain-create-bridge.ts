/**
 * XChainCreateBridge: makes the sender one of the two door accounts of a bridge (rippled: XChainBridge.cpp,
 * XChainCreateBridge).
 */
import { masterAccount } from '../../../ledger/genesis.ts';
import { accountKeylet, bridgeKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import type { NotTec } from '../../../protocol/tables/ter.ts';
import { isNativeIssue, issuerOf, type XChainBridge } from '../../../protocol/values.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { chainOfDoor, checkBridgeIssues, isDoor, issueOn } from '../../bridges/bridge.ts';
import { checkBridgeTerms } from '../../bridges/bridge-terms.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const xchainCreateBridge = defineTransaction({
  name: 'XChainCreateBridge',

  preflight({ tx }) {
    const { XChainBridge: bridge } = tx;
    if (bridge.LockingChainDoor === bridge.IssuingChainDoor) return 'temXCHAIN_EQUAL_DOOR_ACCOUNTS';
    if (!isDoor(bridge, tx.Account)) return 'temXCHAIN_BRIDGE_NONDOOR_OWNER';
    const issues = checkBridgeIssues(bridge);
    if (issues !== 'tesSUCCESS') return issues;
    // XRP and tokens have different ranges, so both issues must be XRP or both tokens.
    const isNative = isNativeIssue(bridge.LockingChainIssue);
    if (isNative !== isNativeIssue(bridge.IssuingChainIssue)) return 'temXCHAIN_BRIDGE_BAD_ISSUES';
    const terms = checkBridgeTerms(tx);
    return terms === 'tesSUCCESS' ? checkIssuers(bridge) : terms;
  },

  preclaim({ view, tx, fees }) {
    const { XChainBridge: bridge } = tx;
    const isTaken = (['Issuing', 'Locking'] as const).some((chain) => view.read(bridgeKeylet(bridge, chain)));
    if (isTaken) return 'tecDUPLICATE';
    const issue = issueOn(bridge, chainOfDoor(bridge, tx.Account));
    if (!isNativeIssue(issue)) {
      const issuer = view.read(accountKeylet(issuerOf(issue)));
      if (issuer === undefined) return 'tecNO_ISSUER';
      // Clawback on this side would leave the tokens issued on the other side uncovered.
      if (hasFlag(issuer, EntryFlags.AccountRoot.lsfAllowTrustLineClawback)) return 'tecNO_PERMISSION';
    }
    const account = view.read(accountKeylet(tx.Account));
    if (account === undefined) return 'terNO_ACCOUNT';
    return coversReserve(fees, account, account.Balance, 1) ? 'tesSUCCESS' : 'tecINSUFFICIENT_RESERVE';
  },

  apply({ sandbox, tx }) {
    const entry = newEntry(bridgeKeylet(tx.XChainBridge, chainOfDoor(tx.XChainBridge, tx.Account)));
    entry.Account = tx.Account;
    entry.SignatureReward = tx.SignatureReward as bigint;
    if (tx.MinAccountCreateAmount !== undefined) entry.MinAccountCreateAmount = tx.MinAccountCreateAmount as bigint;
    entry.XChainBridge = tx.XChainBridge;
    return insertOwnedEntry(sandbox, entry);
  },
});

/**
 * The issuing door must be the issuer, so that it never runs out; the locking door must not be, else nothing would be
 * locked.
 */
function checkIssuers({
  LockingChainDoor,
  LockingChainIssue,
  IssuingChainDoor,
  IssuingChainIssue,
}: XChainBridge): NotTec {
  const source = isNativeIssue(IssuingChainIssue) ? masterAccount() : issuerOf(IssuingChainIssue);
  if (IssuingChainDoor !== source) return 'temXCHAIN_BRIDGE_BAD_ISSUES';
  return LockingChainDoor === issuerOf(LockingChainIssue) ? 'temXCHAIN_BRIDGE_BAD_ISSUES' : 'tesSUCCESS';
}
