/** The small world of `env.ts` behind a real port. */

import { createHttpServer, type HttpListener, type HttpServerOptions } from '../../src/server/http/http-server.ts';
import { Env, type EnvOptions } from './env.ts';
import { servicesOf } from './rpc-call.ts';

export interface ServedEnv {
  readonly env: Env;
  readonly listener: HttpListener;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a world that only the test closes ledgers of. */
export async function serveEnv(
  options: Partial<Omit<HttpServerOptions, 'services'>> = {},
  envOptions: EnvOptions = {},
): Promise<ServedEnv> {
  const env = await Env.create(envOptions);
  const services = servicesOf(env);
  const { streams } = env.weir;
  const listener = await createHttpServer({ services, streams, adminAccess: 'local', ...options }).listen(
    0,
    '127.0.0.1',
  );
  const stop = async () => {
    await listener.close();
    await env.stop();
  };
  return { env, listener, port: listener.port, stop };
}
