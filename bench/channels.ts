/** What a payee's server does all day: it verifies claims as they come, one by one or many at once, and redeems some. */

import { accountIdOfPublicKey, accountIdToAddress } from '../src/crypto/address.ts';
import { deriveKeyPair, type KeyPair, type KeyType } from '../src/crypto/key-pair.ts';
import { seedOfPassphrase } from '../src/crypto/seed.ts';
import { sign } from '../src/crypto/signature.ts';
import { DEFAULT_GENESIS, MASTER_PASSPHRASE, masterAccount } from '../src/ledger/genesis.ts';
import type { ClosingNode } from '../src/node/ledger-node.ts';
import { createLedgerNode } from '../src/node/node.ts';
import { accountKeylet, payChanKeylet } from '../src/protocol/entries/keylets.ts';
import { channelClaimMessage } from '../src/protocol/transaction/channel-claim.ts';
import { parseTransaction } from '../src/protocol/transaction/transaction.ts';
import { signatureProblem, signTransaction } from '../src/protocol/transaction/transaction-signature.ts';
import type { AccountId, Hash256, JsonObject, StObject } from '../src/protocol/values.ts';
import { MemoryStore } from '../src/storage/memory/memory-store.ts';
import { systemClock } from '../src/util/clock.ts';
import { submitNow } from '../test/support/env.ts';
import { HttpClient } from '../test/support/http-client.ts';
import { ServerProcess } from '../test/support/server-process.ts';
import { type Benchmark, type Measurement, ratesOf } from './benchmark.ts';
import { CONNECTIONS, jsonRpc, rateOf } from './http-load.ts';

const RUNS = 7;
const CLAIMS = 4_000;
const CLAIMS_A_REQUEST = 1_000;
const REDEMPTIONS = 1_000;
const KEY_TYPES = ['secp256k1', 'ed25519'] as const;
const FEE_DROPS = 10n;
const XRP = 1_000_000n;

export const channels: Benchmark = {
  name: 'channels',
  question:
    `Claims per second that channel_verify checks over HTTP with the state of the channel, ${CLAIMS} a run: one per ` +
    `request on ${CONNECTIONS} connections, or ${CLAIMS_A_REQUEST} per request. Then PaymentChannelClaim ` +
    `transactions per second, read, verified and applied to the open ledger without HTTP, ${REDEMPTIONS} a run.`,
  async measure() {
    return [...(await verificationRates()), ...(await redemptionRates())];
  },
};

const master = deriveKeyPair(seedOfPassphrase(MASTER_PASSPHRASE), 'secp256k1');
const payee = deriveKeyPair(seedOfPassphrase('payee'), 'secp256k1');
const payeeId = accountIdOfPublicKey(payee.publicKey);
const claimKeys: Readonly<Record<KeyType, KeyPair>> = {
  secp256k1: deriveKeyPair(seedOfPassphrase('claims'), 'secp256k1'),
  ed25519: deriveKeyPair(seedOfPassphrase('claims'), 'ed25519'),
};
const channelTerms = { TransactionType: 'PaymentChannelCreate', SettleDelay: 60 };

async function verificationRates(): Promise<Measurement[]> {
  const server = await ServerProcess.start(['--ephemeral', '--manual']);
  const client = new HttpClient(server.port, CONNECTIONS);
  try {
    const submit = async (tx: JsonObject): Promise<JsonObject> => {
      const tx_json = { Account: accountIdToAddress(masterAccount()), Destination: accountIdToAddress(payeeId), ...tx };
      const result = await server.call('submit', { secret: MASTER_PASSPHRASE, tx_json });
      if (result.engine_result !== 'tesSUCCESS') throw new Error(`a transaction failed: ${result.engine_result}`);
      return result;
    };
    await submit({ TransactionType: 'Payment', Amount: String(1_000n * XRP) });
    const rows: Measurement[] = [];
    for (const keyType of KEY_TYPES) {
      const terms = { ...channelTerms, Amount: String(1_000n * XRP), PublicKey: claimKeys[keyType].publicKey };
      const { channel_id } = await submit(terms);
      await server.call('ledger_accept');
      rows.push(...(await verificationRatesOf(client, keyType, channel_id as Hash256)));
    }
    return rows;
  } finally {
    client.close();
    await server.kill('SIGTERM');
  }
}

