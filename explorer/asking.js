/** Answers of the server as the state of a view. */
import { RequestError } from './server.js';
import { useEffect, useState } from './vendor/preact-htm.js';

/**
 * `{}` while it is asked, then `{ result }` or `{ error }`. Asks anew when one of `keys` changes, and the answer to an
 * older question is not shown. As long as an answer is not final it asks again with each ledger that closes, and after
 * one that was lost with the connection, when there is a connection again; what is shown stays until then.
 */
export function useAnswer(server, ask, keys, isFinal = () => true) {
  const [answer, setAnswer] = useState({});
  useEffect(() => {
    let isCurrent = true;
    let cause;
    const askNow = async () => {
      cause = undefined;
      try {
        const result = await ask();
        if (!isCurrent) return;
        setAnswer({ result });
        if (!isFinal(result)) cause = 'ledgerClosed';
      } catch (error) {
        if (!isCurrent) return;
        setAnswer({ error });
        if (!(error instanceof RequestError)) cause = 'connection';
      }
    };
    setAnswer({});
    void askNow();
    const end = server.listen(({ type }) => {
      if (type === cause && server.isOpen) void askNow();
    });
    return () => {
      isCurrent = false;
      end();
    };
  }, keys);
  return answer;
}
