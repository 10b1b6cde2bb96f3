/**
 * Which values of the header `Host` name this server. A page of the internet may let its own name point to this machine (DNS rebinding):
 * for the browser, page and server then have the same origin, and the page can read every answer. It still sends its name as `Host`,
 * so a request that names another server is refused.
 */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { BoundedCache } from '../../util/bounded-cache.ts';
import { isInternalName, matchesHostPattern, nameOfHost } from './host-name.ts';
import { hostReach } from './host-reach.ts';
import { RequestRefusal } from './request-refusal.ts';

/** Clients use few names. */
const CACHED = 1_000;

export interface HostNames {
  /** The address or name that the port listens on. */
  readonly address: string;
  readonly machineName: string;
  /** Names that the operator has added, see `isHostPattern`. */
  readonly added: readonly string[];
  /** In PEM. Its names belong to the server too. */
  readonly certificate?: string | undefined;
}

export class OwnHosts {
  readonly #names: HostNames;
  readonly #isReachable: boolean;
  #certificate: X509Certificate | undefined;
  #known = new BoundedCache<string, boolean>(CACHED);

  constructor(names: HostNames) {
    this.#names = names;
    this.#isReachable = hostReach(names.address) !== 'own';
    if (names.certificate !== undefined) this.renewCertificate(names.certificate);
  }

  renewCertificate(certificate: string): void {
    this.#certificate = new X509Certificate(certificate);
    this.#known = new BoundedCache(CACHED);
  }

  /** Throws `RequestRefusal` for a `Host` that names another server. A request without one is from no browser. */
  check(host: string | undefined): void {
    if (host !== undefined && !this.has(host)) throw foreignHost(host);
  }

  has(host: string): boolean {
    const known = this.#known.get(host);
    if (known !== undefined) return known;
    const name = nameIn(host);
    const isOwn = name !== undefined && this.#isOwn(name);
    this.#known.set(host, isOwn);
    return isOwn;
  }

  #isOwn(name: string): boolean {
    const { address, machineName, added } = this.#names;
    // A page cannot choose where these lead to.
    if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true;
    if (name === address.toLowerCase() || added.some((pattern) => matchesHostPattern(name, pattern))) return true;
    if (this.#isReachable && (isInternalName(name) || name === machineName.toLowerCase())) return true;
    return this.#certificate?.checkHost(name) !== undefined;
  }
}

/** The name of a `Host` header without the dot that may end it. */
function nameIn(host: string): string | undefined {
  return nameOfHost(host.replace(/\.(?=(?::\d+)?$)/, ''));
}

function foreignHost(host: string): RequestRefusal {
  const name = nameIn(host);
  const reason =
    name === undefined
      ? 'The header Host is malformed.'
      : `The header Host is '${name}', which is not a name of this server. If it should be, start the server with --host-name ${name}.`;
  return new RequestRefusal(reason, 403, 'forbidden');
}
