/** `path_find`: finds payment paths and sends updates for each ledger over a WebSocket (rippled: PathFind.cpp). */
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { PATH_PARAMS } from '../../paths/path-params.ts';
import { PathWatch } from '../../paths/path-watch.ts';

/** The subcommand is checked only on a WebSocket. */
const subcommandText: ParamReader<'string', string> = {
  type: 'string',
  read: ({ params }, name) => {
    const subcommand = params[name];
    if (typeof subcommand !== 'string') throw invalidParams().about(name);
    return subcommand;
  },
};

export const pathFind = defineMethod({
  name: 'path_find',
  role: 'user',
  needs: 'nothing',
  onlyFails: 'without WebSocket',
  params: [
    {
      name: 'subcommand',
      ...subcommandText,
      required: true,
      text: '`create` starts a search and replaces the previous one; `status` returns the newest answer; `close` ends it.',
    },
    ...PATH_PARAMS.map((row) => ({ ...row, required: false })),
  ],
  *run({ reader, subscription }, read) {
    const subcommand = read('subcommand');
    if (subscription === undefined) throw new RpcError('noEvents');
    if (subcommand === 'create') {
      subscription.watchPaths(undefined);
      const { pathChanges } = subscription;
      const watch = yield* PathWatch.open(reader, read('source_account'));
      // Unless another request or a close arrived while the first answer was computed.
      if (subscription.pathChanges === pathChanges) subscription.watchPaths(watch);
      return watch.status;
    }
    if (subcommand !== 'close' && subcommand !== 'status') throw invalidParams().about('subcommand');
    const watch = subscription.pathWatch;
    if (subcommand === 'close') subscription.watchPaths(undefined);
    if (watch === undefined) throw new RpcError('noPathRequest');
    if (subcommand === 'status') return { ...watch.status, status: 'success' };
    return { ...watch.status, closed: true };
  },
});
