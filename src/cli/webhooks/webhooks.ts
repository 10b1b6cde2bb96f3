/** `weir webhooks`: the deliveries of a running server. */
import type { JsonObject } from '../../protocol/values.ts';
import { CommandError } from '../../util/command-error.ts';
import type { EndpointStatus } from '../../webhooks/endpoint.ts';
import type { DeadLetter } from '../../webhooks/outbox-journal.ts';
import { sendToServer } from '../request/server-request.ts';
import { textTable } from '../terminal/text-table.ts';
import { parseWebhooksOptions } from './webhooks-options.ts';

type ShownLetter = DeadLetter & { readonly endpoint: string };

const STATUS_HEADINGS = ['NAME', 'ADDRESS', 'LAG', 'DEAD', 'DELIVERED', 'FAILURES', 'LAST FAILURE'];
const LETTER_HEADINGS = ['NAME', 'ID', 'TYPE', 'LEDGER', 'ATTEMPTS', 'TIME', 'REASON'];

/** Runs the command; gives its exit code. Rejects with a `CommandError`. */
export async function webhooks(args: readonly string[], print: (text: string) => void): Promise<number> {
  const { verb, words, isJson, url } = parseWebhooksOptions(args);
  const [endpoint, id] = words;
  const posted =
    verb === 'retry' || verb === 'test' ? { endpoint: endpoint!, ...(id !== undefined && { id }) } : undefined;
  const answer = await ask(url, verb === 'status' ? '' : `/${verb}`, posted);
  if (isJson) print(JSON.stringify(answer, undefined, 2));
  switch (verb) {
    case 'status': {
      const all = answer.endpoints as unknown as readonly EndpointStatus[];
      if (!isJson) print(textTable([STATUS_HEADINGS, ...all.map(statusRow)]));
      return all.some(({ dead_letters, failures }) => dead_letters + failures > 0) ? 1 : 0;
    }
    case 'dead': {
      const letters = answer.dead_letters as unknown as readonly ShownLetter[];
      if (!isJson) print(letters.length === 0 ? 'There are no dead letters' : letterTable(letters));
      return 0;
    }
    case 'retry': {
      const count = answer.sent_again as number;
      if (!isJson)
        print(`${count} dead letter${count === 1 ? '' : 's'} of ${endpoint} ${count === 1 ? 'is' : 'are'} sent again`);
      return 0;
    }
    case 'test': {
      const isTaken = answer.delivered === true;
      const said = isTaken
        ? `${endpoint} took the test message`
        : `${endpoint} did not take the test message: ${answer.reason}`;
      if (!isJson) print(said);
      return isTaken ? 0 : 1;
    }
  }
}

function statusRow(status: EndpointStatus): string[] {
  const { name, origin, lag_ledgers, dead_letters, delivered, failures, last_failure } = status;
  const counts = [lag_ledgers, dead_letters, delivered, failures].map(String);
  return [name, origin, ...counts, last_failure === undefined ? '' : `${last_failure.time} ${last_failure.reason}`];
}

function letterTable(letters: readonly ShownLetter[]): string {
  const rows = letters.map(({ endpoint, id, type, ledger_index: ledger, attempts, failed_at: time, reason }) => {
    return [endpoint, id, type, String(ledger), String(attempts), time, reason];
  });
  return textTable([LETTER_HEADINGS, ...rows]);
}

async function ask(url: string, path: string, posted: JsonObject | undefined): Promise<JsonObject> {
  const body = posted && JSON.stringify(posted);
  const { status, text } = await sendToServer(url, { path: `/webhooks${path}`, ...(body !== undefined && { body }) });
  if (status === 404 || status === 405)
    throw new CommandError('the server has no webhooks: start it with --webhooks FILE');
  const answer = JSON.parse(text) as JsonObject;
  if (status !== 200) throw new CommandError(String(answer.error));
  return answer;
}
