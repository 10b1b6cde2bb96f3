/** A journal of an outbox in memory whose writes fail while a test says so. */
import { OutboxJournal } from '../../src/webhooks/outbox-journal.ts';

class MarkedJournal extends OutboxJournal {
  isFull = false;

  override async setCursor(...args: Parameters<OutboxJournal['setCursor']>): Promise<void> {
    if (this.isFull) throw new Error('the disk is full');
    await super.setCursor(...args);
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
