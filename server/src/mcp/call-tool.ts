import { createHash } from 'node:crypto';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import canonicalize from 'canonicalize';
import { DomainError, type FieldError } from '../errors.ts';
import type { OfferedOperation } from '../http/engine/add-operation.ts';
import { logServiceFault } from '../http/engine/log-service-fault.ts';
import type { AgentContext, MountedInput } from '../http/engine/operation.ts';
import { performRead, performWrite, type ReadOptions } from '../http/engine/perform-operation.ts';
import { toDomainError, toProblem } from '../http/engine/problem-details.ts';
import { toFieldErrors } from '../http/engine/validation-errors.ts';
import { compileValidator } from '../http/engine/validator.ts';
import type { RequestKey } from '../http/idempotency/idempotency.ts';
import { ofProblem, resultOf, type ToolName } from './results.ts';
import type { Tool, ToolSchema } from './tool-schema.ts';
import { inToolWords, problemInToolWords, type ToolWords } from './tool-words.ts';
import { select, show, type View } from './views.ts';

export interface OfferedTool extends OfferedOperation, Pick<ReadOptions, 'isKnown'> {
  name: ToolName;
  tool: Tool;
  schema: ToolSchema;
  view: View | undefined;
  words: ToolWords;
}

export interface ToolCaller {
  ctx: AgentContext;
  /** Traces a refused authorization. */
  trace(this: void, refusal: DomainError): void;
  /** It cannot read structured content, so it is repeated as text. */
  readsTextOnly: boolean;
}

type Arguments = Record<string, unknown>;

const validators = new WeakMap<object, ReturnType<typeof compileValidator>>();

/** Runs a tool call like a request to its operation; a refusal becomes a tool error with the same code and remedy. */
export async function callTool(caller: ToolCaller, tool: OfferedTool, args: Arguments): Promise<CallToolResult> {
  const { ctx, trace } = caller;
  try {
    const { body, input } = await answer(ctx, tool, args, trace);
    const whole = tool.tool.isSigned ? body : (inToolWords(body, tool.words) as Arguments);
    const given = { ...(input.query as Arguments), ...input.view };
    const said = tool.view ? select(tool.view, whole, given) : whole;
    const { lines, link } = nextSteps(resultOf(tool.name, said), said);
    requireKnownPlatform(ctx, input.view);
    const shown = tool.view ? show(tool.view, said, given) : said;
    return toResult(caller, [{ type: 'text', text: lines.join('\n') }, ...(link ? [link] : [])], shown);
  } catch (error) {
    trace(toDomainError(error));
    return { isError: true, ...refusal(caller, error, tool.words) };
  }
}

function toResult({ readsTextOnly }: ToolCaller, content: ContentBlock[], structuredContent: Arguments) {
  const repeated: ContentBlock[] = readsTextOnly ? [{ type: 'text', text: JSON.stringify(structuredContent) }] : [];
  return { content: [...content, ...repeated], structuredContent };
}

async function answer(
  ctx: AgentContext,
  tool: OfferedTool,
  args: Arguments,
  trace: (refusal: DomainError) => void,
): Promise<{ body: Arguments; input: ToolInput }> {
  const input = inputOf(ctx, tool, args);
  if (tool.isRead) return { input, body: plain(JSON.stringify((await performRead(ctx, tool.operation, input, tool)).body)) };
  const requestKey = tool.schema.takesKey ? requestKeyOf(ctx, tool, input, args.idempotency_key) : null;
  const { body } = await performWrite(ctx, tool.operation, input, {
    requestKey,
    trace,
    serialize: (_status, body) => JSON.stringify(body),
  });
  return { input, body: plain(body) };
}

/** Of a tool that shows one platform; an operation checks its own. */
function requireKnownPlatform(ctx: AgentContext, { platform }: ToolInput['view']): void {
  if (platform === undefined || ctx.platforms.has(platform)) return;
  const known = [...ctx.platforms.keys()].sort();
  throw new DomainError('unknown_platform', {
    message: `There is no platform ${JSON.stringify(platform)}. The known ones are ${known.join(', ')}.`,
    details: { unknown_platforms: [platform], known_platforms: known },
    fields: [{ pointer: '/platform', message: `Must be one of ${known.join(', ')}.` }],
  });
}

/** The operation's input, and how much of its response to show. */
type ToolInput = MountedInput & { view: { fields?: string[]; platform?: string } };

const plain = (json: string): Record<string, unknown> => JSON.parse(json) as Record<string, unknown>;

