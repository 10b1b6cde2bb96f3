/** Keeps other users of the machine out of a data directory that an older Weir, or a careless copy, left open to them. */
import { chmodSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names that Weir gives, and that of a file system's own directory. */
const OWN =
  /^(?:data\.mdb.*|lock\.mdb|writer\.(?:lock|pid)|[a-z-]+\.journal.*|cluster-member|room\.probe|admin\..*|founding|rebuild|replacement|states|lost\+found)$/;
const OF_OTHERS = 0o077;
const OF_ALL_USERS = 0o007;
const WRITING = 0o022;

export interface DataRights {
  /** Paths that other users could use, and cannot any more. */
  readonly closed: readonly string[];
  /** True if other users can still use the directory, which has files of others or another owner. */
  readonly isOpen: boolean;
}

/** Takes the rights of other users away. Does nothing on Windows, where a directory has the rights of the one around it. */
export function closeToOthers(directory: string): DataRights {
  if (process.platform === 'win32') return { closed: [], isOpen: false };
  const names = readdirSync(directory);
  const own = names.filter((name) => OWN.test(name));
  const closed: string[] = [];
  const close = (path: string): Stats => {
    const found = statSync(path);
    if ((found.mode & OF_OTHERS) === 0 || !isOfThisUser(found)) return found;
    chmodSync(path, found.mode & ~OF_OTHERS & 0o7777);
    closed.push(path);
    return statSync(path);
  };
  const { mode } = own.length === names.length ? close(directory) : statSync(directory);
  // Where others can exchange files, a name may lead to any file.
  if ((mode & WRITING) === 0) for (const name of own) if (name !== 'lost+found') close(join(directory, name));
  return { closed, isOpen: (mode & OF_ALL_USERS) !== 0 };
}

function isOfThisUser({ uid }: Stats): boolean {
  const user = process.getuid!();
  return user === 0 || uid === user;
}
