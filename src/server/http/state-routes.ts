/**
 * The routes by which `weir state` receives and sends whole chains of a test bench, as the content of a state file in base64. So the
 * program writes the file, with the rights of its own user, and the server writes none.
 */
import { type Snapshots, UnknownSnapshotError } from '../../node/snapshots.ts';
import { StateFileError } from '../../storage/state-file.ts';
import { RequestRefusal } from '../admission/request-refusal.ts';
import type { HttpRoute } from './http-routes.ts';

/** The path to save a chain at a snapshot, which is the body, or as it is now. */
export const SAVE_PATH = '/state/save';
/** The path to replace the chain by that in the body. */
export const LOAD_PATH = '/state/load';

export function stateRoutes(snapshots: Snapshots, stateBytes: number): HttpRoute[] {
  return [
    {
      method: 'POST',
      path: SAVE_PATH,
      isForAdmins: true,
      async answer(snapshot) {
        const bytes = await snapshots.saved(snapshot === '' ? undefined : snapshot).catch(explain);
        return { status: 200, body: bytes.toString('base64'), contentType: 'text/plain' };
      },
    },
    {
      method: 'POST',
      path: LOAD_PATH,
      isForAdmins: true,
      bodyBytes: stateBytes,
      async answer(body) {
        const { ledgerIndex, hash } = await snapshots.loadSaved(Buffer.from(body, 'base64')).catch(explain);
        return { status: 200, body: { ledger_index: ledgerIndex, ledger_hash: hash } };
      },
    },
  ];
}

function explain(error: unknown): never {
  const { message } = error as Error;
  if (error instanceof UnknownSnapshotError) throw new RequestRefusal(message, 404, 'objectNotFound');
  if (error instanceof StateFileError || error instanceof RangeError) throw new RequestRefusal(message);
  throw error;
}
