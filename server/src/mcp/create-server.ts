import { type CallToolResult, isInputRequiredResult, McpServer } from '@modelcontextprotocol/server';
import type { Services } from '../context.ts';
import type { DomainError } from '../errors.ts';
import type { OfferedOperation } from '../http/engine/add-operation.ts';
import { deprecationNote } from '../http/engine/deprecation.ts';
import type { AgentContext } from '../http/engine/operation.ts';
import { callTool, type OfferedTool } from './call-tool.ts';
import { challengeFor } from './needed-scopes.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import type { Tool } from './tool.ts';
import { openRequestState, waitForDecision } from './wait-for-decision.ts';

const INSTRUCTIONS =
  'Countersign publishes social posts that a person has approved. You prepare drafts and ask; a person decides in the console, and no tool can decide for them. ' +
  'Begin with get_me. Pass every approval_url on to your user. A refusal names its code and what to do about it.';

export interface ToolCaller {
  ctx: AgentContext;
  /** Leaves the trace of an authorisation that was refused. */
  trace(this: void, refusal: DomainError): void;
}

/** A server for one request: the tools, resources and prompts as this caller may use them. */
export function createServer(
  { config }: Services,
  { ctx, trace }: ToolCaller,
  tools: { tool: Tool; of: OfferedTool }[],
  { operations, era }: { operations: ReadonlyMap<string, OfferedOperation>; era: 'legacy' | 'modern' },
): McpServer {
  const server = new McpServer(
    { name: 'countersign', title: 'Countersign', version: '1', websiteUrl: config.publicUrl },
    {
      instructions: INSTRUCTIONS,
      requestState: { verify: (state) => openRequestState(ctx, state) },
      // Revisions before 2026-07-28 subscribe within a session, and nothing is kept here between two requests.
      capabilities: { resources: { subscribe: era === 'modern' } },
    },
  );
  for (const { tool, of } of tools) {
    const { title, description, isDestructive = false, isIdempotent = false } = tool;
    const hints = {
      readOnlyHint: of.isRead || of.operation.isCheck === true,
      destructiveHint: isDestructive,
      idempotentHint: of.isRead || of.operation.isCheck === true || isIdempotent,
      openWorldHint: false,
    };
    const { scope, deprecated } = of.operation;
    server.registerTool(
      of.name,
      {
        title,
        description: deprecated ? `${description} ${deprecationNote(deprecated)}` : description,
        inputSchema: of.schema.input,
        outputSchema: of.schema.output,
        annotations: { title, ...hints },
        ...(scope && { scopeChallenge: challengeFor(of.operation.id, scope) }),
      },
      async (args, request) => {
        const result = await (tool.asksPerson ? waitForDecision(ctx, of, args, request, trace) : callTool(ctx, of, args, trace));
        return era === 'legacy' && !isInputRequiredResult(result) ? heardOf(result) : result;
      },
    );
  }
  addResources(server, ctx, operations);
  addPrompts(server, ctx, operations);
  return server;
}

/** Hosts of 2025 hold a refusal, too, against what the tool announces, and never show it then; its text says all of it. */
function heardOf(result: CallToolResult): CallToolResult {
  const { structuredContent: _problem, ...refusal } = result;
  return result.isError ? refusal : result;
}
