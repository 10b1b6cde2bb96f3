/** What the server says of its types, fields and flags. */

const NAME = 'server_definitions';

/** The answer of `server_definitions`, which is long, so it is asked for once. */
export async function readDefinitionsJson(server) {
  const { memory } = server;
  if (!memory.has(NAME)) memory.set(NAME, server.request('server_definitions'));
  try {
    return await memory.get(NAME);
  } catch (error) {
    memory.delete(NAME);
    throw error;
  }
}
