/**
 * `server_definitions`: fields, formats, flags and result codes for client libraries (rippled: ServerDefinitions.cpp).
 */
import { serverDefinitions } from '../../json/definitions-json.ts';
import { defineMethod } from '../../method/define-method.ts';
import { strictHash } from '../../params/readers.ts';

export const serverDefinitionsMethod = defineMethod({
  name: 'server_definitions',
  role: 'user',
  needs: 'nothing',
  params: [{ name: 'hash', ...strictHash, text: 'Answer only the hash if the definitions still have this one.' }],
  run(_context, read) {
    const asked = read('hash');
    const { hash, json } = serverDefinitions();
    return asked === hash ? { hash } : json;
  },
});
