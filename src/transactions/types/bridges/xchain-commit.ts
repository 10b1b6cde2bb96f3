/**
 * XChainCommit: sends an amount over a bridge. The door here receives it, and the owner of the claim ID gets as much
 * from the door there (rippled: XChainBridge.cpp, XChainCommit).
 */
import { signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import { isNative } from '../../../protocol/values.ts';
import { checkBridgeIssues, isAmountAtDoor, isAmountOfBridge, readBridge } from '../../bridges/bridge.ts';
import { inPaymentSandbox, transfer } from '../../bridges/transfer.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const xchainCommit = defineTransaction({
  name: 'XChainCommit',

  consequences({ Amount }) {
    return { potentialSpendDrops: isNative(Amount) && Amount > 0n ? Amount : 0n };
  },

  preflight({ tx }) {
    const { XChainBridge: bridge } = tx;
    if (signOfAmount(tx.Amount) <= 0) return 'temBAD_AMOUNT';
    const issues = checkBridgeIssues(bridge);
    if (issues !== 'tesSUCCESS') return issues;
    return isAmountOfBridge(bridge, tx.Amount) ? 'tesSUCCESS' : 'temBAD_ISSUER';
  },

  preclaim({ view, tx }) {
    const bridge = readBridge(view, tx.XChainBridge);
    if (bridge === undefined) return 'tecNO_ENTRY';
    if (bridge.Account === tx.Account) return 'tecXCHAIN_SELF_COMMIT';
    const isMovedHere = isAmountAtDoor(tx.XChainBridge, bridge.Account, tx.Amount);
    return isMovedHere ? 'tesSUCCESS' : 'tecXCHAIN_BAD_TRANSFER_ISSUE';
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops }) {
    const bridge = readBridge(sandbox, tx.XChainBridge);
    if (bridge === undefined) return 'tecINTERNAL';
    const ends = { source: tx.Account, destination: bridge.Account };
    return inPaymentSandbox(sandbox, (payments) =>
      transfer(payments, { fees, ...ends, amount: tx.Amount, balanceBeforeFeeDrops }),
    );
  },
});
