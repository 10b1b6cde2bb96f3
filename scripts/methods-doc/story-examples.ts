/**
 * Requests that change the ledger or end the server, in the order of recording, after the examples in the methods'
 * documentation. Some add a field that only such a ledger has.
 */
import { didKeylet } from '../../src/protocol/entries/keylets.ts';
import { TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Example } from '../../src/rpc/method-doc/method-doc.ts';
import { party } from '../../test/support/env.ts';
import { dollars, type Story } from './story.ts';

export interface StoryExample extends Example {
  readonly method: string;
  /** Closes the open ledger while the request waits, or after it. */
  readonly thenClose?: boolean;
  /** Takes this member from the previous answer. */
  readonly continues?: 'tx_json' | 'tx_blob' | 'hash';
}

const { tfClose } = TransactionFlags.PaymentChannelClaim;
const { tfSetFreeze } = TransactionFlags.TrustSet;

const shown = (method: string, params: JsonObject = {}, more: Partial<StoryExample> = {}): StoryExample => ({
  method,
  params,
  isShown: true,
  ...more,
});
const hidden = (method: string, params: JsonObject = {}, more: Partial<StoryExample> = {}): StoryExample => ({
  ...shown(method, params, more),
  isShown: false,
});

/** All such examples. */
export function storyExamples(story: Story): StoryExample[] {
  return [...ofWriting(story), ...ofTestBench(story), shown('stop')];
}

function ofWriting({ issuer, holder, payee, channelId, claim }: Story): StoryExample[] {
  const drops = { TransactionType: 'Payment', Destination: payee.address, Amount: '1000000' };
  const payment = { ...drops, Account: holder.address };
  const redemption = {
    ...{ TransactionType: 'PaymentChannelClaim', Account: payee.address, Channel: channelId },
    ...{ Balance: claim.amount, Amount: claim.amount, Signature: claim.signature, PublicKey: holder.publicKey },
  };
  const dollar = { ...payment, Account: issuer.address, Amount: dollars(issuer, '1') };
  const unapproved = { ...dollar, Destination: payee.address };
  const freeze = {
    ...{ TransactionType: 'TrustSet', Account: issuer.address, Flags: tfSetFreeze },
    LimitAmount: dollars(holder, '0'),
  };
  const close = { TransactionType: 'PaymentChannelClaim', Channel: channelId };
  const several = { ...drops, Account: payee.address, Destination: issuer.address, Fee: '30', Sequence: 6 };
  return [
    shown('submit', { secret: holder.secret, tx_json: payment }),
    hidden('sign', { secret: holder.secret, tx_json: payment }),
    shown('submit', {}, { continues: 'tx_blob' }),
    hidden('submit', { secret: issuer.secret, tx_json: unapproved, wait: true }, { thenClose: true }),
    hidden('submit', { secret: issuer.secret, tx_json: freeze, wait: true }, { thenClose: true }),
    hidden('account_lines', { account: holder.address }),
    hidden('account_lines', { account: issuer.address }),
    hidden('gateway_balances', { account: issuer.address }),
    shown('submit', { secret: payee.secret, tx_json: redemption, wait: true }, { thenClose: true }),
    hidden('submit', {
      ...{ secret: holder.secret },
      tx_json: { ...payment, TransactionType: 'PaymentChannelCreate', SettleDelay: 60, PublicKey: holder.publicKey },
    }),
    hidden('submit', { secret: holder.secret, tx_json: { ...close, Account: holder.address, Flags: tfClose } }),
    hidden('account_channels', { account: holder.address, limit: 1 }),
    hidden('account_channels', { account: holder.address }),
    shown('ledger_accept', { close_time: 820_627_200 }),
    shown('sign_for', { account: issuer.address, secret: issuer.secret, tx_json: several }),
    hidden('sign_for', { account: holder.address, secret: holder.secret }, { continues: 'tx_json' }),
    shown('submit_multisigned', {}, { continues: 'tx_json' }),
  ];
}

function ofTestBench({ issuer, holder }: Story): StoryExample[] {
  const account = holder.address;
  const did = { LedgerEntryType: 'DID', Account: account, URI: 'AB', index: didKeylet(party('holder').id).key };
  return [
    shown('weir_accounts', {}),
    shown('weir_clock', { advance: 3600, freeze: true }),
    shown('weir_fund', { account, amount: dollars(issuer, '5') }),
    shown('weir_impersonate', { tx_json: { TransactionType: 'AccountSet', Account: account, Domain: 'AB' } }),
    shown('weir_drop', {}, { continues: 'hash' }),
    shown('weir_set_entry', { entry: did }),
    shown('weir_snapshot', { name: 'edited' }),
    shown('weir_snapshots', {}),
    shown('weir_revert', { snapshot: 'edited' }),
    shown('weir_state', { save: 'funded' }),
  ];
}
