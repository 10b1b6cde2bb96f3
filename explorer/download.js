/** Saves a text or bytes as a file of the reader. */

/** The browser needs the address until it has begun to save. */
const KEPT_MS = 60_000;

export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
