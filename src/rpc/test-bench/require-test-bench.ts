/** Access to the test bench, which only a server outside of any network has (docs/test-bench.md). */
import type { BenchServices, EngineContext, ServerContext } from '../method/context.ts';
import { RpcError } from '../method/errors.ts';

/** @throws RpcError `notEnabled` on every other server */
export function requireTestBench({ server }: ServerContext): BenchServices {
  if (server.bench !== undefined) return server.bench;
  throw new RpcError('notEnabled').because('Only a test bench does this: a server that was started with --dev.');
}

/** The same request with the engine. Throws as `requireTestBench` does. */
export function benchContext(context: ServerContext): EngineContext {
  const { engine } = requireTestBench(context);
  return { ...context, engine, openLedger: engine.openLedger };
}
