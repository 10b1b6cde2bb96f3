/**
 * XChainCreateClaimID: reserves a claim ID on the destination ledger before the transfer; each is for one transfer
 * (rippled: XChainBridge.cpp, XChainCreateClaimID).
 */
import { accountKeylet, xchainClaimIdKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { checkBridgeIssues, peekBridge, readBridge } from '../../bridges/bridge.ts';
import { isReward } from '../../bridges/bridge-terms.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const xchainCreateClaimId = defineTransaction({
  name: 'XChainCreateClaimID',

  preflight({ tx }) {
    return isReward(tx.SignatureReward) ? checkBridgeIssues(tx.XChainBridge) : 'temXCHAIN_BRIDGE_BAD_REWARD_AMOUNT';
  },

  preclaim({ view, tx, fees }) {
    const bridge = readBridge(view, tx.XChainBridge);
    if (bridge === undefined) return 'tecNO_ENTRY';
    if (tx.SignatureReward !== bridge.SignatureReward) return 'tecXCHAIN_REWARD_MISMATCH';
    const account = view.read(accountKeylet(tx.Account));
    if (account === undefined) return 'terNO_ACCOUNT';
    return coversReserve(fees, account, account.Balance, 1) ? 'tesSUCCESS' : 'tecINSUFFICIENT_RESERVE';
  },

  apply({ sandbox, tx }) {
    const bridge = peekBridge(sandbox, tx.XChainBridge);
    if (bridge === undefined) return 'tecINTERNAL';
    // Claim IDs have 32 bits, although the field is wider.
    const claimId = BigInt.asUintN(32, bridge.XChainClaimID + 1n);
    if (claimId === 0n) return 'tecINTERNAL';
    bridge.XChainClaimID = claimId;
    const claim = newEntry(xchainClaimIdKeylet(tx.XChainBridge, claimId));
    claim.Account = tx.Account;
    claim.XChainBridge = tx.XChainBridge;
    claim.XChainClaimID = claimId;
    claim.OtherChainSource = tx.OtherChainSource;
    claim.SignatureReward = tx.SignatureReward as bigint;
    sandbox.update(bridge);
    return insertOwnedEntry(sandbox, claim);
  },
});
