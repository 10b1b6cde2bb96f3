/** What a payee's server does all day: it verifies claims as they come, one by one or many at once, and redeems some. */

import { accountIdOfPublicKey } from '../src/crypto/address.ts';
import { deriveKeyPair, type KeyPair, type KeyType } from '../src/crypto/key-pair.ts';
import { seedOfPassphrase } from '../src/crypto/seed.ts';
import { sign } from '../src/crypto/sign.ts';
import { DEFAULT_GENESIS, MASTER_PASSPHRASE, masterAccount } from '../src/ledger/genesis.ts';
import { createLedgerNode } from '../src/node/create-ledger-node.ts';
import type { LedgerNode } from '../src/node/ledger-node.ts';
import { channelClaimMessage } from '../src/protocol/channel-claim.ts';
import { accountKeylet, payChanKeylet } from '../src/protocol/keylets.ts';
import { parseTransaction } from '../src/protocol/transaction.ts';
import { signTransaction } from '../src/protocol/transaction-signature.ts';
import type { AccountId, Hash256, JsonObject, StObject } from '../src/protocol/values.ts';
import type { RpcServices } from '../src/rpc/context.ts';
import { dispatch } from '../src/rpc/dispatch.ts';
import { MemoryStore } from '../src/storage/memory/memory-store.ts';
import { signatureProblem } from '../src/transactions/signature-check.ts';
import { systemClock } from '../src/util/clock.ts';
import { type Benchmark, type Measurement, ratesOf } from './benchmark.ts';

const RUNS = 7;
const CLAIMS = 2_000;
const REDEMPTIONS = 1_000;
const FEE_DROPS = 10n;
const XRP = 1_000_000n;

export const channels: Benchmark = {
  name: 'channels',
  question:
    `Claims verified a second by channel_verify with the state of the channel, ${CLAIMS} a run, from the parameters of ` +
    `the request to the result, no HTTP; and PaymentChannelClaim transactions into the open ledger, ${REDEMPTIONS} a run.`,
  async measure() {
    const world = await ChannelBench.create();
    const rows = [
      ...(await world.verification('secp256k1')),
      ...(await world.verification('ed25519')),
      await world.redemption('secp256k1'),
      await world.redemption('ed25519'),
    ];
    await world.node.stop();
    return rows;
  },
};

const payer = deriveKeyPair(seedOfPassphrase(MASTER_PASSPHRASE), 'secp256k1');
const payee = deriveKeyPair(seedOfPassphrase('payee'), 'secp256k1');
const payeeId = accountIdOfPublicKey(payee.publicKey);
const claimKeys: Readonly<Record<KeyType, KeyPair>> = {
  secp256k1: deriveKeyPair(seedOfPassphrase('claims'), 'secp256k1'),
  ed25519: deriveKeyPair(seedOfPassphrase('claims'), 'ed25519'),
};

class ChannelBench {
  readonly node: LedgerNode;
  readonly #services: RpcServices;
  readonly #channels: Record<KeyType, Hash256> = { secp256k1: '', ed25519: '' };
  #nextDrops = 1n;

