/** An `Env` (env.ts) that listens on a port. */

import { type HttpListener, type HttpServerOptions, listenHttp } from '../../src/server/http/http-server.ts';
import { Env, type EnvOptions } from './env.ts';
import { servicesOf } from './rpc-call.ts';
import { TEST_THREADS } from './thread-words.ts';
import { createWorkerEnv } from './worker-env.ts';

export interface ServedEnv {
  readonly env: Env;
  readonly listener: HttpListener;
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts an `Env` whose ledgers only the test closes. `WEIR_THREADS` sets the number of workers that serve its port,
 * unless the test passes its own parts of the server or needs a test bench: reverts are not possible with workers.
 */
export async function serveEnv(
  options: Partial<Omit<HttpServerOptions, 'services'>> = {},
  envOptions: EnvOptions = {},
): Promise<ServedEnv> {
  const isOwn = options.gate !== undefined || options.streams !== undefined || envOptions.store !== undefined;
  if (TEST_THREADS > 0 && !isOwn && envOptions.isTestBench !== true)
    return createWorkerEnv({ ...options, threads: TEST_THREADS }, envOptions);
  const env = await Env.create(envOptions);
  const services = servicesOf(env);
  const { streams } = env.weir;
  const listener = await listenHttp({ services, streams, adminAccess: 'local', ...options }, 0, '127.0.0.1');
  const stop = async () => {
    await listener.close();
    await env.stop();
  };
  return { env, listener, port: listener.port, stop };
}
