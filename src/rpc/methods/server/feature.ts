/**
 * `feature`: the amendments of this chain (rippled: Feature.cpp, AmendmentTable.cpp). Weir has no votes: an amendment
 * is enabled from the first ledger on or never, so there is nothing to veto.
 */

import { FLAG_LEDGER_INTERVAL } from '../../../node/close/votes.ts';
import { amendmentsKeylet } from '../../../protocol/entries/keylets.ts';
import { AMENDMENTS, type Amendment, amendmentById, amendmentByName } from '../../../protocol/tables/amendments.ts';
import type { Hash256, JsonObject } from '../../../protocol/values.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { parseHash } from '../../params/parse-hash.ts';
import { plainText } from '../../params/readers.ts';

/** The result of a vote without validators. The first vote is in the ledger after the first flag ledger. */
const NO_VOTES = { count: 0, threshold: 1, validations: 0 };

const noVote: ParamReader<'boolean', undefined> = {
  type: 'boolean',
  read: ({ params, role }, name) => {
    if (hasParam(params, name)) throw new RpcError(role === 'admin' ? 'notSupported' : 'noPermission');
    return undefined;
  },
};

export const feature = defineMethod({
  name: 'feature',
  role: 'user',
  needs: 'nothing',
  params: [
    { name: 'feature', ...plainText, text: 'Only this amendment, by name or id.' },
    { name: 'vetoed', ...noVote, text: 'Refused: there are no validators that vote.' },
  ],
  run(context, read) {
    const asked = read('feature');
    const enabled = enabledAmendments(context);
    if (asked === undefined) return { features: listAll(context, enabled) };
    const id = supported(amendmentByName(asked))?.id ?? parseHash(asked);
    if (id === undefined) throw new RpcError('badFeature');
    read('vetoed');
    if (supported(amendmentById(id)) === undefined && !enabled.has(id)) throw new RpcError('badFeature');
    return { [id]: describe(context, id, enabled) };
  },
});

function enabledAmendments({ reader }: RpcContext): ReadonlySet<Hash256> {
  return new Set(reader.view(reader.validated.ledgerIndex)?.read(amendmentsKeylet())?.Amendments ?? []);
}

function listAll(context: RpcContext, enabled: ReadonlySet<Hash256>): JsonObject {
  const ids = new Set([...AMENDMENTS.filter(supported).map(({ id }) => id), ...enabled]);
  return Object.fromEntries(Array.from(ids, (id) => [id, describe(context, id, enabled)]));
}

function describe({ reader, role }: RpcContext, id: Hash256, enabled: ReadonlySet<Hash256>): JsonObject {
  const amendment = supported(amendmentById(id));
  const isEnabled = enabled.has(id);
  const json: JsonDraft = { enabled: isEnabled, supported: amendment !== undefined };
  if (amendment !== undefined) json.name = amendment.name;
  if (isEnabled || role !== 'admin') return json;
  json.vetoed = vote(amendment);
  return reader.validated.ledgerIndex > FLAG_LEDGER_INTERVAL ? { ...json, ...NO_VOTES } : json;
}

/** An unsupported amendment counts as unknown: it is not in the reference's amendment table. */
function supported(amendment: Amendment | undefined): Amendment | undefined {
  return amendment?.status === 'unsupported' ? undefined : amendment;
}

function vote(amendment: Amendment | undefined): boolean | string {
  if (amendment?.status === 'retired') return 'Obsolete';
  return amendment?.isVotedFor !== true;
}
