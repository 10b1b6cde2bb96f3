/**
 * The network between the machines of a simulation. Frames are delayed and arrive in order. A lost frame ends its
 * connection, as in TCP, and the two ends notice that at different times. Two machines may be cut off from each other
 * for a while.
 */
import type { ClusterTransport, LinkConnection } from '../../../src/link/transport.ts';
import type { SeededRandom } from '../../support/seeded-random.ts';
import type { MachineClock, VirtualTime } from './virtual-time.ts';

const SLOWEST_MS = 8;
/** Latency of a few frames. */
const LATE_MS = 400;
const LATE_CHANCE = 0.01;
/** An end closes its connection after this time without an answer. */
const GIVE_UP_MS = 3_000;

export class SimulatedNetwork {
  /** Probability that a frame is lost, which ends its connection. */
  lossChance = 0;
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;
  /** Address → the transport that listens there. */
  readonly #listening = new Map<string, SimulatedTransport>();
  readonly #parted = new Set<string>();

  constructor(time: VirtualTime, random: SeededRandom) {
    this.#time = time;
    this.#random = random;
  }

  /** Creates the transport of a process. Its address can be connected to at once. */
  open(address: string, clock: MachineClock): SimulatedTransport {
    const transport = new SimulatedTransport(this, address, clock);
    this.#listening.set(address, transport);
    return transport;
  }

  part(one: string, other: string): void {
    this.#parted.add(pairOf(one, other));
  }

  rejoin(one: string, other: string): void {
    this.#parted.delete(pairOf(one, other));
  }

  isParted(one: string, other: string): boolean {
    return this.#parted.has(pairOf(one, other));
  }

  listener(address: string): SimulatedTransport | undefined {
    return this.#listening.get(address);
  }

  forget(transport: SimulatedTransport): void {
    if (this.#listening.get(transport.address) === transport) this.#listening.delete(transport.address);
  }

  isLost(): boolean {
    return this.lossChance > 0 && this.#random.chance(this.lossChance);
  }

  latencyMs(): number {
    return this.#random.chance(LATE_CHANCE) ? LATE_MS : this.#random.between(1, SLOWEST_MS);
  }

  /**
   * Calls `arrive` after the delay, also if the machines stop meanwhile. While the two machines are cut off from each
   * other it retries, and after GIVE_UP_MS it calls `arrive(false)`.
   */
  travel(from: string, to: string, delayMs: number, arrive: (isThrough: boolean) => void): void {
    const leftAtMs = this.#time.nowMs;
    const look = (): void => {
      if (!this.isParted(from, to)) arrive(true);
      else if (this.#time.nowMs - leftAtMs >= GIVE_UP_MS) arrive(false);
      else this.#time.after(100, look);
    };
    this.#time.after(delayMs, look);
  }

  get nowMs(): number {
    return this.#time.nowMs;
  }
}

function pairOf(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

export class SimulatedTransport implements ClusterTransport {
  readonly address: string;
  readonly clock: MachineClock;
  readonly #network: SimulatedNetwork;
  readonly #ends = new Set<LinkEnd>();
  #listener: ((connection: LinkConnection) => void) | undefined;

  constructor(network: SimulatedNetwork, address: string, clock: MachineClock) {
    this.#network = network;
    this.address = address;
    this.clock = clock;
  }

  onConnection(listener: (connection: LinkConnection) => void): void {
    this.#listener = listener;
  }

  connect(address: string): LinkConnection {
    const own = new LinkEnd(this.#network, this, address);
    this.#ends.add(own);
    this.#network.travel(this.address, address, this.#network.latencyMs(), (isThrough) => {
      const there = isThrough ? this.#network.listener(address) : undefined;
      if (there === undefined) own.breakOff();
      else there.accept(own);
    });
    return own;
  }

  async close(): Promise<void> {
    this.#network.forget(this);
    for (const end of [...this.#ends]) end.close();
  }

  /** The process has ended without closing its connections; they end. */
  vanish(): void {
    void this.close();
  }

  accept(other: LinkEnd): void {
    const own = new LinkEnd(this.#network, this, other.transport.address);
    this.#ends.add(own);
    own.peer = other;
    other.peer = own;
    this.clock.after(0, () => {
      if (this.#listener === undefined) own.close();
      else this.#listener(own);
      own.begin();
      other.begin();
    });
  }

  remove(end: LinkEnd): void {
    this.#ends.delete(end);
  }
}

class LinkEnd implements LinkConnection {
  peer: LinkEnd | undefined;
  readonly transport: SimulatedTransport;
  readonly #network: SimulatedNetwork;
  readonly #otherAddress: string;
  readonly #unsent: Uint8Array[] = [];
  /** Deliveries to the other end, in the order of sending. */
  readonly #deliveries: ((isThrough: boolean) => void)[] = [];
  #frameListener: (frame: Uint8Array) => void = () => {};
  #closedListener: () => void = () => {};
  #lastArrivalMs = 0;
  #isOpen = false;
  #isEnded = false;

  constructor(network: SimulatedNetwork, transport: SimulatedTransport, otherAddress: string) {
    this.#network = network;
    this.transport = transport;
    this.#otherAddress = otherAddress;
  }

  send(frame: Uint8Array): void {
    if (this.#isEnded) return;
    const copy = Uint8Array.from(frame);
    if (this.#isOpen) this.#carry(copy);
    else this.#unsent.push(copy);
  }

  onFrame(listener: (frame: Uint8Array) => void): void {
    this.#frameListener = listener;
  }

  onClosed(listener: () => void): void {
    this.#closedListener = listener;
  }

  close(): void {
    if (this.#isEnded) return;
    this.#end();
    const { peer } = this;
    if (peer === undefined) return;
    this.#travelInOrder(() => peer.breakOff());
  }

  begin(): void {
    if (this.#isEnded || this.#isOpen) return;
    this.#isOpen = true;
    for (const frame of this.#unsent.splice(0)) this.#carry(frame);
  }

  /** Ends the connection from outside. The listener is called once the machine runs. */
  breakOff(): void {
    if (this.#isEnded) return;
    this.#end();
    this.transport.clock.after(0, () => this.#closedListener());
  }

  #carry(frame: Uint8Array): void {
    const peer = this.peer!;
    if (this.#network.isLost()) {
      this.#network.travel(this.transport.address, this.#otherAddress, this.#network.latencyMs() * 20, () => {
        this.breakOff();
      });
      this.#travelInOrder(() => peer.breakOff());
      this.#isOpen = false;
      return;
    }
    this.#travelInOrder((isThrough) => {
      if (isThrough) peer.#arrive(frame);
      else {
        peer.breakOff();
        this.breakOff();
      }
    });
  }

  #travelInOrder(arrive: (isThrough: boolean) => void): void {
    const { nowMs } = this.#network;
    this.#lastArrivalMs = Math.max(this.#lastArrivalMs, nowMs + this.#network.latencyMs());
    this.#deliveries.push(arrive);
    const delayMs = this.#lastArrivalMs - nowMs;
    this.#network.travel(this.transport.address, this.#otherAddress, delayMs, (isThrough) =>
      this.#deliveries.shift()!(isThrough),
    );
  }

  #arrive(frame: Uint8Array): void {
    this.transport.clock.after(0, () => {
      if (!this.#isEnded) this.#frameListener(frame);
    });
  }

  #end(): void {
    this.#isEnded = true;
    this.transport.remove(this);
  }
}
