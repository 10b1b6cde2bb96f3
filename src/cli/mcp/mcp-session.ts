/**
 * The Model Context Protocol over lines of JSON: a program that drives a language model lists the tools of this server and calls
 * them (specification of 2025-06-18, transport stdio).
 */
import { escapeInvisible } from '../../../explorer/values/invisible.js';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';

/** A function that a model may call. */
export interface McpTool {
  readonly name: string;
  /** For the model: what it does, and when to use it. */
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonObject;
  /** True if it changes nothing. */
  readonly isReading: boolean;
  /** Rejects with an error whose message is for the model. */
  run(input: JsonObject): Promise<Json>;
}

interface McpServer {
  readonly version: string;
  /** For the model: what all tools have in common. */
  readonly instructions: string;
  readonly tools: readonly McpTool[];
}

/** The newest first. A client with another version gets the newest and decides. */
const PROTOCOL_VERSIONS: readonly string[] = ['2025-06-18', '2025-03-26', '2024-11-05'];

const PARSE_ERROR = { code: -32700, message: 'The line is not a JSON object.' };
const INVALID_REQUEST = { code: -32600, message: 'A request needs a method.' };

/** The answer to a line, without its end; undefined for a notification. */
export async function answerMcpLine(line: string, server: McpServer): Promise<string | undefined> {
  const message = parsed(line);
  if (message === undefined) return failure(null, PARSE_ERROR);
  const { id, method, params } = message;
  if (typeof method !== 'string') return failure(id ?? null, INVALID_REQUEST);
  // Notifications need no answer, and none of them changes anything here.
  if (id === undefined) return undefined;
  const input = isJsonObject(params) ? params : {};
  switch (method) {
    case 'initialize':
      return success(id, {
        protocolVersion: PROTOCOL_VERSIONS.find((known) => known === input.protocolVersion) ?? PROTOCOL_VERSIONS[0]!,
        capabilities: { tools: {} },
        serverInfo: { name: 'weir', version: server.version },
        instructions: server.instructions,
      });
    case 'ping':
      return success(id, {});
    case 'tools/list':
      return success(id, { tools: server.tools.map(describeTool) });
    case 'tools/call':
      return callTool(id, input, server.tools);
    default:
      return failure(id, { code: -32601, message: `There is no method '${method}'.` });
  }
}

function describeTool({ name, description, inputSchema, isReading }: McpTool): JsonObject {
  return { name, description, inputSchema, annotations: { readOnlyHint: isReading } };
}

async function callTool(id: Json, { name, arguments: input }: JsonObject, tools: readonly McpTool[]): Promise<string> {
  const tool = tools.find((known) => known.name === name);
  if (tool === undefined) return failure(id, { code: -32602, message: `There is no tool '${String(name)}'.` });
  try {
    return success(id, content(await tool.run(isJsonObject(input) ? input : {}), false));
  } catch (error) {
    return success(id, content((error as Error).message, true));
  }
}

function content(value: Json, isError: boolean): JsonObject {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  // A model reads characters that its user does not see.
  return { content: [{ type: 'text', text: escapeInvisible(text) }], isError };
}

function parsed(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function success(id: Json, result: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

function failure(id: Json, error: { readonly code: number; readonly message: string }): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}
