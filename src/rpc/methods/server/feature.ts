/**
 * `feature`: the amendments of this chain (rippled: Feature.cpp, AmendmentTable.cpp). Weir has no votes: an amendment
 * is enabled from the first ledger on. On a test bench an administrator can enable one later.
 */

import { FLAG_LEDGER_INTERVAL } from '../../../node/close/votes.ts';
import { amendmentsKeylet } from '../../../protocol/entries/keylets.ts';
import { AMENDMENTS, type Amendment, amendmentById, amendmentByName } from '../../../protocol/tables/amendments.ts';
import { CHOICES, isInForce } from '../../../protocol/tables/rules.ts';
import type { Hash256, JsonObject } from '../../../protocol/values.ts';
import type { RpcContext, ServerContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { parseHash } from '../../params/parse-hash.ts';
import { plainText } from '../../params/readers.ts';

/** The result of a vote without validators. The first vote is in the ledger after the first flag ledger. */
const NO_VOTES = { count: 0, threshold: 1, validations: 0 };

/** True to enable the amendment. */
const vote: ParamReader<'boolean', boolean> = {
  type: 'boolean',
  read: ({ params, role }, name) => {
    if (!hasParam(params, name)) return false;
    if (role !== 'admin') throw new RpcError('noPermission');
    if (params[name] !== false) throw new RpcError('notSupported');
    return true;
  },
};

export const feature = defineMethod({
  name: 'feature',
  role: 'user',
  needs: 'this server',
  params: [
    { name: 'feature', ...plainText, text: 'Only this amendment, by name or id.' },
    {
      name: 'vetoed',
      ...vote,
      text: 'On a test bench: false enables the amendment. It closes ledgers, and the rule is in force after them.',
    },
  ],
  async run(context, read) {
    const asked = read('feature');
    if (asked === undefined) return { features: listAll(context, enabledAmendments(context)) };
    const id = supported(amendmentByName(asked))?.id ?? parseHash(asked);
    if (id === undefined) throw new RpcError('badFeature');
    const enables = read('vetoed');
    if (supported(amendmentById(id)) === undefined && !enabledAmendments(context).has(id)) {
      throw new RpcError('badFeature');
    }
    if (enables) await enable(context, id);
    return { [id]: describe(context, id, enabledAmendments(context)) };
  },
});

/** Without a test bench there are no validators whose vote could enable it. */
async function enable({ server }: ServerContext, id: Hash256): Promise<void> {
  if (server.bench === undefined) throw new RpcError('notSupported');
  await server.bench.bench.enableAmendment(id);
}

/** Those of the entry, and those that are in force without it. */
function enabledAmendments({ reader }: RpcContext): ReadonlySet<Hash256> {
  const view = reader.view(reader.validated.ledgerIndex);
  const unlisted = view === undefined ? [] : CHOICES.filter((name) => isInForce(view.rules, name));
  const ids = unlisted.map((name) => amendmentByName(name)!.id);
  return new Set([...(view?.read(amendmentsKeylet())?.Amendments ?? []), ...ids]);
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
  json.vetoed = defaultVote(amendment);
  return reader.validated.ledgerIndex > FLAG_LEDGER_INTERVAL ? { ...json, ...NO_VOTES } : json;
}

/** An unsupported amendment counts as unknown: it is not in the reference's amendment table. */
function supported(amendment: Amendment | undefined): Amendment | undefined {
  return amendment?.status === 'unsupported' ? undefined : amendment;
}

function defaultVote(amendment: Amendment | undefined): boolean | string {
  if (amendment?.status === 'retired') return 'Obsolete';
  return amendment?.isVotedFor !== true;
}
