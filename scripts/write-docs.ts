/** Writes the documents that are generated (`npm run docs`). Says which of them changed. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ASYNCAPI_DOCUMENT, asyncApiDocument } from './api-documents/asyncapi.ts';
import { OPENRPC_DOCUMENT, openRpcDocument } from './api-documents/openrpc.ts';
import { COMMAND_LINE_DOCUMENT, commandLineDocument } from './command-line-doc.ts';
import { IN_PROCESS_DOCUMENT, inProcessDocument } from './in-process-doc.ts';
import { DIFFERENCES_DOCUMENT, differencesDocument } from './method-differences.ts';
import { recordExamples } from './methods-doc/recording.ts';
import { jsonText } from './methods-doc/shown-json.ts';
import { methodDocuments } from './methods-doc.ts';
import { RESULTS_DOCUMENT, resultsDocument } from './results-doc.ts';

const documents = [
  ...(await methodDocuments()),
  [DIFFERENCES_DOCUMENT, differencesDocument()] as const,
  [RESULTS_DOCUMENT, resultsDocument()] as const,
  [COMMAND_LINE_DOCUMENT, await commandLineDocument()] as const,
  [IN_PROCESS_DOCUMENT, inProcessDocument()] as const,
  [OPENRPC_DOCUMENT, `${jsonText(openRpcDocument(await recordExamples()))}\n`] as const,
  [ASYNCAPI_DOCUMENT, `${jsonText(await asyncApiDocument())}\n`] as const,
];

for (const [file, text] of documents) {
  mkdirSync(path.dirname(file), { recursive: true });
  if (readIfThere(file) === text) continue;
  writeFileSync(file, text);
  console.log(`wrote ${path.relative(process.cwd(), file)}`);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