  private constructor(node: LedgerNode) {
    this.node = node;
    this.#services = {
      node,
      server: { version: '0', hostName: 'bench', startedAtMs: 0, readyAtMs: 0, ports: () => [] },
      clock: systemClock,
      log: { error: (details) => console.error(details) },
      randomBytes: (count) => Buffer.alloc(count),
    };
  }

  /** A chain with a channel for each kind of key. */
  static async create(): Promise<ChannelBench> {
    const options = { store: new MemoryStore(), genesis: DEFAULT_GENESIS, clock: systemClock };
    const bench = new ChannelBench(await createLedgerNode(options));
    const from = masterAccount();
    bench.#submit(
      bench.#sign(from, payer, { TransactionType: 'Payment', Destination: payeeId, Amount: 10_000n * XRP }),
    );
    for (const keyType of ['secp256k1', 'ed25519'] as const) {
      const terms = { Destination: payeeId, Amount: 1_000n * XRP, SettleDelay: 60 };
      const publicKey = claimKeys[keyType].publicKey;
      const sequence = bench.#sequence(from);
      const creation = { TransactionType: 'PaymentChannelCreate', ...terms, PublicKey: publicKey };
      bench.#submit(bench.#sign(from, payer, creation));
      bench.#channels[keyType] = payChanKeylet(from, payeeId, sequence).key;
    }
    await bench.node.acceptLedger();
    return bench;
  }

  async verification(keyType: KeyType): Promise<Measurement[]> {
    const claims = Array.from({ length: CLAIMS }, (_, at) => this.#claim(keyType, this.#nextDrops + BigInt(at)));
    const single = await ratesOf(RUNS, async () => {
      for (const claim of claims) requireRedeemable(await this.#call({ ...claim, channel_state: true }));
      return CLAIMS;
    });
    const batched = await ratesOf(RUNS, async () => {
      const { claims: results } = await this.#call({ claims, channel_state: true });
      for (const result of results as JsonObject[]) requireRedeemable(result);
      return CLAIMS;
    });
    return [
      { what: `verify claims one by one, ${keyType}`, unit: 'a second', runs: single },
      { what: `verify claims in one request, ${keyType}`, unit: 'a second', runs: batched },
    ];
  }

  /** Reads, verifies and applies: two signatures a transaction, the sender's and the claim's. */
  async redemption(keyType: KeyType): Promise<Measurement> {
    const runs: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      await this.node.acceptLedger();
      const blobs = this.#redemptions(keyType);
      const submitAll = () => {
        for (const blob of blobs) this.#submit(blob);
        return blobs.length;
      };
      runs.push(...(await ratesOf(1, submitAll)));
    }
    return { what: `PaymentChannelClaim, ${keyType}`, unit: 'a second', runs };
  }

  #redemptions(keyType: KeyType): Buffer[] {
    const first = this.#sequence(payeeId);
    return Array.from({ length: REDEMPTIONS }, (_, at) => {
      const drops = this.#nextDrops++;
      const { channel_id, public_key, signature } = this.#claim(keyType, drops);
      return this.#sign(payeeId, payee, {
        TransactionType: 'PaymentChannelClaim',
        Sequence: first + at,
        Channel: channel_id,
        Balance: drops,
        Amount: drops,
        Signature: signature,
        PublicKey: public_key,
      });
    });
  }

  #claim(keyType: KeyType, drops: bigint) {
    const channelId = this.#channels[keyType];
    const signature = sign(channelClaimMessage(channelId, drops), claimKeys[keyType]);
    const { publicKey } = claimKeys[keyType];
    return { channel_id: channelId, amount: drops.toString(), public_key: publicKey, signature };
  }

  #call(params: JsonObject): Promise<JsonObject> {
    return dispatch(this.#services, { method: 'channel_verify', params, apiVersion: 1, role: 'user' });
  }

  #sequence(account: AccountId): number {
    return this.node.openView.read(accountKeylet(account))!.Sequence;
  }

  #sign(account: AccountId, keys: KeyPair, fields: StObject): Buffer {
    const filled = { Account: account, Fee: FEE_DROPS, Sequence: this.#sequence(account), Flags: 0, ...fields };
    return Buffer.from(signTransaction({ ...filled, SigningPubKey: keys.publicKey }, keys).blob);
  }

  #submit(blob: Buffer): void {
    const transaction = parseTransaction(blob);
    if (signatureProblem(transaction) !== undefined) throw new Error('a good signature was refused');
    const { result } = this.node.submit(transaction);
    if (result !== 'tesSUCCESS') throw new Error(`a transaction failed: ${result}`);
  }
}

function requireRedeemable({ redeemable, reasons }: JsonObject): void {
  if (redeemable !== true) throw new Error(`a good claim was refused: ${JSON.stringify(reasons)}`);
}
