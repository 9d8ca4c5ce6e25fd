import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  completable,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  McpServer,
  type ScopeChallengeHandler,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { SCOPES, type Scope } from '../access/actor.ts';
import { HOUR_MS } from '../clock.ts';
import type { Services } from '../context.ts';
import type { OfferedOperation } from '../http/engine/add-operation.ts';
import { type AgentContext, deprecationNote } from '../http/engine/operation.ts';
import { VERSION } from '../server-folder.ts';
import { callTool, type OfferedTool, type ToolCaller } from './call-tool.ts';
import { addResources, completerOf, listIfAllowed, type Read, readerOf } from './resources.ts';
import { changesNothing, type Tool } from './tool-schema.ts';
import type { ToolWords } from './tool-words.ts';

/** How long a host may take to resume: meanwhile the person reads, thinks and signs in. */
const STATE_LASTS_MS = HOUR_MS;
const WAIT_SECONDS = 30;

interface State {
  jobId: string;
  until: number;
}

interface Job {
  approval_state?: string;
  approval_url?: string | null;
  publications?: { retraction: { state: string } | null }[];
}

/**
 * Returns the job once a person has decided, or its current state at the timeout. A host that can open URLs is asked
 * to show its person the page first; that decides nothing, the person decides there. Never by a form: a host could
 * fill it in itself.
 */
async function waitForDecision(
  caller: ToolCaller,
  tool: OfferedTool,
  args: Record<string, unknown>,
  { mcpReq }: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const wanted = { ...args, wait: args.wait ?? WAIT_SECONDS };
  // Checks the current state first: a decided job needs no waiting, and an invalid call shows no page.
  const now = await callTool(caller, { ...tool, isKnown: () => false }, wanted);
  const { approval_url: url } = (now.structuredContent ?? {}) as Job;
  if (now.isError || !isPending(now.structuredContent)) return now;
  const asked = mcpReq.requestState<State>();
  const isShown = asked?.jobId === args.job_id;
  if (!isShown && url && canOpenAddresses(mcpReq.envelope)) return askPerson(caller.ctx, String(args.job_id), url);
  // A person who closed the page has not decided; their agent learns that the approval is still pending.
  if (isShown && !isAccepted(mcpReq.inputResponses)) return now;
  // Also returns at once if the decision was made since that check.
  return callTool(caller, { ...tool, isKnown: ({ body }) => isPending(body) }, wanted);
}

/** A decision on the post, or on its removal. */
function isPending(job: unknown): boolean {
  const { approval_state: state, publications = [] } = (job ?? {}) as Job;
  return state === 'pending' || publications.some(({ retraction }) => retraction?.state === 'requested');
}

function askPerson(ctx: AgentContext, jobId: string, url: string): InputRequiredResult {
  const message = 'A post needs your decision. The page shows how it will look on each network. You decide there.';
  const state: State = { jobId, until: ctx.clock.now().getTime() + STATE_LASTS_MS };
  return inputRequired({
    inputRequests: { decision: inputRequired.elicitUrl({ message, url }) },
    requestState: ctx.sealer.seal(JSON.stringify(state), placeOf(ctx)),
  });
}

