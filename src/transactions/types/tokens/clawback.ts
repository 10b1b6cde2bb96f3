/**
 * Clawback: takes tokens back from a holder. For trust line tokens the holder is in the `issuer` of the amount, since
 * the sender is the issuer; for MPTs it is in `Holder` (rippled: Clawback.cpp).
 */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { compareIssued, signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import { accountKeylet, lineKeylet, mptIssuanceKeylet, mptokenKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import type { NotTec, Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import {
  type AccountId,
  type IssuedAmount,
  isIssued,
  isMpt,
  isNative,
  type MptAmount,
} from '../../../protocol/values.ts';
import { isPseudoAccount } from '../../accounts/pseudo-account.ts';
import { directSendMpt } from '../../mpt/mpt-transfer.ts';
import { amountHeld } from '../../mpt/mptoken.ts';
import { defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import { accountHolds } from '../../trust-lines/account-funds.ts';
import { directSend } from '../../trust-lines/token-transfer.ts';
import { balanceAt, sideOf } from '../../trust-lines/trust-line-side.ts';

type Clawback = TransactionOf<'Clawback'>;

const { AccountRoot: Bits, MPTokenIssuance: IssuanceBits } = EntryFlags;

export const clawback = defineTransaction({
  name: 'Clawback',

  preflight({ tx }) {
    const { Account: issuer, Amount: amount, Holder: holder } = tx;
    if (isMpt(amount)) return checkMptFields(issuer, amount.value, holder);
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
    if (isMpt(amount)) return checkHolding(context, amount);
    if (!hasFlag(issuer, Bits.lsfAllowTrustLineClawback) || hasFlag(issuer, Bits.lsfNoFreeze))
      return 'tecNO_PERMISSION';
    return checkLine(context, amount as IssuedAmount);
  },

  apply({ sandbox, tx }) {
    if (isMpt(tx.Amount)) return clawBackMpt(sandbox, tx, tx.Amount);
    const wanted = fromIssuer(tx);
    const { issuer: holder } = tx.Amount as IssuedAmount;
    const held = accountHolds(sandbox, holder, wanted);
    return directSend(sandbox, holder, tx.Account, compareIssued(wanted, held) < 0 ? wanted : held);
  },
});

/** The amount with its real issuer. */
function fromIssuer(tx: Readonly<Clawback>): IssuedAmount {
  return { ...(tx.Amount as IssuedAmount), issuer: tx.Account };
}

function checkMptFields(issuer: AccountId, value: bigint, holder: AccountId | undefined): NotTec {
  if (holder === undefined || holder === issuer) return 'temMALFORMED';
  return value <= 0n ? 'temBAD_AMOUNT' : 'tesSUCCESS';
}

/** Checks that the sender is the issuer of the balance: either side of a trust line may hold the other's tokens. */
function checkLine({ view, tx }: PreclaimContext<Clawback>, { issuer: holder, currency }: IssuedAmount): Ter {
  const line = view.read(lineKeylet(holder, tx.Account, currency));
  if (line === undefined) return 'tecNO_LINE';
  if (signOfIssued(balanceAt(line, sideOf(tx.Account, holder))) > 0) return 'tecNO_PERMISSION';
  return signOfIssued(accountHolds(view, holder, fromIssuer(tx))) <= 0 ? 'tecINSUFFICIENT_FUNDS' : 'tesSUCCESS';
}

/** Checks that the MPT allows clawback. */
function checkHolding({ view, tx }: PreclaimContext<Clawback>, { mptIssuanceId }: MptAmount): Ter {
  const issuance = view.read(mptIssuanceKeylet(mptIssuanceId));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  if (!hasFlag(issuance, IssuanceBits.lsfMPTCanClawback)) return 'tecNO_PERMISSION';
  if (issuance.Issuer !== tx.Account) return 'tecNO_PERMISSION';
  const token = view.read(mptokenKeylet(mptIssuanceId, tx.Holder!));
  if (token === undefined) return 'tecOBJECT_NOT_FOUND';
  return amountHeld(token) === 0n ? 'tecINSUFFICIENT_FUNDS' : 'tesSUCCESS';
}

function clawBackMpt(sandbox: Sandbox, tx: Readonly<Clawback>, { mptIssuanceId, value }: MptAmount): Ter {
  const holder = tx.Holder!;
  const token = sandbox.read(mptokenKeylet(mptIssuanceId, holder));
  const held = token === undefined ? 0n : amountHeld(token);
  return directSendMpt(sandbox, holder, tx.Account, { mptIssuanceId, value: held < value ? held : value });
}
