import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, type Party, party } from '../../../../test/support/env.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { nftOfferKeylet } from '../../../protocol/entries/keylets.ts';
import { nftokenId } from '../../../protocol/entries/nftoken-id.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';

const { tfTransferable } = TransactionFlags.NFTokenMint;
const { tfSellNFToken } = TransactionFlags.NFTokenCreateOffer;
const [MAKER, ALICE, BOB] = [party('maker'), party('alice'), party('bob')];

describe('weir_nft', () => {
  let env: Env;
  let call: Call;
  const ids: string[] = [];
  /** When the first token was minted, sold, sold on, and burned. */
  const steps: number[] = [];

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1_000, MAKER, ALICE, BOB);
    for (let at = 0; at < 3; at++) await mint(at);
    steps.push(env.node.validated.ledgerIndex - 2);
    await quietLedgers(5);
    await sell(MAKER, ALICE, ids[0]!);
    await quietLedgers(9);
    await sell(ALICE, BOB, ids[0]!);
    await quietLedgers(3);
    env.submit(BOB, { TransactionType: 'NFTokenBurn', NFTokenID: ids[0]! }, 'tesSUCCESS');
    await env.close();
    steps.push(env.node.validated.ledgerIndex);
    await quietLedgers(2);
  });
  after(() => env.node.stop());

  async function quietLedgers(count: number): Promise<void> {
    for (let at = 0; at < count; at++) await env.close();
  }

  async function mint(at: number): Promise<void> {
    const flags = tfTransferable;
    env.submit(MAKER, {
      TransactionType: 'NFTokenMint',
      NFTokenTaxon: 7,
      Flags: flags,
      TransferFee: 500,
      URI: `AB0${at}`,
    });
    await env.close();
    const { FirstNFTokenSequence: first = 0 } = env.account(MAKER)!;
    ids.push(nftokenId({ flags, transferFee: 500, issuer: MAKER.id, taxon: 7, serial: first + at }));
  }

  async function sell(from: Party, to: Party, id: string): Promise<void> {
    const offer = nftOfferKeylet(from.id, env.account(from)!.Sequence).key;
    const fields = { TransactionType: 'NFTokenCreateOffer', NFTokenID: id, Amount: 1_000_000n, Flags: tfSellNFToken };
    env.submit(from, fields, 'tesSUCCESS');
    await env.close();
    env.submit(to, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer }, 'tesSUCCESS');
    await env.close();
    steps.push(env.node.validated.ledgerIndex);
  }

  const ask = (nft_id: string, params: object = {}): Promise<Answer> =>
    call('weir_nft', { nft_id, ledger_index: 'validated', ...params });

  test('shows the parts of the id, the URI and the owner', async () => {
    const token = await ask(ids[1]!);
    const { issuer, flags, transfer_fee, nft_taxon, uri, is_burned, owner } = token;
    assert.deepEqual(
      [issuer, flags, transfer_fee, nft_taxon, uri, is_burned, owner],
      [MAKER.address, 8, 500, 7, 'AB01', false, MAKER.address],
    );
    assert.deepEqual([token.ledger_index, token.validated], [env.node.validated.ledgerIndex, true]);
  });

  test('lists the owners with the ledger of each sale, for any ledger', async () => {
    const [minted, sold, soldOn, burned] = steps as [number, number, number, number];
    const owners = [MAKER.address, ALICE.address, BOB.address];
    for (let at = minted; at <= env.node.validated.ledgerIndex; at++) {
      const {
        owner,
        is_burned: isBurned,
        owners: all,
        burned_ledger_index: burnedIn,
      } = await ask(ids[0]!, { ledger_index: at });
      const count = [minted, sold, soldOn].filter((step) => step <= at).length;
      assert.deepEqual(
        [isBurned, owner, burnedIn],
        at >= burned ? [true, undefined, burned] : [false, owners[count - 1], undefined],
      );
      assert.deepEqual(
        all.map((one: Answer) => [one.owner, one.ledger_index]),
        [minted, sold, soldOn].slice(0, count).map((step, place) => [owners[place], step]),
      );
    }
    const { owners: all } = await ask(ids[0]!);
    const { tx_json: sale } = await call('tx', { transaction: all[1].hash }, { apiVersion: 2 });
    assert.deepEqual([sale.TransactionType, sale.Account], ['NFTokenAcceptOffer', ALICE.address]);
  });

  test('shows the last owner of two in one ledger, and a minter as the first owner', async () => {
    const flags = tfTransferable;
    env.submit(MAKER, { TransactionType: 'AccountSet', NFTokenMinter: ALICE.id, SetFlag: 10 }, 'tesSUCCESS');
    await env.close();
    env.submit(
      ALICE,
      { TransactionType: 'NFTokenMint', NFTokenTaxon: 1, Flags: flags, Issuer: MAKER.id },
      'tesSUCCESS',
    );
    await env.close();
    const minted = env.node.validated.ledgerIndex;
    const { FirstNFTokenSequence: first = 0, MintedNFTokens: count = 0 } = env.account(MAKER)!;
    const id = nftokenId({ flags, transferFee: 0, issuer: MAKER.id, taxon: 1, serial: first + count - 1 });
    const offerOf = (who: Party) => nftOfferKeylet(who.id, env.account(who)!.Sequence).key;
    const sale = { TransactionType: 'NFTokenCreateOffer', NFTokenID: id, Amount: 0n, Flags: tfSellNFToken };
    const toBob = offerOf(ALICE);
    env.submit(ALICE, { ...sale, Destination: BOB.id }, 'tesSUCCESS');
    await env.close();
    env.submit(BOB, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: toBob }, 'tesSUCCESS');
    const toMaker = offerOf(BOB);
    env.submit(BOB, { ...sale, Destination: MAKER.id }, 'tesSUCCESS');
    env.submit(MAKER, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: toMaker });
    await env.close();
    const moved = env.node.validated.ledgerIndex;
    const { owner, owners, is_burned: isBurned } = await ask(id);
    assert.deepEqual([isBurned, owner], [false, MAKER.address]);
    assert.deepEqual(
      owners.map((one: Answer) => [one.owner, one.ledger_index]),
      [
        [ALICE.address, minted],
        [owner, moved],
      ],
    );
    const { account_nfts: held } = await call('account_nfts', { account: owner, ledger_index: 'validated' });
    assert.ok(held.some(({ NFTokenID }: Answer) => NFTokenID === id));
  });

  test('answers for the last closed ledger instead of the open one', async () => {
    assert.equal((await call('weir_nft', { nft_id: ids[2]! })).ledger_index, env.node.validated.ledgerIndex);
  });

  test('refuses tokens that do not exist at that ledger, and malformed ids', async () => {
    const [minted] = steps as [number];
    assert.equal((await ask(ids[0]!, { ledger_index: minted - 1 })).error, 'objectNotFound');
    const unminted = { flags: 8, transferFee: 500, issuer: MAKER.id, taxon: 7, serial: 4_000_000_000 };
    assert.equal((await ask(nftokenId(unminted))).error, 'objectNotFound');
    const other = `0001${ids[1]!.slice(4)}`;
    assert.equal((await ask(other)).error, 'objectNotFound');
    assert.equal((await ask('AB')).error, 'invalidParams');
    assert.equal((await call('weir_nft', {})).error, 'invalidParams');
  });
});
