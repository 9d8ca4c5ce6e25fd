import { McpServer } from '@modelcontextprotocol/server';
import type { Services } from '../context.ts';
import type { DomainError } from '../errors.ts';
import type { OfferedOperation } from '../http/engine/add-operation.ts';
import { deprecationNote } from '../http/engine/deprecation.ts';
import type { AgentContext } from '../http/engine/operation.ts';
import { callTool, type OfferedTool } from './call-tool.ts';
import { challengeFor } from './needed-scopes.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { changesNothing, type Tool } from './tool.ts';
import type { ToolWords } from './tool-words.ts';
import { openRequestState, waitForDecision } from './wait-for-decision.ts';

const INSTRUCTIONS =
  'Countersign publishes social posts that a person has approved. You prepare drafts and ask; a person decides in the console, and no tool can decide for them. ' +
  'Begin with get_me. Give every approval_url to your user. A refusal names its code and a remedy. For an optional argument, null means left out.';

export interface ToolCaller {
  ctx: AgentContext;
  /** Traces a refused authorization. */
  trace(this: void, refusal: DomainError): void;
}

/** A server for one request: the tools, resources and prompts that this caller may use. */
export function createServer(
  { config }: Services,
  { ctx, trace }: ToolCaller,
  tools: { tool: Tool; of: OfferedTool }[],
  { operations, words, era }: { operations: ReadonlyMap<string, OfferedOperation>; words: ToolWords; era: 'legacy' | 'modern' },
): McpServer {
  const server = new McpServer(
    { name: 'countersign', title: 'Countersign', version: '1', websiteUrl: config.publicUrl },
    {
      instructions: INSTRUCTIONS,
      requestState: { verify: (state) => openRequestState(ctx, state) },
      // Revisions before 2026-07-28 subscribe within a session, and this server is stateless.
      capabilities: { resources: { subscribe: era === 'modern' } },
    },
  );
  for (const { tool, of } of tools) {
    const { title, description, isDestructive = false, isIdempotent = false } = tool;
    const isReadOnly = changesNothing(of, tool);
    const hints = {
      readOnlyHint: isReadOnly,
      destructiveHint: isDestructive,
      idempotentHint: isReadOnly || isIdempotent,
      openWorldHint: tool.isOpenWorld ?? false,
    };
    const { scope, deprecated } = of.operation;
    server.registerTool(
      of.name,
      {
        title,
        description: deprecated ? `${description} ${deprecationNote(deprecated)}` : description,
        inputSchema: of.schema.input,
        annotations: hints,
        ...(scope && { scopeChallenge: challengeFor(of.operation.id, scope) }),
      },
      async (args, request) => {
        return tool.asksPerson ? waitForDecision(ctx, of, args, request, trace) : callTool(ctx, of, args, trace);
      },
    );
  }
  addResources(server, ctx, operations, words);
  addPrompts(server, ctx, operations);
  return server;
}
