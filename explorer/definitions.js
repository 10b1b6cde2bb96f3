/** The server's definitions of types, fields and flags. */

const NAME = 'server_definitions';

/** The result of `server_definitions`, which is large, so it is requested once. */
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
