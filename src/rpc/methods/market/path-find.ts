/**
 * `path_find`: how one account could pay another, told anew for each ledger over a WebSocket (rippled: PathFind.cpp).
 */
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import { PATH_PARAMS } from '../../paths/path-params.ts';
import { readPathQuestion } from '../../paths/path-question.ts';
import { PathWatch } from '../../paths/path-watch.ts';

export const pathFind = defineMethod({
  name: 'path_find',
  summary: 'Keeps a WebSocket connection informed, with each ledger, how one account can pay another.',
  role: 'user',
  needs: 'current',
  onlyFails: 'without WebSocket',
  params: [
    {
      name: 'subcommand',
      type: 'string',
      required: true,
      text: '`create` asks, and replaces the question before; `status` tells the newest answer; `close` ends it.',
    },
    ...PATH_PARAMS.map((row) => ({ ...row, required: false })),
  ],
  *run({ params, node, subscription }) {
    const { subcommand } = params;
    if (typeof subcommand !== 'string') throw invalidParams();
    if (subscription === undefined) throw new RpcError('noEvents');
    if (subcommand === 'create') {
      subscription.watchPaths(undefined);
      const { pathChanges } = subscription;
      const watch = yield* PathWatch.open(node, readPathQuestion(params));
      // Unless another question came, or the end of all, while this one was answered for the first time.
      if (subscription.pathChanges === pathChanges) subscription.watchPaths(watch);
      return watch.status;
    }
    if (subcommand !== 'close' && subcommand !== 'status') throw invalidParams();
    const watch = subscription.pathWatch;
    if (subcommand === 'close') subscription.watchPaths(undefined);
    if (watch === undefined) throw new RpcError('noPathRequest');
    if (subcommand === 'status') return { ...watch.status, status: 'success' };
    return { ...watch.status, closed: true };
  },
});
