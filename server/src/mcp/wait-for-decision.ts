import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { DomainError } from '../errors.ts';
import type { AgentContext } from '../http/engine/operation.ts';
import { callTool, type OfferedTool } from './call-tool.ts';

/** How long a host may take to resume: meanwhile the person reads, thinks and signs in. */
const STATE_LASTS_MS = 3_600_000;
const WAIT_SECONDS = 30;

interface State {
  jobId: string;
  until: number;
}

interface Job {
  approval_state?: string;
  approval_url?: string | null;
}

/**
 * Returns the job once a person has decided, or its current state at the timeout. A host that can open URLs is asked
 * to show its person the page first; that decides nothing, the person decides there. Never by a form: a host could
 * fill it in itself.
 */
export async function waitForDecision(
  ctx: AgentContext,
  tool: OfferedTool,
  args: Record<string, unknown>,
  { mcpReq }: ServerContext,
  trace: (refusal: DomainError) => void,
): Promise<CallToolResult | InputRequiredResult> {
  const wanted = { ...args, wait: args.wait ?? WAIT_SECONDS };
  // Checks the current state first: a decided job needs no waiting, and an invalid call shows no page.
  const now = await callTool(ctx, { ...tool, isKnown: () => false }, wanted, trace);
  const { approval_url: url } = (now.structuredContent ?? {}) as Job;
  if (now.isError || !isPending(now.structuredContent)) return now;
  const asked = mcpReq.requestState<State>();
  const isShown = asked?.jobId === args.job_id;
  if (!isShown && url && canOpenAddresses(mcpReq.envelope)) return askPerson(ctx, String(args.job_id), url);
  // A person who closed the page has not decided; their agent learns that the approval is still pending.
  if (isShown && !isAccepted(mcpReq.inputResponses)) return now;
  // Also returns at once if the decision was made since that check.
  return callTool(ctx, { ...tool, isKnown: ({ body }) => isPending(body) }, wanted, trace);
}

const isPending = (job: unknown): boolean => (job as Job | undefined)?.approval_state === 'pending';

function askPerson(ctx: AgentContext, jobId: string, url: string): InputRequiredResult {
  const message = 'A post waits for your decision. The page shows it as each network will, and you decide there.';
  const state: State = { jobId, until: ctx.clock.now().getTime() + STATE_LASTS_MS };
  return inputRequired({
    inputRequests: { decision: inputRequired.elicitUrl({ message, url }) },
    requestState: ctx.sealer.seal(JSON.stringify(state), placeOf(ctx)),
  });
}

/** Throws for a state that is not ours, belongs to another agent or is too old. */
export function openRequestState(ctx: AgentContext, sealed: string): State {
  const state = JSON.parse(ctx.sealer.open(sealed, placeOf(ctx))) as State;
  if (state.until < ctx.clock.now().getTime()) throw new Error('The request state is too old.');
  return state;
}

const placeOf = ({ actor }: AgentContext): string => `mcp/request_state/${actor.grantId}`;

function canOpenAddresses(envelope: object | undefined): boolean {
  const said = envelope as { [CLIENT_CAPABILITIES_META_KEY]?: { elicitation?: { url?: object } } } | undefined;
  return said?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation?.url !== undefined;
}

const isAccepted = (responses: Record<string, unknown> | undefined): boolean =>
  (responses?.decision as { action?: string } | undefined)?.action === 'accept';
