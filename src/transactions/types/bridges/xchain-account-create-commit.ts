/**
 * XChainAccountCreateCommit: sends XRP over a bridge to create an account on the other ledger, with a reward for the
 * witnesses; it needs no claim ID (rippled: XChainBridge.cpp, XChainCreateAccountCommit).
 */
import { isNative, isNativeIssue } from '../../../protocol/values.ts';
import { chainOfDoor, checkBridgeIssues, issueOn, otherChain, peekBridge, readBridge } from '../../bridges/bridge.ts';
import { isReward } from '../../bridges/bridge-terms.ts';
import { inPaymentSandbox, transfer } from '../../bridges/transfer.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const xchainAccountCreateCommit = defineTransaction({
  name: 'XChainAccountCreateCommit',

  preflight({ tx }) {
    const isPositive = isNative(tx.Amount) && tx.Amount > 0n;
    return isPositive && isReward(tx.SignatureReward) ? checkBridgeIssues(tx.XChainBridge) : 'temBAD_AMOUNT';
  },

  preclaim({ view, tx }) {
    const { XChainBridge: spec } = tx;
    const bridge = readBridge(view, spec);
    if (bridge === undefined) return 'tecNO_ENTRY';
    if (tx.SignatureReward !== bridge.SignatureReward) return 'tecXCHAIN_REWARD_MISMATCH';
    const leastDrops = bridge.MinAccountCreateAmount;
    if (leastDrops === undefined) return 'tecXCHAIN_CREATE_ACCOUNT_DISABLED';
    if ((tx.Amount as bigint) < leastDrops) return 'tecXCHAIN_INSUFF_CREATE_AMOUNT';
    if (bridge.Account === tx.Account) return 'tecXCHAIN_SELF_COMMIT';
    const chain = chainOfDoor(spec, bridge.Account);
    if (!isNativeIssue(issueOn(spec, chain))) return 'tecXCHAIN_BAD_TRANSFER_ISSUE';
    return isNativeIssue(issueOn(spec, otherChain(chain))) ? 'tesSUCCESS' : 'tecXCHAIN_CREATE_ACCOUNT_NONXRP_ISSUE';
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops }) {
    return inPaymentSandbox(sandbox, (payments) => {
      const bridge = peekBridge(payments, tx.XChainBridge);
      if (bridge === undefined) return 'tecINTERNAL';
      const ends = { source: tx.Account, destination: bridge.Account, mayCreate: true };
      const amount = (tx.Amount as bigint) + (tx.SignatureReward as bigint);
      const sent = transfer(payments, { fees, ...ends, amount, balanceBeforeFeeDrops });
      if (sent !== 'tesSUCCESS') return sent;
      bridge.XChainAccountCreateCount += 1n;
      payments.update(bridge);
      return 'tesSUCCESS';
    });
  },
});
