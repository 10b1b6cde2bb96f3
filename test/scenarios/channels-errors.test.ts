/** Every way in which the three transactions of payment channels fail, as one table: what is wrong, and its code. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deriveKeyPair } from '../../src/crypto/key-pair.ts';
import { seedOfPassphrase } from '../../src/crypto/seed.ts';
import { ownerDirKeylet } from '../../src/protocol/entries/keylets.ts';
import { AccountSetFlags } from '../../src/protocol/tables/flags.ts';
import type { StObject } from '../../src/protocol/values.ts';
import {
  ChannelWorld,
  channelKeys,
  claimSignature,
  funding,
  redemption,
  request,
  tfClose,
  tfRenew,
} from '../support/channel-world.ts';
import { type Party, party } from '../support/env.ts';

const XRP = 1_000_000n;
const NO_ID = '0'.repeat(64);
const UNKNOWN_ID = 'AB'.repeat(32);
const otherKeys = deriveKeyPair(seedOfPassphrase('another channel key'), 'secp256k1');

/** What the cases are about, made once: none of the failures changes it. */
interface Scene {
  readonly world: ChannelWorld;
  /** Holds 10 XRP, of which 4 were paid. */
  readonly id: string;
  /** The payee of this one takes deposits only from those it knows, and the payer is none of them. */
  readonly guardedId: string;
  readonly guarded: Party;
  readonly picky: Party;
  readonly closed: Party;
  /** Just above the reserve for what it owns: a channel. */
  readonly poor: Party;
  readonly poorId: string;
}

async function createScene(): Promise<Scene> {
  const world = await ChannelWorld.create();
  const parties = { guarded: party('guarded'), picky: party('picky'), closed: party('closed'), poor: party('poor') };
  const { guarded, picky, closed, poor } = parties;
  await world.env.fund(100, guarded, picky, closed);
  await world.env.fund(12, poor);
  const id = await world.open(10n * XRP);
  await world.settle(world.payee, redemption(id, 4n * XRP));
  const guardedId = await world.open(XRP, { Destination: guarded.id });
  for (const [who, flag] of [
    [guarded, AccountSetFlags.asfDepositAuth],
    [picky, AccountSetFlags.asfRequireDest],
    [closed, AccountSetFlags.asfDisallowIncomingPayChan],
  ] as const) {
    await world.settle(who, { TransactionType: 'AccountSet', SetFlag: flag });
  }
  const reserve = world.env.node.fees.reserveDrops + world.env.node.fees.reserveIncrementDrops;
  const { drops } = await world.account(poor);
  const { channel_id: poorId } = await world.settle(poor, world.creation(drops - reserve - 45n));
  return { world, id, guardedId, ...parties, poorId };
}

type Case = readonly [what: string, code: string, sender: 'payer' | 'payee' | 'stranger' | 'poor', make: Make];
type Make = (scene: Scene) => StObject;

const creation =
  (amount: StObject['x'], more: StObject = {}): Make =>
  ({ world }) => ({ ...world.creation(1n), Amount: amount, ...more });
const token = (scene: Scene): StObject['x'] => ({
  mantissa: 1_000_000_000_000_000n,
  exponent: -15,
  currency: `${'0'.repeat(24)}5553440000000000`,
  issuer: scene.world.payee.id,
});

