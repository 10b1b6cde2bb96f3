import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TransactionLocation } from '../../history/history-query.ts';
import { ArchiveAnswers } from './archive-answers.ts';
import { ArchiveNeededError } from './archive-needed.ts';
import type { ArchiveReader } from './ledger-archive.ts';

const BLOB_BYTES = 100_000;
/** Together more than may be kept. */
const PLACES = Array.from({ length: 400 }, (_, position) => ({ ledgerIndex: 1, position }));

test('what the archive answered takes the memory of its own bytes, and 32 MB at most', async () => {
  const received = Buffer.alloc(2 * BLOB_BYTES);
  const archive: Pick<ArchiveReader, 'transactions'> = {
    transactions: async (places) =>
      places.map((place) => ({
        ...place,
        blob: received.subarray(1, 1 + BLOB_BYTES),
        metadata: received.subarray(0, 1),
      })),
  };
  const answers = new ArchiveAnswers(archive as ArchiveReader);
  for (const place of PLACES) {
    await whenAsked(() => answers.transaction(place));
    assert.equal(answers.transaction(place)?.blob.length, BLOB_BYTES);
  }
  let bytes = 0;
  for (const place of PLACES) bytes += keptBytes(answers, place);
  assert.ok(bytes > 10_000_000 && bytes <= 32_000_000, `${bytes} bytes`);
});

async function whenAsked(question: () => unknown): Promise<void> {
  try {
    question();
    assert.fail('the archive is asked first');
  } catch (error) {
    if (!(error instanceof ArchiveNeededError)) throw error;
    await error.ask();
  }
}

/** Bytes that are kept in memory for a transaction; 0 if the archive has to be asked again. */
function keptBytes(answers: ArchiveAnswers, place: TransactionLocation): number {
  try {
    const { blob, metadata } = answers.transaction(place)!;
    assert.equal(blob.buffer, metadata.buffer);
    return blob.buffer.byteLength;
  } catch (error) {
    if (error instanceof ArchiveNeededError) return 0;
    throw error;
  }
}
