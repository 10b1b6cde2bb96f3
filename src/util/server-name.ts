/** The part of a URL that names a server: protocol, host and port. Paths and queries may hold a key, so messages omit them. */

export function serverName(url: string): string {
  return new URL(url).origin;
}
