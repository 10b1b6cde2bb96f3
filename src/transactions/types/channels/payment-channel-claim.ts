/**
 * PaymentChannelClaim: pays what the source authorized, renews or closes a channel. The destination closes at once, the
 * source after the settle delay; any account's claim on an expired channel closes it (rippled:
 * PaymentChannelClaim.cpp).
 */
import { publicKeyType } from '../../../crypto/key-pair.ts';
import type { PayChannel } from '../../../protocol/entries/entries.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import { firstFailure, type NotTec, type Ter } from '../../../protocol/tables/ter.ts';
import { channelClaimMessage } from '../../../protocol/transaction/channel-claim.ts';
import { isInnerSignatureGood } from '../../../protocol/transaction/inner-signature.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { ZERO_HASH } from '../../../protocol/values.ts';
import {
  channelKeylet,
  closeChannel,
  isChannelExpired,
  isPositiveDrops,
  settleTimeSeconds,
} from '../../channels/payment-channel.ts';
import { checkCredentialIds, checkCredentialsValid } from '../../credentials/credential-ids.ts';
import { verifyDepositPreauth } from '../../credentials/deposit-auth.ts';
import { type ApplyContext, defineTransaction, type PreflightContext } from '../../transaction-type.ts';

/** `Balance` is the total paid after the claim, `Amount` the total that the source authorized; both in drops. */
type PaymentChannelClaim = TransactionOf<'PaymentChannelClaim'>;

const { tfRenew, tfClose } = TransactionFlags.PaymentChannelClaim;

export const paymentChannelClaim = defineTransaction({
  name: 'PaymentChannelClaim',

  preflight(context) {
    const { tx } = context;
    if (tx.Channel === ZERO_HASH) return 'temMALFORMED';
    for (const amount of [tx.Balance, tx.Amount]) {
      if (amount !== undefined && !isPositiveDrops(amount)) return 'temBAD_AMOUNT';
    }
    if (tx.Balance !== undefined && tx.Amount !== undefined && tx.Balance > tx.Amount) return 'temBAD_AMOUNT';
    if (hasFlag(tx, tfClose) && hasFlag(tx, tfRenew)) return 'temMALFORMED';
    const signature = checkSignature(context);
    return signature === 'tesSUCCESS' ? checkCredentialIds(tx) : signature;
  },

  preclaim({ view, tx }) {
    return checkCredentialsValid(view, tx);
  },

  apply(context) {
    const { sandbox, tx } = context;
    const channel = sandbox.peek(channelKeylet(tx.Channel));
    if (channel === undefined) return 'tecNO_TARGET';
    if (isChannelExpired(sandbox, channel)) return closeChannel(sandbox, channel);
    if (tx.Account !== channel.Account && tx.Account !== channel.Destination) return 'tecNO_PERMISSION';
    return firstFailure([pay, renew, close], context, channel);
  },
});

/** The source needs no signature, but a given one must be valid. */
function checkSignature({ transaction, tx }: PreflightContext<PaymentChannelClaim>): NotTec {
  if (tx.Signature === undefined) return 'tesSUCCESS';
  if (tx.PublicKey === undefined || tx.Balance === undefined) return 'temMALFORMED';
  if (publicKeyType(tx.PublicKey) === undefined) return 'temMALFORMED';
  // The explanation of a result lists fields in the order of their reads.
  const channelId = tx.Channel;
  const claimedDrops = (tx.Amount ?? tx.Balance) as bigint;
  const messageOf = () => channelClaimMessage(channelId, claimedDrops);
  const isGood = isInnerSignatureGood(transaction, messageOf, tx.PublicKey, tx.Signature);
  return isGood ? 'tesSUCCESS' : 'temBAD_SIGNATURE';
}

function pay({ sandbox, tx }: ApplyContext<PaymentChannelClaim>, channel: PayChannel): Ter {
  if (tx.Balance === undefined) return 'tesSUCCESS';
  const balanceDrops = tx.Balance as bigint;
  if (tx.Account === channel.Destination && tx.Signature === undefined) return 'tecNO_PERMISSION';
  if (tx.Signature !== undefined && tx.PublicKey !== channel.PublicKey) return 'tecNO_PERMISSION';
  if (balanceDrops > channel.Amount || balanceDrops <= channel.Balance) return 'tecUNFUNDED_PAYMENT';
  const destination = sandbox.peek(accountKeylet(channel.Destination));
  if (destination === undefined) return 'tecNO_DST';
  const permitted = verifyDepositPreauth(sandbox, tx, destination);
  if (permitted !== 'tesSUCCESS') return permitted;
  destination.Balance += balanceDrops - channel.Balance;
  channel.Balance = balanceDrops;
  sandbox.update(destination);
  sandbox.update(channel);
  return 'tesSUCCESS';
}

function renew({ sandbox, tx }: ApplyContext<PaymentChannelClaim>, channel: PayChannel): Ter {
  if (!hasFlag(tx, tfRenew)) return 'tesSUCCESS';
  if (tx.Account !== channel.Account) return 'tecNO_PERMISSION';
  delete channel.Expiration;
  sandbox.update(channel);
  return 'tesSUCCESS';
}

function close({ sandbox, tx }: ApplyContext<PaymentChannelClaim>, channel: PayChannel): Ter {
  if (!hasFlag(tx, tfClose)) return 'tesSUCCESS';
  const isDry = channel.Balance === channel.Amount;
  if (tx.Account === channel.Destination || isDry) return closeChannel(sandbox, channel);
  const settles = settleTimeSeconds(sandbox, channel);
  if (channel.Expiration === undefined || channel.Expiration > settles) {
    channel.Expiration = settles;
    sandbox.update(channel);
  }
  return 'tesSUCCESS';
}