const CASES: readonly Case[] = [
  ['Create of a channel with nothing in it', 'temBAD_AMOUNT', 'payer', creation(0n)],
  ['Create of a channel with less than nothing', 'temBAD_AMOUNT', 'payer', creation(-1n)],
  [
    'Create of a channel for tokens',
    'temBAD_AMOUNT',
    'payer',
    (scene) => ({ ...scene.world.creation(1n), Amount: token(scene) }),
  ],
  ['Create to oneself', 'temDST_IS_SRC', 'payee', creation(1n)],
  ['Create with a key of no known kind', 'temMALFORMED', 'payer', creation(1n, { PublicKey: 'EE'.repeat(33) })],
  ['Create by one who cannot pay the reserve of a channel', 'tecINSUFFICIENT_RESERVE', 'poor', creation(1n)],
  ['Create with more drops than there are', 'tecUNFUNDED', 'payer', creation(5000n * XRP)],
  ['Create to nobody', 'tecNO_DST', 'payer', creation(1n, { Destination: party('nobody').id })],
  [
    'Create to one who takes no channels',
    'tecNO_PERMISSION',
    'payer',
    ({ world, closed }) => ({ ...world.creation(1n), Destination: closed.id }),
  ],
  [
    'Create without the tag that the payee requires',
    'tecDST_TAG_NEEDED',
    'payer',
    ({ world, picky }) => ({ ...world.creation(1n), Destination: picky.id }),
  ],
  [
    'Create of a channel that has ended already',
    'tecEXPIRED',
    'payer',
    ({ world }) => world.creation(1n, { CancelAfter: world.nowSeconds - 1 }),
  ],

  ['Fund of the channel zero', 'temMALFORMED', 'payer', () => funding(NO_ID, 1n)],
  ['Fund with nothing', 'temBAD_AMOUNT', 'payer', ({ id }) => funding(id, 0n)],
  ['Fund with less than nothing', 'temBAD_AMOUNT', 'payer', ({ id }) => funding(id, -1n)],
  ['Fund with tokens', 'temBAD_AMOUNT', 'payer', (scene) => ({ ...funding(scene.id, 1n), Amount: token(scene) })],
  ['Fund of no channel', 'tecNO_ENTRY', 'payer', () => funding(UNKNOWN_ID, 1n)],
  [
    'Fund of an entry that is no channel',
    'tecNO_ENTRY',
    'payer',
    ({ world }) => funding(ownerDirKeylet(world.payer.id).key, 1n),
  ],
  ["Fund of another's channel", 'tecNO_PERMISSION', 'stranger', ({ id }) => funding(id, 1n)],
  ['Fund by the payee', 'tecNO_PERMISSION', 'payee', ({ id }) => funding(id, 1n)],
  [
    'Fund with an end before the settle delay',
    'tecNO_PERMISSION',
    'payer',
    ({ id, world }) => funding(id, 1n, { Expiration: world.nowSeconds + 99 }),
  ],
  ['Fund with more drops than there are', 'tecUNFUNDED', 'payer', ({ id }) => funding(id, 5000n * XRP)],
  ['Fund out of the reserve', 'tecUNFUNDED', 'poor', ({ poorId }) => funding(poorId, 100n)],

  ['Claim on the channel zero', 'temMALFORMED', 'payee', () => request(NO_ID, 0)],
  ['Claim that both closes and renews', 'temMALFORMED', 'payer', ({ id }) => request(id, tfClose | tfRenew)],
  ['Claim of a balance of nothing', 'temBAD_AMOUNT', 'payee', ({ id }) => redemption(id, 0n)],
  ['Claim of a negative balance', 'temBAD_AMOUNT', 'payee', ({ id }) => ({ ...redemption(id, 1n), Balance: -1n })],
  ['Claim of tokens', 'temBAD_AMOUNT', 'payee', (scene) => ({ ...redemption(scene.id, 1n), Balance: token(scene) })],
  ['Claim authorized for nothing', 'temBAD_AMOUNT', 'payer', ({ id }) => ({ ...request(id, 0), Amount: 0n })],
  [
    'Claim of more than was authorized',
    'temBAD_AMOUNT',
    'payee',
    ({ id }) => redemption(id, 6n * XRP, { authorizedDrops: 5n * XRP }),
  ],
  [
    'Claim with a signature and no key',
    'temMALFORMED',
    'payee',
    ({ id }) => ({ ...request(id, 0), Balance: XRP, Signature: claimSignature(id, XRP) }),
  ],
  [
    'Claim with a signature and no balance',
    'temMALFORMED',
    'payee',
    ({ id }) => ({ ...request(id, 0), PublicKey: channelKeys.publicKey, Signature: claimSignature(id, XRP) }),
  ],
  [
    'Claim with a key of no known kind',
    'temMALFORMED',
    'payee',
    ({ id }) => ({ ...redemption(id, XRP), PublicKey: 'EE'.repeat(33) }),
  ],
  [
    'Claim with a signature for another amount',
    'temBAD_SIGNATURE',
    'payee',
    ({ id }) => ({ ...redemption(id, 6n * XRP), Signature: claimSignature(id, 7n * XRP) }),
  ],
  [
    'Claim with a signature for another channel',
    'temBAD_SIGNATURE',
    'payee',
    ({ id, guardedId }) => ({ ...redemption(id, 6n * XRP), Signature: claimSignature(guardedId, 6n * XRP) }),
  ],
  [
    'Claim with a list of no credentials',
    'temMALFORMED',
    'payee',
    ({ id }) => ({ ...redemption(id, 6n * XRP), CredentialIDs: [] }),
  ],
  [
    'Claim with credentials that do not exist',
    'tecBAD_CREDENTIALS',
    'payee',
    ({ id }) => ({ ...redemption(id, 6n * XRP), CredentialIDs: [UNKNOWN_ID] }),
  ],
  ['Claim on no channel', 'tecNO_TARGET', 'payee', () => redemption(UNKNOWN_ID, XRP)],
  [
    'Claim on an entry that is no channel',
    'tecNO_TARGET',
    'payee',
    ({ world }) => redemption(ownerDirKeylet(world.payer.id).key, XRP),
  ],
  ['Claim by a stranger', 'tecNO_PERMISSION', 'stranger', ({ id }) => redemption(id, 6n * XRP)],
  ['Close by a stranger before the end', 'tecNO_PERMISSION', 'stranger', ({ id }) => request(id, tfClose)],
  [
    'Claim by the payee without a signature',
    'tecNO_PERMISSION',
    'payee',
    ({ id }) => ({ ...request(id, 0), Balance: 6n * XRP }),
  ],
  [
    "Claim with a key that is not the channel's",
    'tecNO_PERMISSION',
    'payee',
    ({ id }) => ({
      ...redemption(id, 6n * XRP),
      PublicKey: otherKeys.publicKey,
      Signature: claimSignature(id, 6n * XRP, otherKeys),
    }),
  ],
  ['Claim of what was paid already', 'tecUNFUNDED_PAYMENT', 'payee', ({ id }) => redemption(id, 4n * XRP)],
  ['Claim of more than the channel holds', 'tecUNFUNDED_PAYMENT', 'payee', ({ id }) => redemption(id, 11n * XRP)],
  ['Renewal by the payee', 'tecNO_PERMISSION', 'payee', ({ id }) => request(id, tfRenew)],
  [
    'Claim by the payer for a payee who takes no deposits from it',
    'tecNO_PERMISSION',
    'payer',
    ({ guardedId }) => ({ ...request(guardedId, 0), Balance: 1n }),
  ],
];

