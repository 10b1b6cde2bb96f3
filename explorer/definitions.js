/** The server's definitions of types, fields and flags. */

const NAME = 'server_definitions';

/** The result of `server_definitions`, which is large, so it is requested once. */
export async function readDefinitionsJson(server) {
  const { cache } = server;
  if (!cache.has(NAME)) cache.set(NAME, server.request('server_definitions'));
  try {
    return await cache.get(NAME);
  } catch (error) {
    cache.delete(NAME);
    throw error;
  }
}
