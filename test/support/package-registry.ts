/** A registry for npm on the loopback that has given packages, so that tests can use unpublished ones by their names. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A package: its package.json, and the path of the archive that `npm pack` wrote. */
interface PublishedPackage {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly archive: string;
}

export class PackageRegistry {
  readonly url: string;
  readonly #stop: () => void;

  private constructor(url: string, stop: () => void) {
    this.url = url;
    this.#stop = stop;
  }

  static async start(packages: readonly PublishedPackage[]): Promise<PackageRegistry> {
    const server = createServer((request, response) => {
      const path = decodeURIComponent(request.url!.slice(1));
      const document = packages.find(({ manifest }) => manifest.name === path);
      const content = packages.find(({ manifest }) => archivePath(manifest) === path);
      if (document !== undefined) {
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(packageDocument(document, url)));
      } else if (content !== undefined) response.end(readFileSync(content.archive));
      else response.writeHead(404).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new PackageRegistry(url, () => {
      server.close();
      server.closeAllConnections();
    });
  }

  stop(): void {
    this.#stop();
  }
}

function archivePath({ name, version }: PublishedPackage['manifest']): string {
  return `${name}/-/${version}.tgz`;
}

/** The document that npm reads about a package before it downloads the archive. */
function packageDocument({ manifest, archive }: PublishedPackage, url: string): object {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  const dist = { tarball: `${url}/${archivePath(manifest)}`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
