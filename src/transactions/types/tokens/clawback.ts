/**
 * Takes tokens back from a holder. The amount's `issuer` is the holder: the sender is the issuer anyway
 * (rippled: Clawback.cpp).
 */

import { compareIssued, signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import { accountKeylet, lineKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import type { NotTec, Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type AccountId, type IssuedAmount, isIssued, isNative } from '../../../protocol/values.ts';
import { isPseudoAccount } from '../../engine/check-sign.ts';
import { defineTransaction, type PreclaimContext } from '../../engine/transaction-type.ts';
import { accountHolds } from '../../trust-lines/account-funds.ts';
import { directSend } from '../../trust-lines/token-transfer.ts';
import { balanceAt, sideOf } from '../../trust-lines/trust-line-side.ts';

/** `Holder` has the multi-purpose tokens, whose amounts do not name their holder. */
type Clawback = TransactionOf<'Clawback'>;

const { AccountRoot: Bits } = EntryFlags;

export const clawback = defineTransaction({
  name: 'Clawback',

  preflight({ tx }) {
    const { Account: issuer, Amount: amount, Holder: holder } = tx;
    if (!isNative(amount) && !isIssued(amount)) return checkMptForm(issuer, amount.value, holder);
    if (holder !== undefined) return 'temMALFORMED';
    if (isNative(amount) || amount.issuer === issuer || signOfIssued(amount) <= 0) return 'temBAD_AMOUNT';
    return 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const amount = tx.Amount;
    const issuer = view.read(accountKeylet(tx.Account));
    const holder = view.read(accountKeylet(isIssued(amount) ? amount.issuer : tx.Holder!));
    if (issuer === undefined || holder === undefined) return 'terNO_ACCOUNT';
    if (isPseudoAccount(holder)) return 'tecPSEUDO_ACCOUNT';
    // No transaction of Weir issues multi-purpose tokens.
    if (!isIssued(amount)) return 'tecOBJECT_NOT_FOUND';
    if (!hasFlag(issuer, Bits.lsfAllowTrustLineClawback) || hasFlag(issuer, Bits.lsfNoFreeze))
      return 'tecNO_PERMISSION';
    return checkLine(context, amount);
  },

  apply({ sandbox, tx }) {
    const wanted = fromIssuer(tx);
    const { issuer: holder } = tx.Amount as IssuedAmount;
    const held = accountHolds(sandbox, holder, wanted);
    return directSend(sandbox, holder, tx.Account, compareIssued(wanted, held) < 0 ? wanted : held);
  },
});

/** The amount with its true issuer. */
function fromIssuer(tx: Readonly<Clawback>): IssuedAmount {
  return { ...(tx.Amount as IssuedAmount), issuer: tx.Account };
}

function checkMptForm(issuer: AccountId, value: bigint, holder: AccountId | undefined): NotTec {
  if (holder === undefined || holder === issuer) return 'temMALFORMED';
  return value <= 0n ? 'temBAD_AMOUNT' : 'tesSUCCESS';
}

/** Only who has issued the tokens may take them back, not who holds some of the other's on the same line. */
function checkLine({ view, tx }: PreclaimContext<Clawback>, { issuer: holder, currency }: IssuedAmount): Ter {
  const line = view.read(lineKeylet(holder, tx.Account, currency));
  if (line === undefined) return 'tecNO_LINE';
  if (signOfIssued(balanceAt(line, sideOf(tx.Account, holder))) > 0) return 'tecNO_PERMISSION';
  return signOfIssued(accountHolds(view, holder, fromIssuer(tx))) <= 0 ? 'tecINSUFFICIENT_FUNDS' : 'tesSUCCESS';
}