/** Throws for a state that is not ours, belongs to another agent or is too old. */
function openRequestState(ctx: AgentContext, sealed: string): State {
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

type Arguments = Record<string, unknown>;

const isGiven = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
const toWrite = ({ captions }: Arguments): Scope[] => (isGiven(captions) ? ['captions:write'] : []);
const toSubmit = ({ publish_mode: mode }: Arguments): Scope[] => (mode === 'approval_queue' || mode === 'auto' ? ['jobs:write'] : []);
const toCreate = (draft: Arguments): Scope[] => [...toWrite(draft), ...toSubmit(draft)];

/**
 * Operations whose input may require more than their own scope, as in their commands; least-privilege.test.ts
 * compares them.
 */
const MORE: Readonly<Record<string, (args: Arguments) => Scope[]>> = {
  createDraft: toCreate,
  createDrafts: ({ drafts }) => (Array.isArray(drafts) ? drafts.flatMap((draft: Arguments | null) => toCreate(draft ?? {})) : []),
  changeDraft: toWrite,
  createCaptions: toSubmit,
  requestEdit: () => ['drafts:write', 'captions:write'],
};

/**
 * Declares all scopes of a call before it runs: the host asks its user once and calls again. A refusal from inside a
 * command is a tool error, for which no host requests further scopes.
 */
function challengeFor(operation: string, scope: Scope): ScopeChallengeHandler {
  return ({ request, authInfo }) => {
    const args = (request.params as { arguments?: Arguments } | undefined)?.arguments ?? {};
    const more = MORE[operation]?.(args) ?? [];
    const needed = SCOPES.filter((one) => one === scope || more.includes(one));
    if (!authInfo || needed.every((one) => authInfo.scopes.includes(one))) return undefined;
    return { scopes: needed as [Scope, ...Scope[]] };
  };
}

interface Prompt {
  title: string;
  description: string;
  /** The description of each argument; all are texts. */
  arguments: Record<string, string>;
  text(given: Record<string, string>): string;
}

/** Workflows that a person can start from their host; they only say in which order to use the tools. */
const PROMPTS: Record<string, Prompt> = {
  prepare_for_review: {
    title: 'Prepare this for review',
    description: 'Turn a text into a request for approval, with captions for each platform.',
    arguments: { text: 'The source text of the posts.', platforms: 'Platform ids, separated by commas, such as "bluesky, linkedin".' },
    text: ({ text, platforms }) =>
      `Prepare a post for ${platforms} from the text below and ask for approval.\n` +
      '1. Call get_me and list_platforms to learn the workspace and each platform’s limits.\n' +
      '2. Call create_draft with publish_mode "draft_only" and an idempotency_key.\n' +
      '3. Write captions for each platform, in the voice that get_me returned, and store them with write_captions. Keep every fact, date, price and link; invent nothing.\n' +
      '4. Call precheck_publishing and fix what it reports.\n' +
      '5. Call submit_draft and give me the approval_url. I decide there; you cannot. Call wait_for_decision to learn my decision, and get_publish_job with wait if I need longer.\n\n' +
      `The text:\n${text}`,
  },
  answer_the_reviewer: {
    title: 'Respond to the reviewer',
    description: 'Read why changes were requested, revise the draft and request approval again.',
    arguments: { draft_id: 'The draft, drf_….' },
    text: ({ draft_id: draft }) =>
      `A reviewer has requested changes to ${draft}. Read it with get_draft, the decision and its reason with get_approval, and further comments with list_comments, ` +
      'then each open thread in full with its thread_id. ' +
      'Change only what the reviewer requested; the publish job stays the same. ' +
      'source_text changes only generated captions: change your own with captions in change_draft, and those that a person wrote, if the reviewer asks for that, with write_captions and "replace": true. ' +
      'Then tell me in two sentences what you changed, and give me the approval_url.',
  },
  plan_the_week: {
    title: 'Plan the week',
    description: 'Create drafts for the next seven days, each at its own time.',
    arguments: { topic: 'The topic of the week.', platforms: 'Platform ids, separated by commas.' },
    text: ({ topic, platforms }) =>
      `Plan posts for the next seven days about: ${topic}. Platforms: ${platforms}. ` +
      'Check list_drafts and list_publish_jobs first so nothing is repeated. Propose the plan to me as a list of times and first lines. ' +
      'Once I agree, call create_draft for each with scheduled_at "next_slot" or the time we agreed on, publish_mode "approval_queue" and its own idempotency_key.',
  },
};

/** Completes a list of platforms: those that it does not contain yet. */
async function completePlatforms(read: Read, typed = ''): Promise<string[]> {
  const platforms = await listIfAllowed(read, { operation: 'listPlatforms', items: 'platforms' });
  const named = typed.split(',').map((name) => name.trim());
  const last = named.pop() ?? '';
  const fitting = platforms.map(({ platform = '' }) => platform).filter((id) => id.startsWith(last) && !named.includes(id));
  return fitting.map((id) => [...named, id].join(', '));
}

function completersOf(read: Read): Record<string, (typed?: string) => Promise<string[]>> {
  return {
    draft_id: completerOf(read, 'draft_id', { state: 'changes_requested' }),
    platforms: (typed) => completePlatforms(read, typed),
  };
}

function addPrompts(server: McpServer, ctx: AgentContext, operations: ReadonlyMap<string, OfferedOperation>): void {
  const completers = completersOf(readerOf(ctx, operations));
  for (const [name, { title, description, arguments: given, text }] of Object.entries(PROMPTS)) {
    const fields = Object.entries(given).map(([argument, what]) => {
      const field = z.string().describe(what);
      const complete = completers[argument];
      return [argument, complete ? completable(field, complete) : field] as const;
    });
    server.registerPrompt(
      name,
      { title, description, argsSchema: z.object(Object.fromEntries(fields)) },
      (args): GetPromptResult => ({
        messages: [{ role: 'user', content: { type: 'text', text: text(args) } }],
      }),
    );
  }
}

const INSTRUCTIONS =
  'Countersign publishes social posts that a person has approved. You prepare drafts and request approval; a person decides in the console, and no tool can decide for them. ' +
  'Start with get_me. Give every approval_url to your user. A refusal has a code and a remedy. For optional arguments, null means omitted. ' +
  'An idempotency_key is your own: a repeat with the same one within 24 hours returns the first result.';

/** A server for one request: the tools, resources and prompts that this caller may use. */
export function createServer(
  { config }: Services,
  caller: ToolCaller,
  tools: { tool: Tool; of: OfferedTool }[],
  { operations, words, era }: { operations: ReadonlyMap<string, OfferedOperation>; words: ToolWords; era: 'legacy' | 'modern' },
): McpServer {
  const { ctx } = caller;
  const server = new McpServer(
    { name: 'countersign', title: 'Countersign', version: VERSION, websiteUrl: config.publicUrl },
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
      // What only reads is idempotent, and the default is not to be.
      ...(isIdempotent && !isReadOnly && { idempotentHint: true }),
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
        return tool.asksPerson ? waitForDecision(caller, of, args, request) : callTool(caller, of, args);
      },
    );
  }
  addResources(server, ctx, operations, words);
  addPrompts(server, ctx, operations);
  return server;
}
