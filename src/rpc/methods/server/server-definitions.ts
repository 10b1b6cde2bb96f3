/** `server_definitions`: fields, formats, flags and result codes for client libraries (reference: ServerDefinitions.cpp). */
import type { Hash256, JsonObject } from '../../../protocol/values.ts';
import { serverDefinitions } from '../../json/definitions-json.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidField } from '../../method/errors.ts';
import { hasParam } from '../../params/params.ts';
import { parseHash } from '../../params/parse-hash.ts';

export const serverDefinitionsMethod = defineMethod({
  name: 'server_definitions',
  summary: 'Lists fields, formats, flags and result codes, for client libraries.',
  role: 'user',
  needs: 'none',
  params: [{ name: 'hash', type: 'string', text: 'Answer only the hash if the definitions still have this one.' }],
  run({ params }) {
    const asked = readHash(params);
    const { hash, json } = serverDefinitions();
    return asked === hash ? { hash } : json;
  },
});

function readHash(params: JsonObject): Hash256 | undefined {
  if (!hasParam(params, 'hash')) return undefined;
  const hash = typeof params.hash === 'string' ? parseHash(params.hash) : undefined;
  if (hash === undefined) throw invalidField('hash');
  return hash;
}
