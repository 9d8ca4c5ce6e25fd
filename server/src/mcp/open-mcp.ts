import { createMcpHandler, type McpHttpHandler, type McpServerFactory, type ServerEventBus } from '@modelcontextprotocol/server';
import type { Services } from '../context.ts';
import type { OfferedOperation } from '../http/engine/add-operation.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import type { OfferedTool, ToolCaller } from './call-tool.ts';
import { createServer } from './create-server.ts';
import type { ToolName } from './results.ts';
import { type Tool, toolSchemaOf } from './tool-schema.ts';
import { createToolWords, routesOf } from './tool-words.ts';
import { TOOLS } from './tools.ts';
import { VIEWS } from './views.ts';

/** The MCP implementation, once loaded. */
export interface Mcp {
  /** For all requests except streams. */
  handler: McpHttpHandler;
  /** A handler for one stream. */
  streamFrom(bus: ServerEventBus): McpHttpHandler;
  /** Whether a tool changes something; false for unknown ones. */
  isChange(tool: string): boolean;
}

/** The operations of `/v1` as tools. Throws if one of them is missing. */
export function openMcp(web: HttpServer, services: Services): Mcp {
  const found = (Object.entries(TOOLS) as [ToolName, Tool][]).map(([name, tool]) => ({
    name,
    tool,
    of: offered(web.operations, tool.operation),
  }));
  const words = createToolWords(routesOf(found.map(({ name, of }) => ({ name, route: of.route }))));
  const listing = { platforms: [...services.platforms.keys()], words };
  const prepared = found.map(({ name, tool, of }): { tool: Tool; of: OfferedTool } => {
    const view = VIEWS[name];
    return { tool, of: { ...of, name, tool, view, words, schema: toolSchemaOf(of, tool, view, listing) } };
  });
  const factory: McpServerFactory = ({ authInfo, era }) =>
    createServer(services, authInfo?.extra as unknown as ToolCaller, prepared, { operations: web.operations, words, era });
  const onerror = (error: Error): void => services.log.warn({ err: error }, 'an MCP request was refused');
  return {
    handler: createMcpHandler(factory, { onerror }),
    streamFrom: (bus) => createMcpHandler(factory, { onerror, bus }),
    isChange: (name) => prepared.some(({ of }) => of.name === name && !of.isRead && of.operation.isCheck !== true),
  };
}

function offered(operations: ReadonlyMap<string, OfferedOperation>, id: string): OfferedOperation {
  const found = operations.get(id);
  if (!found) throw new Error(`No operation is called ${id}.`);
  return found;
}
