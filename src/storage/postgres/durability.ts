/** What a commit of this server survives, in the words of its settings. */
import type { Lane } from './lane.ts';

const SETTINGS = ['synchronous_commit', 'fsync', 'full_page_writes', 'synchronous_standby_names'];

/** NAME=VALUE of those that the engine has. */
export async function readDurability(lane: Lane): Promise<string> {
  const rows = await lane.run({
    text: `SELECT setting.name || '=' || current_setting(setting.name, true) AS words
      FROM unnest($1::text[]) WITH ORDINALITY AS setting (name, place)
      WHERE current_setting(setting.name, true) <> ''
      ORDER BY place`,
    values: [SETTINGS],
    effect: 'reads',
  });
  return rows.length === 0 ? "the engine's own" : rows.map(({ words }) => String(words)).join(' ');
}
