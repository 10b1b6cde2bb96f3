/** A journal of an outbox in memory whose writes fail while a test says so. It notes that it was closed. */
import { OutboxJournal } from '../../src/webhooks/outbox-journal.ts';

class MarkedJournal extends OutboxJournal {
  isFull = false;
  isClosed = false;

  override async setCursor(...args: Parameters<OutboxJournal['setCursor']>): Promise<void> {
    if (this.isFull) throw new Error('the disk is full');
    await super.setCursor(...args);
  }

  override async close(): Promise<void> {
    this.isClosed = true;
  }
}

export function openMarkedJournal(): MarkedJournal {
  const records = new Map<string, Buffer>();
  return new MarkedJournal({
    records,
    append: async (key, body) => void records.set(key, body),
    remove: (key) => void records.delete(key),
    close: async () => {},
  });
}
