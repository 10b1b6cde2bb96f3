/** Batches as a client makes and follows them: xrpl.js over WebSocket, with signatures of one key and of several. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Batch,
  Client,
  combineBatchSigners,
  decode,
  type SubmittableTransaction,
  signMultiBatch,
  type TransactionStream,
  Wallet,
  xrpToDrops,
} from 'xrpl';
import { TransactionFlags } from '../../src/protocol/tables/flags.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { BATCH_GENESIS } from '../support/batch-ledger.ts';
import { party } from '../support/env.ts';
import { type ServedEnv, serveEnv } from '../support/served-env.ts';

const { tfAllOrNothing, tfIndependent } = TransactionFlags.Batch;
const PARTIES = ['alice', 'bob', 'carol', 'dave'].map((name) => party(name));
const [ALICE, BOB, CAROL, DAVE] = PARTIES.map(({ keys }) => {
  return new Wallet(keys.publicKey, `00${bytesToHex(keys.privateKey)}`);
}) as [Wallet, Wallet, Wallet, Wallet];

describe('batches of xrpl.js', () => {
  let served: ServedEnv;
  let client: Client;

  const send = async (transaction: SubmittableTransaction, wallet: Wallet) => {
    const { result } = await client.submit(transaction, { wallet });
    assert.equal(result.engine_result, 'tesSUCCESS');
    await served.env.close();
    return result.tx_json.hash as string;
  };
  const batchOf = (Flags: number, ...payments: readonly (readonly [from: Wallet, xrp: number])[]): Batch => ({
    TransactionType: 'Batch',
    Account: ALICE.address,
    Flags,
    RawTransactions: payments.map(([from, xrp]) => ({
      RawTransaction: {
        TransactionType: 'Payment',
        Account: from.address,
        Destination: DAVE.address,
        Amount: xrpToDrops(xrp),
        Flags: TransactionFlags.universal.tfInnerBatchTxn,
      },
    })),
  });
  /** The number of transactions of the last ledger that name this batch. */
  const inside = async (hash: string) => {
    const ledger = { ledger_index: 'validated', transactions: true, expand: true } as const;
    const { result } = await client.request({ command: 'ledger', ...ledger });
    const rows = result.ledger.transactions as unknown as { readonly meta: { readonly ParentBatchID?: string } }[];
    return rows.filter(({ meta }) => meta.ParentBatchID === hash).length;
  };

  before(async () => {
    served = await serveEnv({}, { genesis: BATCH_GENESIS });
    await served.env.fund(1000, ...PARTIES);
    client = new Client(`ws://127.0.0.1:${served.port}`);
    await client.connect();
  });
  after(async () => {
    await client.disconnect();
    await served.stop();
  });

  test('with transactions of one account are filled in and signed like any other transaction', async () => {
    assert.equal(await inside(await send(batchOf(tfIndependent, [ALICE, 1], [ALICE, 2]), ALICE)), 2);
  });

  test('of three accounts are signed by each in a copy', async () => {
    const filled = await client.autofill(batchOf(tfAllOrNothing, [ALICE, 1], [BOB, 2], [CAROL, 3]), 2);
    const copies = [BOB, CAROL].map((wallet) => {
      const copy = structuredClone(filled);
      signMultiBatch(wallet, copy);
      return copy;
    });
    assert.equal(await inside(await send(decode(combineBatchSigners(copies)) as unknown as Batch, ALICE)), 3);
  });

  test('of an account with a list of signers are signed by enough of them', async () => {
    const SignerEntries = [BOB, DAVE].map(({ address }) => ({ SignerEntry: { Account: address, SignerWeight: 1 } }));
    await send({ TransactionType: 'SignerListSet', Account: CAROL.address, SignerQuorum: 2, SignerEntries }, CAROL);
    const signedFor = async (...wallets: readonly Wallet[]) => {
      const filled = await client.autofill(batchOf(tfAllOrNothing, [ALICE, 1], [CAROL, 3]), 2);
      const signatures = wallets.map((wallet) => {
        const copy = structuredClone(filled);
        signMultiBatch(wallet, copy, { batchAccount: CAROL.address, multisign: true });
        return copy.BatchSigners![0]!.BatchSigner.Signers![0]!;
      });
      const Signers = signatures.sort((one, other) => (idOf(one.Signer.Account) < idOf(other.Signer.Account) ? -1 : 1));
      return { ...filled, BatchSigners: [{ BatchSigner: { Account: CAROL.address, Signers } }] };
    };
    assert.equal(await inside(await send(await signedFor(BOB, DAVE), ALICE)), 2);
    const { result } = await client.submit(await signedFor(BOB), { wallet: ALICE });
    assert.equal(result.engine_result, 'tefBAD_QUORUM');
  });

  test('appear in streams with what is inside, and only the batch itself is proposed', async () => {
    const seen: string[] = [];
    client.on('transaction', ({ validated, tx_json, meta }: TransactionStream) => {
      const { ParentBatchID } = (meta ?? {}) as { readonly ParentBatchID?: string };
      seen.push(`${validated ? 'validated' : 'proposed'} ${tx_json?.TransactionType} ${ParentBatchID ?? ''}`.trim());
    });
    await client.request({ command: 'subscribe', streams: ['transactions_proposed'], accounts: [DAVE.address] });
    const hash = await send(batchOf(tfIndependent, [ALICE, 1], [ALICE, 2]), ALICE);
    await client.request({ command: 'ping' });
    const inner = `validated Payment ${hash}`;
    assert.deepEqual(seen.sort(), ['proposed Batch', 'validated Batch', inner, inner]);
  });
});

function idOf(address: string): string {
  return PARTIES.find((one) => one.address === address)!.id;
}
