/** Entry of a worker's thread. The modules imported after this load with V8's cached code. */
import { useCompiledCode } from '../util/compiled-code.ts';

useCompiledCode(import.meta.url);
void import('./request-worker.ts');
