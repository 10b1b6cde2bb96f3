/**
 * Turns on Node's cache of compiled code, which halves the time to start. Node runs what is in the cache without comparing it with
 * its source, and its default is the temporary directory, where other users can write. So the cache is in a folder of the user's own:
 * `weir` in `XDG_CACHE_HOME` or `~/.cache`. Where that does not belong to the user, or others may write to it, there is no cache. A
 * folder that the user names in `NODE_COMPILE_CACHE` is Node's.
 */
const { lstatSync, mkdirSync, statSync } = require('node:fs');
const module_ = require('node:module');
const { userInfo } = require('node:os');
const path = require('node:path');

/** The permissions of others, and those of the user's group, to write. */
const WRITABLE_BY_OTHERS = 0o022;
/** In a folder that has it, users can rename and remove only what is theirs. */
const STICKY = 0o1000;

/** To be called before what is to be kept is loaded. */
function enableCompileCache() {
  if (module_.getCompileCacheDir() !== undefined) return;
  const folder = ownCacheFolder();
  if (folder !== undefined) module_.enableCompileCache(folder);
}

/**
 * The folder, which is made if it is not there; undefined if there can be none that is safe.
 * @param {string | undefined} base absolute path of the folder for caches; relative ones do not count
 * @param {number | undefined} user who runs this; undefined on systems without numbers of users, where homes are private
 */
function ownCacheFolder(base = process.env.XDG_CACHE_HOME, user = process.getuid?.()) {
  try {
    // The home of this user, which `HOME` may not be: `sudo` can keep that of another one.
    const parent = base !== undefined && path.isAbsolute(base) ? base : path.join(userInfo().homedir, '.cache');
    const folder = path.join(parent, 'weir');
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    if (!isSafeParent(statSync(parent), user)) return undefined;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOwn(lstatSync(folder), user) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {import('node:fs').Stats} folder
 * @param {number | undefined} user
 */
function isOwn(folder, user) {
  return (
    folder.isDirectory() && (user === undefined || (folder.uid === user && (folder.mode & WRITABLE_BY_OTHERS) === 0))
  );
}

/**
 * True if no other user but the administrator can put another folder in the place of one in it.
 * @param {import('node:fs').Stats} parent
 * @param {number | undefined} user
 */
function isSafeParent({ uid, mode }, user) {
  if (user === undefined) return true;
  return (uid === user || uid === 0) && ((mode & WRITABLE_BY_OTHERS) === 0 || (mode & STICKY) !== 0);
}

module.exports = { enableCompileCache, ownCacheFolder };
