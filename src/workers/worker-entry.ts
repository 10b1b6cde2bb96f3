/** Where the thread of a worker begins: what comes after this is loaded with the code that V8 compiled before. */
import { useCompiledCode } from '../util/compiled-code.ts';

useCompiledCode(import.meta.url);
void import('./request-worker.ts');
