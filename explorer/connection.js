/** The state of the connection. */
import { durationText } from './numbers.js';
import { useEffect, useState } from './vendor/preact-htm.js';

const SHOWN_EVERY_MS = 1_000;

/** `word`, whether the server answers (`isAlive`), and for how long it has not. */
export function useConnection(server) {
  const [, forceUpdate] = useState(0);
  useEffect(() => {
    const show = () => forceUpdate((count) => count + 1);
    // The connection may have opened before this listener was added.
    show();
    const end = server.listen(({ type }) => (type === 'connection' || type === 'silence') && show());
    const timer = setInterval(() => (!server.isOpen || server.isSilent) && show(), SHOWN_EVERY_MS);
    return () => {
      end();
      clearInterval(timer);
    };
  }, [server]);
  const { isOpen, isSilent, quietSeconds } = server;
  if (isOpen && !isSilent) return { word: 'connected', isAlive: true };
  const age = quietSeconds > 0 ? `for ${durationText(quietSeconds)}` : '';
  return { word: isOpen ? 'not responding' : 'disconnected', isAlive: false, age };
}
