/**
 * Many small payments with two transactions: the payer sets XRP aside and signs claims off the ledger, and the payee
 * redeems the last claim and closes the channel. README.md says how to run it.
 *
 * Amounts are never JavaScript numbers, which cannot represent all of them: XRP are decimal strings, drops are strings in
 * requests and `BigInt` in calculations.
 */
import { isCreatedNode, PaymentChannelClaimFlags, signPaymentChannelClaim, xrpToDrops } from 'xrpl';
import { connect, runExample } from './connect.mjs';
import { submitAndWait } from './submit-and-wait.mjs';

/**
 * @import { Client, Wallet } from 'xrpl'
 * @import { FinalResult } from './submit-and-wait.mjs'
 */

const CHANNEL_XRP = '100';
/** Each claim is for the total so far, so the payee needs only the last one. */
const CLAIMS_XRP = ['1', '1.5', '40'];
const LAST_CLAIM_XRP = '40';

/**
 * Resolves to the drops that the payee gained.
 *
 * @param {string} url
 * @param {(line: string) => void} print
 */
export async function paymentChannels(url, print) {
  const { client, newWallets } = await connect(url);
  const [payer, payee] = /** @type {[Wallet, Wallet]} */ (await newWallets(2));

  const created = await submitAndWait(client, payer, {
    TransactionType: 'PaymentChannelCreate',
    Account: payer.address,
    Destination: payee.address,
    Amount: xrpToDrops(CHANNEL_XRP),
    SettleDelay: 86_400,
    PublicKey: payer.publicKey,
  });
  const channelId = channelOf(created);
  print(`Channel ${channelId} holds ${CHANNEL_XRP} XRP.`);

  for (const xrp of CLAIMS_XRP) await checkClaim(client, payer, payee, channelId, xrp);
  const signature = signPaymentChannelClaim(channelId, LAST_CLAIM_XRP, payer.privateKey);
  print(`The payee accepted claims for up to ${LAST_CLAIM_XRP} XRP.`);

  const before = await dropsOf(client, payee);
  await submitAndWait(client, payee, {
    TransactionType: 'PaymentChannelClaim',
    Account: payee.address,
    Channel: channelId,
    Balance: xrpToDrops(LAST_CLAIM_XRP),
    Amount: xrpToDrops(LAST_CLAIM_XRP),
    Signature: signature,
    PublicKey: payer.publicKey,
    Flags: PaymentChannelClaimFlags.tfClose,
  });
  const gained = (await dropsOf(client, payee)) - before;
  const { result } = await client.request({ command: 'account_channels', account: payer.address });
  print(`The payee has ${gained} drops more; ${result.channels.length} channels are left.`);
  await client.disconnect();
  return gained;
}

/**
 * @param {Client} client
 * @param {Wallet} wallet
 */
async function dropsOf(client, { address }) {
  const { result } = await client.request({ command: 'account_info', account: address, ledger_index: 'validated' });
  return BigInt(result.account_data.Balance);
}

/**
 * Checks what a payee must check before it accepts a claim.
 *
 * @param {Client} client
 * @param {Wallet} payer
 * @param {Wallet} payee
 * @param {string} channelId
 * @param {string} xrp
 */
async function checkClaim(client, payer, payee, channelId, xrp) {
  const signature = signPaymentChannelClaim(channelId, xrp, payer.privateKey);
  const { result: verified } = await client.request({
    command: 'channel_verify',
    channel_id: channelId,
    signature,
    public_key: payer.publicKey,
    amount: xrpToDrops(xrp),
  });
  if (!verified.signature_verified) throw new Error(`the signature of the claim for ${xrp} XRP is false`);
  const { result } = await client.request({
    command: 'account_channels',
    account: payer.address,
    destination_account: payee.address,
    ledger_index: 'validated',
  });
  const channel = result.channels.find(({ channel_id: id }) => id === channelId);
  if (channel === undefined || channel.expiration !== undefined) throw new Error('the channel is closing or closed');
  if (BigInt(channel.amount) < BigInt(xrpToDrops(xrp))) throw new Error('the channel holds less than the claim');
}

/** @param {FinalResult} created */
function channelOf({ meta }) {
  const node = meta.AffectedNodes.find(
    (affected) => isCreatedNode(affected) && affected.CreatedNode.LedgerEntryType === 'PayChannel',
  );
  if (node === undefined || !isCreatedNode(node)) throw new Error('no channel was created');
  return node.CreatedNode.LedgerIndex;
}

await runExample(import.meta.url, paymentChannels);
