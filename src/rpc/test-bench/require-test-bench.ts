/** Access to the test bench, which only a server outside of any network has (docs/test-bench.md). */
import type { TestBench } from '../../node/test-bench/test-bench.ts';
import type { BenchServices, EngineContext, ServerContext } from '../method/context.ts';
import { RpcError } from '../method/errors.ts';

/** @throws RpcError `notEnabled` on every other server */
export function requireTestBench({ server }: ServerContext): BenchServices {
  if (server.bench !== undefined) return server.bench;
  throw new RpcError('notEnabled').because('Only a test bench does this: a server that was started with --dev.');
}

/** A request for a method that only a test bench has. */
export interface BenchContext extends EngineContext {
  readonly bench: TestBench;
}

/** The same request with the engine and the test bench. Throws as `requireTestBench` does. */
export function benchContext(context: ServerContext): BenchContext {
  const { engine, bench } = requireTestBench(context);
  return { ...context, engine, openLedger: engine.openLedger, bench };
}