describe('a payment channel transaction fails', () => {
  let scene: Scene;
  before(async () => {
    scene = await createScene();
  });
  after(() => scene.world.env.stop());

  for (const [what, code, sender, make] of CASES) {
    test(`${code}: ${what}`, async () => {
      const { world } = scene;
      const who = sender === 'poor' ? scene.poor : world[sender];
      if (code.startsWith('tec')) await world.settle(who, make(scene), code);
      else await world.submit(who, make(scene), code);
      const channel = await world.channel(scene.id);
      assert.deepEqual([channel.amount, channel.balance, channel.expiration], ['10000000', '4000000', undefined]);
    });
  }

  test('tecINSUFFICIENT_RESERVE: Fund by one who is below the reserve', async () => {
    const { world, poor, poorId } = scene;
    while (
      (await world.account(poor)).drops >=
      world.env.node.fees.reserveDrops + world.env.node.fees.reserveIncrementDrops
    ) {
      await world.settle(poor, { TransactionType: 'AccountSet' });
    }
    await world.settle(poor, funding(poorId, 1n), 'tecINSUFFICIENT_RESERVE');
  });

  test('terNO_ACCOUNT: Create by an account that does not exist', async () => {
    await scene.world.submit(party('nobody'), { ...scene.world.creation(1n), Sequence: 1 }, 'terNO_ACCOUNT');
  });

  test('pays a guarded payee who redeems for itself, and a payer whom it preauthorized', async () => {
    const { world, guarded, guardedId } = scene;
    await world.settle(guarded, redemption(guardedId, 1n));
    await world.settle(guarded, { TransactionType: 'DepositPreauth', Authorize: world.payer.id });
    await world.settle(world.payer, { ...request(guardedId, 0), Balance: 2n });
    assert.equal((await world.channel(guardedId)).balance, '2');
  });
});
