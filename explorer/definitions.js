/** What the server says of its types, fields and flags. */

const asked = new WeakMap();

/** The answer of `server_definitions`, which is long, so it is asked for once. */
export async function readDefinitionsJson(server) {
  if (!asked.has(server)) asked.set(server, server.request('server_definitions'));
  try {
    return await asked.get(server);
  } catch (error) {
    asked.delete(server);
    throw error;
  }
}
