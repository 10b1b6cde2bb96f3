/** No unauthorized account receives a token whose issuer requires authorization, except through the issuer's own trust line. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lineKeylet } from '../../src/protocol/entries/keylets.ts';
import { AccountSetFlags, EntryFlags, TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import type { StObject } from '../../src/protocol/values.ts';
import { balanceAt, sideOf } from '../../src/transactions/trust-lines/trust-line-side.ts';
import { Env, type Party, party } from '../support/env.ts';
import { type Answer, rpcOf } from '../support/rpc-call.ts';
import { textOf, tokens, USD } from '../support/token-ledger.ts';

const { asfRequireAuth, asfDefaultRipple } = AccountSetFlags;
const { lsfRequireAuth } = EntryFlags.AccountRoot;
const { tfSetfAuth } = TransactionFlags.TrustSet;
const { tfPartialPayment, tfNoRippleDirect } = TransactionFlags.Payment;

class World {
  readonly env: Env;
  readonly issuer = party('issuer');
  readonly holder = party('holder');
  /** An account that is never authorized. */
  readonly stranger = party('stranger');

  private constructor(env: Env) {
    this.env = env;
  }

  static async create(): Promise<World> {
    const world = new World(await Env.create());
    await world.env.fund(1000, world.issuer, world.holder, world.stranger);
    return world;
  }

  /** Submits and closes: one at a time, so that the order of a close changes nothing. */
  async submit(who: Party, fields: StObject, expected: Ter): Promise<void> {
    this.env.submit(who, fields, expected);
    await this.env.close();
  }

  accountSet(fields: StObject, expected: Ter = 'tesSUCCESS', who: Party = this.issuer): Promise<void> {
    return this.submit(who, { TransactionType: 'AccountSet', ...fields }, expected);
  }

  trust(
    who: Party,
    peer: Party,
    limit: string,
    fields: StObject = {},
    expected: Ter = 'tesSUCCESS',
    currency = USD,
  ): Promise<void> {
    const LimitAmount = tokens(limit, peer.id, currency);
    return this.submit(who, { TransactionType: 'TrustSet', LimitAmount, ...fields }, expected);
  }

  authorize(peer: Party, currency = USD): Promise<void> {
    return this.trust(this.issuer, peer, '0', { Flags: tfSetfAuth }, 'tesSUCCESS', currency);
  }

  pay(from: Party, to: Party, value: string, expected: Ter, fields: StObject = {}): Promise<void> {
    const Amount = tokens(value, this.issuer.id);
    return this.submit(from, { TransactionType: 'Payment', Destination: to.id, Amount, ...fields }, expected);
  }

  /** What the party holds of the issuer's dollars, from its side; undefined without a line. */
  held(who: Party): string | undefined {
    const line = this.env.node.openLedger.view.read(lineKeylet(who.id, this.issuer.id, USD));
    return line && textOf(balanceAt(line, sideOf(who.id, this.issuer.id)));
  }

  requiresAuth(): boolean {
    return ((this.env.account(this.issuer)?.Flags ?? 0) & lsfRequireAuth) !== 0;
  }

  /** `peer_authorized` of the holder's lines, by currency. */
  async peerAuthorized(who: Party): Promise<Record<string, boolean>> {
    const { lines } = await rpcOf(this.env)('account_lines', { account: who.address, peer: this.issuer.address });
    return Object.fromEntries(lines.map((line: Answer) => [line.currency, line.peer_authorized ?? false]));
  }
}

function scenario(name: string, story: (world: World) => Promise<void>): void {
  test(name, async () => {
    const world = await World.create();
    try {
      await story(world);
    } finally {
      await world.env.stop();
    }
  });
}

describe('An unauthorized account does not come to hold a token', () => {
  /** The holder is authorized and has 50; the stranger has a line. All accounts allow rippling. */
  async function prepare(world: World): Promise<void> {
    await world.accountSet({ SetFlag: asfRequireAuth });
    await world.accountSet({ SetFlag: asfDefaultRipple });
    for (const who of [world.holder, world.stranger]) {
      await world.accountSet({ SetFlag: asfDefaultRipple }, 'tesSUCCESS', who);
      await world.trust(who, world.issuer, '100');
    }
    await world.authorize(world.holder);
    await world.pay(world.issuer, world.holder, '50', 'tesSUCCESS');
  }

  scenario('by a payment from the issuer or from a holder', async (world) => {
    await prepare(world);
    for (const from of [world.issuer, world.holder]) await world.pay(from, world.stranger, '1', 'tecPATH_DRY');
    assert.equal(world.held(world.stranger), '0');
  });

  scenario('by a partial payment', async (world) => {
    await prepare(world);
    for (const from of [world.issuer, world.holder]) {
      await world.pay(from, world.stranger, '1', 'tecPATH_DRY', { Flags: tfPartialPayment });
    }
    assert.equal(world.held(world.stranger), '0');
  });

  scenario('by a path that leads through it', async (world) => {
    await prepare(world);
    await world.trust(world.holder, world.stranger, '100');
    const { issuer, stranger, holder } = world;
    const fields = {
      Amount: tokens('1', stranger.id),
      SendMax: tokens('1', issuer.id),
      Paths: [[{ account: stranger.id }]],
      Flags: tfNoRippleDirect,
    };
    await world.pay(issuer, holder, '1', 'tecPATH_DRY', fields);
    assert.equal(world.held(stranger), '0');
  });

  scenario('by a line made again after an authorized one was removed', async (world) => {
    await prepare(world);
    const { holder, issuer } = world;
    await world.pay(holder, issuer, '50', 'tesSUCCESS');
    await world.trust(holder, issuer, '0');
    assert.equal(world.held(holder), undefined);
    await world.trust(holder, issuer, '100');
    await world.pay(issuer, holder, '1', 'tecPATH_DRY');
  });

  scenario('by a time without RequireAuth, which cannot come back while there are lines', async (world) => {
    await prepare(world);
    await world.accountSet({ ClearFlag: asfRequireAuth });
    await world.accountSet({ SetFlag: asfRequireAuth }, 'tecOWNERS');
    await world.pay(world.issuer, world.stranger, '1', 'tesSUCCESS');
    assert.ok(!world.requiresAuth());
  });

  scenario('without a line, by any payment', async (world) => {
    await prepare(world);
    await world.trust(world.stranger, world.issuer, '0');
    assert.equal(world.held(world.stranger), undefined);
    await world.pay(world.issuer, world.stranger, '1', 'tecPATH_DRY');
  });
});

// The reference asks for authorization only on a line whose balance is zero (rippled: DirectStep.cpp, check).
scenario(
  'An issuer that holds the tokens of an unauthorized account can pay it more than it gives back',
  async (world) => {
    await world.accountSet({ SetFlag: asfRequireAuth });
    await world.trust(world.stranger, world.issuer, '100');
    await world.trust(world.issuer, world.stranger, '5');
    const amount = tokens('5', world.stranger.id);
    await world.pay(world.stranger, world.issuer, '5', 'tesSUCCESS', { Amount: amount });
    assert.equal(world.held(world.stranger), '-5');
    await world.pay(world.issuer, world.stranger, '8', 'tesSUCCESS', { Amount: tokens('8', world.stranger.id) });
    assert.equal(world.held(world.stranger), '3');
  },
);
