import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChannelWorld } from '../../../test/support/channel-world.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { type ChannelRole, channelEntries, channelMarkerAfter } from './channel-pages.ts';

const CHANNELS = 200;
const PAGE = 10;
/** The entries of a page and one more, the entry of the marker, and the directory's pages around them. */
const MOST_READS = PAGE + 8;

describe('pages of channels', () => {
  let world: ChannelWorld;
  before(async () => {
    world = await ChannelWorld.create();
    for (let count = 0; count < CHANNELS; count++) await world.submit(world.payer, world.creation(1n));
    await world.env.close();
  });
  after(() => world.env.stop());

  /** The ledger, and how often it was asked for an entry. */
  function countingView(): { readonly view: ReadView; readonly reads: () => number } {
    const ledger = world.env.node.view(world.env.node.validated.ledgerIndex)!;
    let reads = 0;
    const view: ReadView = {
      isOpen: ledger.isOpen,
      ledgerIndex: ledger.ledgerIndex,
      parentCloseTimeSeconds: ledger.parentCloseTimeSeconds,
      closeTimeSeconds: ledger.closeTimeSeconds,
      parentHash: ledger.parentHash,
      read: (keylet) => {
        reads++;
        return ledger.read(keylet);
      },
      readAny: (key) => {
        reads++;
        return ledger.readAny(key);
      },
      nextKey: (key, end) => ledger.nextKey(key, end),
      hasTransaction: (id) => ledger.hasTransaction(id),
    };
    return { view, reads: () => reads };
  }

  for (const role of ['source', 'destination'] as const satisfies readonly ChannelRole[]) {
    test(`cost the same wherever they begin, for the ${role}`, () => {
      const account = role === 'source' ? world.payer.id : world.payee.id;
      const { store } = world.env.node;
      const seen = new Set<string>();
      let marker: string | undefined;
      do {
        const { view, reads } = countingView();
        const entries = channelEntries(store, view, { account, role }, marker);
        const page = entries.take(PAGE).toArray();
        assert.ok(reads() <= MOST_READS, `${reads()} reads after ${seen.size} channels`);
        for (const { index } of page) seen.add(index);
        marker = page.length < PAGE ? undefined : channelMarkerAfter(store, page.at(-1)!, { account, role });
      } while (marker !== undefined);
      assert.equal(seen.size, CHANNELS);
    });

    test(`cost next to nothing with a wrong marker, for the ${role}`, () => {
      const account = role === 'source' ? world.payer.id : world.payee.id;
      const { store } = world.env.node;
      const { view } = countingView();
      const last = channelEntries(store, view, { account, role }, undefined).toArray().at(-1)!;
      const wrong = `${channelMarkerAfter(store, last, { account, role })}0`;
      const { view: fresh, reads } = countingView();
      assert.throws(() => channelEntries(store, fresh, { account, role }, wrong).next(), { token: 'invalidParams' });
      assert.ok(reads() <= 2, `${reads()} reads`);
    });
  }
});
