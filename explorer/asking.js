/** Answers of the server as the state of a view. */
import { useEffect, useState } from './vendor/preact-htm.js';

/**
 * `{}` while it is asked, then `{ result }` or `{ error }`. Asks again when one of `keys` changes, and the answer to an older question
 * is not shown.
 */
export function useAnswer(ask, keys) {
  const [answer, setAnswer] = useState({});
  useEffect(() => {
    let isCurrent = true;
    setAnswer({});
    ask().then(
      (result) => isCurrent && setAnswer({ result }),
      (error) => isCurrent && setAnswer({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, keys);
  return answer;
}
