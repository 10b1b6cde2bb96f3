import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadMessages } from './unread-messages.ts';

/** A connection whose client reads nothing. */
class SilentReader {
  unreadBytes = 0;
  reason: string | undefined;
  readonly #unread: UnreadMessages;

  constructor(unread: UnreadMessages) {
    this.#unread = unread;
    unread.include(this);
  }

  send(bytes: number): void {
    this.unreadBytes += bytes;
    this.#unread.add(bytes);
  }

  closeSlow(what: string): void {
    this.reason = what;
    const bytes = this.unreadBytes;
    this.unreadBytes = 0;
    this.#unread.add(-bytes);
  }
}

test('of the clients that read nothing, those with the most are closed', () => {
  const unread = new UnreadMessages(100);
  const readers = Array.from({ length: 4 }, () => new SilentReader(unread));
  const [first, second, third, last] = readers as [SilentReader, SilentReader, SilentReader, SilentReader];
  const reasons = () => readers.map(({ reason }) => reason !== undefined);
  first.send(50);
  second.send(30);
  third.send(20);
  assert.deepEqual(reasons(), [false, false, false, false], 'the bound is not passed');
  last.send(1);
  assert.deepEqual(reasons(), [true, false, false, false]);
  assert.match(first.reason!, /^it has the most of all unread bytes$/);
  last.send(1000);
  assert.deepEqual(reasons(), [true, false, false, true], 'also the one that passes it');
  unread.exclude(second);
  third.send(1000);
  assert.deepEqual(reasons(), [true, false, true, true]);
});
