import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { LedgerWait } from '../link/ledger-wait.ts';
import type { ClusterTransport, LinkConnection } from '../link/transport.ts';
import type { RequestWatch } from '../rpc/method/long-work.ts';
import { Acknowledgements } from './acknowledgements.ts';
import type { ClusterNode } from './cluster-node.ts';
import { LeaderPort } from './leader-port.ts';
import { type FollowerMessage, frameOf, type LeaderMessage, readFrame } from './messages.ts';

const REQUEST = { kind: 'request', method: 'ripple_path_find', params: {}, apiVersion: 2, role: 'user' } as const;

describe("the leader's end of the way to a follower", () => {
  let sent: LeaderMessage[];
  let say: (message: FollowerMessage) => void;
  let end: () => void;
  /** That of the request with this number. */
  let watches: Map<number, RequestWatch>;
  let answer: () => void;

  beforeEach(() => {
    sent = [];
    watches = new Map();
    let connect: (connection: LinkConnection) => void = () => {};
    const node = { isLeading: false, validated: { ledgerIndex: 3 }, onValidated() {}, onProposed() {} };
    const port = new LeaderPort({
      transport: { onConnection: (listener: typeof connect) => (connect = listener) } as unknown as ClusterTransport,
      ...{ node: node as unknown as ClusterNode, epoch: () => 1, wait: {} as LedgerWait },
      acknowledgements: new Acknowledgements(0),
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = resolve;
    port.execute = async ({ watch }) => {
      watches.set(watches.size + 1, watch!);
      await promise;
      return {};
    };
    connect({
      send: (frame) => sent.push(readFrame<LeaderMessage>(frame)),
      onFrame: (listener) => {
        say = (message) => listener(frameOf(message));
      },
      onClosed: (listener) => {
        end = listener;
      },
      close() {},
    });
    sent = [];
  });

  test('abandons only requests whose clients no longer wait', async () => {
    for (const id of [1, 2]) say({ ...REQUEST, id });
    say({ kind: 'abandoned', id: 1 });
    say({ kind: 'abandoned', id: 99 });
    assert.deepEqual(
      [1, 2].map((id) => watches.get(id)!.isAbandoned()),
      [true, false],
    );
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(sent.filter(({ kind }) => kind === 'answer').length, 2);
  });

  test('lets go of all when the follower is gone', () => {
    for (const id of [1, 2]) say({ ...REQUEST, id });
    end();
    for (const id of [1, 2]) assert.equal(watches.get(id)!.isAbandoned(), true);
  });
});
