/**
 * LoanBrokerDelete: removes a broker without loans, and returns the cover to its owner (rippled: LoanBrokerDelete.cpp).
 */
import { amountFromNum } from '../../../protocol/amounts/amount-math.ts';
import { numOfField, roundToAsset } from '../../../protocol/amounts/asset-number.ts';
import type { LoanBroker, Vault } from '../../../protocol/entries/entries.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { ZERO_HASH } from '../../../protocol/values.ts';
import { removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { removePseudoAccount } from '../../accounts/pseudo-account.ts';
import { checkDeepFrozen, checkFrozen } from '../../assets/asset-freeze.ts';
import { removeEmptyHolding } from '../../assets/asset-holding.ts';
import { accountSend } from '../../assets/asset-transfer.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { scaleOfVault } from '../../lending/broker-cover.ts';
import { peekBroker, readBroker } from '../../lending/broker-entries.ts';
import { defineTransaction, type PreclaimContext } from '../../transaction-type.ts';

export const loanBrokerDelete = defineTransaction({
  name: 'LoanBrokerDelete',

  preflight({ tx }) {
    return tx.LoanBrokerID === ZERO_HASH ? 'temINVALID' : 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const { broker, vault } = readBroker(view, tx.LoanBrokerID);
    if (broker === undefined) return 'tecNO_ENTRY';
    if (broker.Owner !== tx.Account) return 'tecNO_PERMISSION';
    if ((broker.OwnerCount ?? 0) !== 0) return 'tecHAS_OBLIGATIONS';
    if (vault === undefined) return 'tefBAD_LEDGER';
    const debt = roundToAsset(vault.Asset, numOfField(broker.DebtTotal), scaleOfVault(vault), 'towardsZero');
    return debt.mantissa === 0n ? checkCover(context, broker, vault) : 'tecHAS_OBLIGATIONS';
  },

  apply({ sandbox, tx }) {
    const entries = peekBroker(sandbox, tx.LoanBrokerID);
    if (entries === undefined) return 'tefBAD_LEDGER';
    const { broker, vault } = entries;
    const cover = amountFromNum(vault.Asset, numOfField(broker.CoverAvailable));
    const steps = [
      () => accountSend(sandbox, broker.Account, tx.Account, cover, { waivesFee: true }),
      () => removeEmptyHolding(sandbox, broker.Account, vault.Asset),
      () => removePseudoAccount(sandbox, broker.Account),
    ];
    for (const step of steps) {
      const result = step();
      if (result !== 'tesSUCCESS') return result;
    }
    associateAsset(broker, vault.Asset);
    return removeOwnedEntry(sandbox, broker);
  },
});

/** Checks that the cover can be sent, and that the owner can receive it. */
function checkCover({ view }: PreclaimContext, broker: Readonly<LoanBroker>, { Asset: asset }: Readonly<Vault>): Ter {
  if (amountIsZero(broker)) return 'tesSUCCESS';
  const received = checkDeepFrozen(view, broker.Owner, asset);
  return received === 'tesSUCCESS' ? checkFrozen(view, broker.Account, asset) : received;
}

function amountIsZero({ CoverAvailable }: Readonly<LoanBroker>): boolean {
  return numOfField(CoverAvailable).mantissa <= 0n;
}
