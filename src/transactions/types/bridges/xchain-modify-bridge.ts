/**
 * XChainModifyBridge: changes the reward or the account creation minimum of the sender's bridge (rippled:
 * XChainBridge.cpp, BridgeModify).
 */
import { bridgeKeylet } from '../../../protocol/entries/keylets.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import { chainOfDoor, checkBridgeIssues, isDoor } from '../../bridges/bridge.ts';
import { checkBridgeTerms } from '../../bridges/bridge-terms.ts';
import { defineTransaction } from '../../transaction-type.ts';

const { tfClearAccountCreateAmount } = TransactionFlags.XChainModifyBridge;

export const xchainModifyBridge = defineTransaction({
  name: 'XChainModifyBridge',

  preflight({ tx }) {
    const isCleared = hasFlag(tx, tfClearAccountCreateAmount);
    const { XChainBridge: bridge, SignatureReward: reward, MinAccountCreateAmount: least } = tx;
    if (reward === undefined && least === undefined && !isCleared) return 'temMALFORMED';
    if (least !== undefined && isCleared) return 'temMALFORMED';
    if (!isDoor(bridge, tx.Account)) return 'temXCHAIN_BRIDGE_NONDOOR_OWNER';
    const issues = checkBridgeIssues(bridge);
    return issues === 'tesSUCCESS' ? checkBridgeTerms(tx) : issues;
  },

  preclaim({ view, tx }) {
    const keylet = bridgeKeylet(tx.XChainBridge, chainOfDoor(tx.XChainBridge, tx.Account));
    return view.read(keylet) === undefined ? 'tecNO_ENTRY' : 'tesSUCCESS';
  },

  apply({ sandbox, tx }) {
    const bridge = sandbox.peek(bridgeKeylet(tx.XChainBridge, chainOfDoor(tx.XChainBridge, tx.Account)));
    if (bridge === undefined) return 'tecINTERNAL';
    if (tx.SignatureReward !== undefined) bridge.SignatureReward = tx.SignatureReward as bigint;
    if (tx.MinAccountCreateAmount !== undefined) bridge.MinAccountCreateAmount = tx.MinAccountCreateAmount as bigint;
    if (hasFlag(tx, tfClearAccountCreateAmount)) delete bridge.MinAccountCreateAmount;
    sandbox.update(bridge);
    return 'tesSUCCESS';
  },
});
