import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChannelLedger } from '../../../test/support/channel-ledger.ts';
import { channelEntries, channelMarkerAfter } from './channel-pages.ts';

const CHANNELS = 200;
const PAGE = 10;
/** The entries of a page and one more, the entry of the marker, and the directory's pages around them. */
const MOST_READS = PAGE + 8;

describe('pages of channels', () => {
  let ledger: ChannelLedger;
  before(async () => {
    ledger = await ChannelLedger.create();
    for (let count = 0; count < CHANNELS; count++) await ledger.submit(ledger.payer, ledger.creation(1n));
    await ledger.env.close();
  });
  after(() => ledger.env.stop());

  for (const role of ['source', 'destination'] as const) {
    test(`read no more entries than they return, for the ${role}`, (t) => {
      const list = { account: role === 'source' ? ledger.payer.id : ledger.payee.id, role };
      const { store, validated } = ledger.env.node;
      const view = ledger.env.node.view(validated.ledgerIndex)!;
      const counters = [t.mock.method(view, 'read').mock, t.mock.method(view, 'readAny').mock];
      const takeReads = () => counters.reduce((sum, counter) => sum + counter.callCount(), 0);
      const seen = new Set<string>();
      let marker: string | undefined;
      do {
        const before = takeReads();
        const page = channelEntries(store, view, list, marker).take(PAGE).toArray();
        assert.ok(takeReads() - before <= MOST_READS, `${takeReads() - before} reads after ${seen.size} channels`);
        for (const { index } of page) seen.add(index);
        marker = page.length < PAGE ? undefined : channelMarkerAfter(store, page.at(-1)!, list);
      } while (marker !== undefined);
      assert.equal(seen.size, CHANNELS);

      const last = channelEntries(store, view, list, undefined).toArray().at(-1)!;
      const before = takeReads();
      const wrong = `${channelMarkerAfter(store, last, list)}0`;
      assert.throws(() => channelEntries(store, view, list, wrong).next(), { token: 'invalidParams' });
      assert.ok(takeReads() - before <= 2, 'a wrong marker costs little');
    });
  }
});
