/** What a commit of this server survives, in the words of its settings. */
import type { Lane } from './lane.ts';

const SETTINGS = ['synchronous_commit', 'fsync', 'full_page_writes', 'synchronous_standby_names'] as const;

export async function readDurability(lane: Lane): Promise<string> {
  const words: string[] = [];
  for (const name of SETTINGS) {
    const value = await settingOf(lane, name);
    if (value !== undefined && value !== '') words.push(`${name}=${value}`);
  }
  return words.length === 0 ? "the engine's own" : words.join(' ');
}

/** Undefined where the engine has no such setting, or does not tell. */
async function settingOf(lane: Lane, name: string): Promise<string | undefined> {
  try {
    const [row] = await lane.run({ text: `SHOW ${name}`, effect: 'reads' });
    return String(row?.[name]);
  } catch {
    return undefined;
  }
}
