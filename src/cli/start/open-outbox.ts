/** Opens the webhooks of a server, with their journal beside the ledgers. */
import { join } from 'node:path';
import { WEBHOOKS_JOURNAL } from '../../storage/lmdb/data-place.ts';
import { createPacer } from '../../util/steps.ts';
import { httpPost } from '../../webhooks/http-post.ts';
import { Outbox, type OutboxParts } from '../../webhooks/outbox.ts';
import { OutboxJournal } from '../../webhooks/outbox-journal.ts';
import { readWebhooksFile } from './webhooks-file.ts';

/** Time per turn for finding events. */
const SLICE_MS = 1;

/** `dataDirectory`: undefined to keep nothing. Rejects with a `CommandError` for a file that cannot be used. */
export async function openOutbox(
  webhooksFile: string,
  dataDirectory: string | undefined,
  server: Pick<OutboxParts, 'node' | 'clock' | 'log'>,
): Promise<Outbox> {
  const settings = readWebhooksFile(webhooksFile);
  const path = dataDirectory === undefined ? undefined : join(dataDirectory, WEBHOOKS_JOURNAL);
  const journal = await OutboxJournal.open(path);
  const pacer = createPacer(SLICE_MS);
  return new Outbox(settings, { ...server, journal, post: httpPost(server.clock), random: Math.random, pacer });
}