async function verificationRatesOf(client: HttpClient, keyType: KeyType, channelId: Hash256): Promise<Measurement[]> {
  const claims = Array.from({ length: CLAIMS }, (_, at) => claimOf(keyType, channelId, BigInt(at) + 1n));
  const one = await redeemableRates(
    client,
    claims.map((claim) => jsonRpc('channel_verify', { ...claim, channel_state: true })),
  );
  const batches = Array.from({ length: CLAIMS / CLAIMS_A_REQUEST }, (_, at) => {
    const own = claims.slice(at * CLAIMS_A_REQUEST, (at + 1) * CLAIMS_A_REQUEST);
    return jsonRpc('channel_verify', { claims: own, channel_state: true });
  });
  const many = await redeemableRates(client, batches);
  return [
    { what: `verify, one a request, ${keyType}`, unit: 'a second', runs: one },
    { what: `verify, ${CLAIMS_A_REQUEST} a request, ${keyType}`, unit: 'a second', runs: many },
  ];
}

/** Claims a second; a warm-up before the first run also sees to it that every claim is good. */
async function redeemableRates(client: HttpClient, bodies: readonly string[]): Promise<number[]> {
  for (const body of bodies) {
    if ((await client.post(body)).includes('"redeemable":false')) throw new Error('a good claim was refused');
  }
  return ratesOf(RUNS, async () => {
    await rateOf(client, bodies.length, (at) => bodies[at]!);
    return CLAIMS;
  });
}

async function redemptionRates(): Promise<Measurement[]> {
  const options = { store: new MemoryStore(), genesis: DEFAULT_GENESIS, clock: systemClock };
  const node = await createLedgerNode(options);
  const payment = { TransactionType: 'Payment', Destination: payeeId, Amount: 1_000n * XRP };
  submitBlob(node, signed(node, masterAccount(), master, payment));
  const rows: Measurement[] = [];
  for (const keyType of KEY_TYPES) {
    const channelId = payChanKeylet(masterAccount(), payeeId, nextSequence(node, masterAccount())).key;
    const terms = { ...channelTerms, Destination: payeeId, Amount: 1_000n * XRP };
    submitBlob(node, signed(node, masterAccount(), master, { ...terms, PublicKey: claimKeys[keyType].publicKey }));
    const runs: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      await node.acceptLedger();
      const blobs = redemptions(node, keyType, channelId, BigInt(run * REDEMPTIONS));
      const submitAll = () => {
        for (const blob of blobs) submitBlob(node, blob);
        return blobs.length;
      };
      runs.push(...(await ratesOf(1, submitAll)));
    }
    rows.push({ what: `PaymentChannelClaim, ${keyType}`, unit: 'a second', runs });
  }
  await node.stop();
  return rows;
}

/** Each claims a drop more than the one before: two signatures a transaction, the sender's and the claim's. */
function redemptions(node: ClosingNode, keyType: KeyType, channelId: Hash256, paidDrops: bigint): Buffer[] {
  const first = nextSequence(node, payeeId);
  return Array.from({ length: REDEMPTIONS }, (_, at) => {
    const drops = paidDrops + BigInt(at) + 1n;
    const { public_key: PublicKey, signature: Signature } = claimOf(keyType, channelId, drops);
    const claim = { Channel: channelId, Balance: drops, Amount: drops, Signature, PublicKey };
    return signed(node, payeeId, payee, { TransactionType: 'PaymentChannelClaim', Sequence: first + at, ...claim });
  });
}

function claimOf(keyType: KeyType, channelId: Hash256, drops: bigint) {
  const keys = claimKeys[keyType];
  const signature = sign(channelClaimMessage(channelId, drops), keys);
  return { channel_id: channelId, amount: drops.toString(), public_key: keys.publicKey, signature };
}

function nextSequence(node: ClosingNode, account: AccountId): number {
  return node.openLedger.view.read(accountKeylet(account))!.Sequence;
}

function signed(node: ClosingNode, account: AccountId, keys: KeyPair, fields: StObject): Buffer {
  const filled = { Account: account, Fee: FEE_DROPS, Sequence: nextSequence(node, account), Flags: 0, ...fields };
  return Buffer.from(signTransaction({ ...filled, SigningPubKey: keys.publicKey }, keys).blob);
}

function submitBlob(node: ClosingNode, blob: Buffer): void {
  const transaction = parseTransaction(blob);
  if (signatureProblem(transaction) !== undefined) throw new Error('a good signature was refused');
  const { result } = submitNow(node, transaction);
  if (result !== 'tesSUCCESS') throw new Error(`a transaction failed: ${result}`);
}
