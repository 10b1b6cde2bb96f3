/**
 * Many small payments with two transactions: the payer sets money aside, signs claims to it off the ledger, and the
 * payee redeems the last one and closes the channel.
 *
 *     weir start --ephemeral --dev --close-interval 0
 *     node examples/payment-channels.ts ws://127.0.0.1:5005
 */
import {
  type Client,
  isCreatedNode,
  PaymentChannelClaimFlags,
  signPaymentChannelClaim,
  type Wallet,
  xrpToDrops,
} from 'xrpl';
import { connect, runExample } from './connect.ts';
import { type FinalResult, submitAndWait } from './submit-and-wait.ts';

export async function paymentChannels(url: string, print: (line: string) => void): Promise<string> {
  const { client, newWallets } = await connect(url);
  const [payer, payee] = (await newWallets(2)) as [Wallet, Wallet];

  const created = await submitAndWait(client, payer, {
    TransactionType: 'PaymentChannelCreate',
    Account: payer.address,
    Destination: payee.address,
    Amount: xrpToDrops(100),
    SettleDelay: 86_400,
    PublicKey: payer.publicKey,
  });
  const channelId = channelOf(created);
  print(`Channel ${channelId} holds 100 XRP.`);

  // Each claim is for all that is owed so far, so the payee needs only the last one.
  for (const xrp of ['1', '1.5', '40']) await checkClaim(client, payer, payee, channelId, xrp);
  const signature = signPaymentChannelClaim(channelId, '40', payer.privateKey);
  print('The payee accepted claims for up to 40 XRP.');

  const balance = await client.getXrpBalance(payee.address);
  await submitAndWait(client, payee, {
    TransactionType: 'PaymentChannelClaim',
    Account: payee.address,
    Channel: channelId,
    Balance: xrpToDrops(40),
    Amount: xrpToDrops(40),
    Signature: signature,
    PublicKey: payer.publicKey,
    Flags: PaymentChannelClaimFlags.tfClose,
  });
  const gained = (await client.getXrpBalance(payee.address)) - balance;
  const { result } = await client.request({ command: 'account_channels', account: payer.address });
  print(`The payee has ${gained} XRP more; ${result.channels.length} channels are left.`);
  await client.disconnect();
  return gained.toFixed(5);
}

/** What a payee checks before he takes a claim for money. */
async function checkClaim(client: Client, payer: Wallet, payee: Wallet, channelId: string, xrp: string): Promise<void> {
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

function channelOf({ meta }: FinalResult): string {
  const node = meta.AffectedNodes.find(
    (affected) => isCreatedNode(affected) && affected.CreatedNode.LedgerEntryType === 'PayChannel',
  );
  if (node === undefined || !isCreatedNode(node)) throw new Error('no channel was created');
  return node.CreatedNode.LedgerIndex;
}

if (import.meta.main) await runExample(paymentChannels);