/** Splits the arguments into the operation's parts, each validated by its own schema; all errors are reported at once. */
function inputOf({ actor }: AgentContext, { schema, operation, view }: OfferedTool, args: Arguments): ToolInput {
  const known = new Set([...schema.parts.flatMap(({ names }) => names), ...schema.own]);
  const faults: FieldError[] = Object.keys(args)
    .filter((name) => !known.has(name))
    .map((name) => ({ pointer: `/${name}`, message: 'is not a known field: remove it or correct its name' }));
  const input: Record<string, Arguments> = { params: {}, query: {}, body: {}, view: {} };
  const ownPart = { part: 'view', schema: schema.view, names: Object.keys((schema.view as { properties?: object }).properties ?? {}) };
  for (const { part, schema: partSchema, names } of [...schema.parts, ownPart]) {
    const given: Arguments = Object.fromEntries(names.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]));
    if (part === 'body' && schema.clearable.length > 0) clearNamed(given, args.clear, schema.clearable, faults);
    if (names.includes('workspace_id')) given.workspace_id ??= actor.workspaceId;
    for (const [name, value] of Object.entries(view?.defaults ?? {})) if (names.includes(name)) given[name] ??= value;
    const validate = validatorOf(partSchema);
    if (!validate(given)) faults.push(...toFieldErrors((validate as { errors?: [] }).errors ?? []));
    input[part] = given;
  }
  const isRevisionGiven = args.revision !== undefined && args.revision !== null;
  if (schema.needsRevision && !isRevisionGiven) faults.push({ pointer: '/revision', message: 'is required' });
  if (isRevisionGiven && !Number.isSafeInteger(args.revision)) faults.push({ pointer: '/revision', message: 'must be a whole number' });
  if (faults.length > 0) throw new DomainError('validation_failed', { fields: faults });
  const headers = isRevisionGiven ? { 'if-match': `"${String(args.revision)}"` } : {};
  if (Object.values(input.params ?? {}).some((id) => !/^[a-z]{3}_[0-9a-f-]{36}$/.test(String(id)))) throw new DomainError('not_found');
  return { ...input, request: { headers, url: `/api/mcp#${operation.id}`, rawBody: null } } as ToolInput;
}

/** Null is an omitted argument: what a change removes is named in `clear`. */
function clearNamed(given: Arguments, clear: unknown, clearable: readonly string[], faults: FieldError[]): void {
  for (const [name, value] of Object.entries(given)) if (value === null) delete given[name];
  if (clear === undefined || clear === null) return;
  if (!Array.isArray(clear)) return void faults.push({ pointer: '/clear', message: 'must be a list of names.' });
  for (const [index, name] of clear.entries()) {
    if (clearable.includes(name)) given[name] = null;
    else faults.push({ pointer: `/clear/${index}`, message: `must be one of ${clearable.join(', ')}.` });
  }
}

function validatorOf(schema: object): ReturnType<typeof compileValidator> {
  const known = validators.get(schema) ?? compileValidator({ schema, method: 'POST', url: '/api/mcp', httpPart: 'body' });
  validators.set(schema, known);
  return known;
}

/** The same arguments are the same call, whether an optional one is null or left out. */
function requestKeyOf({ actor }: AgentContext, { name }: OfferedTool, input: ToolInput, key: unknown): RequestKey | null {
  if (key === undefined || key === null) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new DomainError('malformed_idempotency_key');
  const { params, query, body, request } = input;
  const meaning = { params, query, body, revision: request.headers['if-match'] };
  const fingerprint = createHash('sha256')
    .update(`mcp ${name}\n${canonicalize(meaning)}`)
    .digest('hex');
  return { grantId: actor.grantId, key, fingerprint };
}

function refusal(caller: ToolCaller, thrown: unknown, words: ToolWords): CallToolResult {
  const { ctx } = caller;
  const error = toDomainError(thrown);
  logServiceFault(ctx, error, thrown, ctx.log);
  const problem = problemInToolWords(toProblem(error, ctx.config.publicUrl, ctx.requestId), words);
  return toResult(caller, [{ type: 'text', text: `${problem.code}: ${ofProblem(problem)}` }], problem);
}

interface Answered {
  job_id?: string;
  state?: string;
  publish_job?: { job_id: string; state: string } | null;
  approval_url?: string;
  allowed_actions?: string[];
  notices?: { message: string }[];
  publishing_readiness?: { gates: { status: string; message: string; remedy: string }[] };
}

/** The result, then one line each for open gates, notices, the person's decision and the tools to call next. */
function nextSteps(result: string, body: Record<string, unknown>): { lines: string[]; link: ContentBlock | null } {
  const { allowed_actions: actions = [], notices = [], approval_url: url, publishing_readiness: readiness } = body as Answered;
  const open = readiness?.gates.filter(({ status }) => status !== 'pass') ?? [];
  const lines = [
    result,
    ...open.map(({ message, remedy }) => `${message} ${remedy}`.trim()),
    ...notices.map(({ message }) => message),
    ...(url ? [`A person must decide; give your user this URL: ${url}`] : []),
    ...toWaitFor(body),
    ...(actions.length > 0 ? [`Next you can call ${actions.join(', ')}.`] : []),
  ];
  return { lines, link: url ? approvalLink(url) : null };
}

/** How to learn the pending decision on a job, or the results of one that is being published. */
function toWaitFor({ approval_url: url, publish_job: named, job_id: id, state }: Answered): string[] {
  const job = named ?? (id && state ? { job_id: id, state } : null);
  if (!job) return [];
  if (url) return [`To learn the decision, call wait_for_decision with job_id ${job.job_id}.`];
  return ON_THEIR_WAY.has(job.state) ? [`To learn the result, call get_publish_job with job_id ${job.job_id} and wait 30.`] : [];
}

const ON_THEIR_WAY: ReadonlySet<string> = new Set(['ready', 'queued', 'publishing']);

function approvalLink(uri: string): ContentBlock {
  return {
    type: 'resource_link',
    uri,
    name: 'approval',
    title: 'Where a person decides',
    description: 'A page of the customer’s console. Only a signed-in person can decide there.',
    mimeType: 'text/html',
  };
}
