import { createHash } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import canonicalize from 'canonicalize';
import { DomainError, type FieldError } from '../errors.ts';
import type { OfferedOperation } from '../http/engine/add-operation.ts';
import type { AgentContext, MountedInput } from '../http/engine/operation.ts';
import { performRead, performWrite, type ReadOptions } from '../http/engine/perform-operation.ts';
import { noteFault, toDomainError, toProblem } from '../http/engine/problem-details.ts';
import { toFieldErrors } from '../http/engine/validation-errors.ts';
import { compileValidator } from '../http/engine/validator.ts';
import type { RequestKey } from '../http/idempotency/idempotency.ts';
import { sayWhatNext } from './say-what-next.ts';
import type { ToolSchema } from './tool-schema.ts';

export interface OfferedTool extends OfferedOperation, Pick<ReadOptions, 'isKnown'> {
  name: string;
  schema: ToolSchema;
}

type Arguments = Record<string, unknown>;

const validators = new WeakMap<object, ReturnType<typeof compileValidator>>();

/** Answers a tool call as the operation behind it answers a request; a refusal is a tool error with the same code and remedy. */
export async function callTool(
  ctx: AgentContext,
  tool: OfferedTool,
  args: Arguments,
  trace: (refusal: DomainError) => void,
): Promise<CallToolResult> {
  try {
    const body = await answer(ctx, tool, args, trace);
    const { sentence, link } = sayWhatNext(body);
    return {
      // For hosts that show a model only texts, the whole answer stands in one too.
      content: [{ type: 'text', text: sentence }, ...(link ? [link] : []), { type: 'text', text: JSON.stringify(body) }],
      structuredContent: body,
    };
  } catch (error) {
    trace(toDomainError(error));
    return refusal(ctx, error);
  }
}

async function answer(
  ctx: AgentContext,
  tool: OfferedTool,
  args: Arguments,
  trace: (refusal: DomainError) => void,
): Promise<Record<string, unknown>> {
  const input = inputOf(ctx, tool, args);
  if (tool.isRead) return plain(JSON.stringify((await performRead(ctx, tool.operation, input, tool)).body));
  const requestKey = tool.schema.takesKey ? requestKeyOf(ctx, tool, args) : null;
  const { body } = await performWrite(ctx, tool.operation, input, {
    requestKey,
    trace,
    serialize: (_status, body) => JSON.stringify(body),
  });
  return plain(body);
}

const plain = (json: string): Record<string, unknown> => JSON.parse(json) as Record<string, unknown>;

/** The arguments in their parts, each checked by the operation's own schema; every fault is named at once. */
function inputOf({ actor }: AgentContext, { schema, operation }: OfferedTool, args: Arguments): MountedInput {
  const known = new Set([...schema.parts.flatMap(({ names }) => names), ...schema.own]);
  const faults: FieldError[] = Object.keys(args)
    .filter((name) => !known.has(name))
    .map((name) => ({ pointer: `/${name}`, message: 'is not a known field' }));
  const input: Record<string, Arguments> = { params: {}, query: {}, body: {} };
  for (const { part, schema: partSchema, names } of schema.parts) {
    const given: Arguments = Object.fromEntries(names.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]));
    if (names.includes('workspace_id')) given.workspace_id ??= actor.workspaceId;
    const validate = validatorOf(partSchema);
    if (!validate(given)) faults.push(...toFieldErrors((validate as { errors?: [] }).errors ?? []));
    input[part] = given;
  }
  const isRevisionGiven = args.revision !== undefined;
  if (schema.needsRevision && !isRevisionGiven) faults.push({ pointer: '/revision', message: 'is required' });
  if (isRevisionGiven && !Number.isSafeInteger(args.revision)) faults.push({ pointer: '/revision', message: 'must be a whole number' });
  if (faults.length > 0) throw new DomainError('validation_failed', { fields: faults });
  const headers = isRevisionGiven ? { 'if-match': `"${String(args.revision)}"` } : {};
  if (Object.values(input.params ?? {}).some((id) => !/^[a-z]{3}_[0-9a-f-]{36}$/.test(String(id)))) throw new DomainError('not_found');
  return { ...input, request: { headers, url: `/api/mcp#${operation.id}`, rawBody: null } } as MountedInput;
}

function validatorOf(schema: object): ReturnType<typeof compileValidator> {
  const known = validators.get(schema) ?? compileValidator({ schema, method: 'POST', url: '/api/mcp', httpPart: 'body' });
  validators.set(schema, known);
  return known;
}

function requestKeyOf({ actor }: AgentContext, { name }: OfferedTool, { idempotency_key: key, ...rest }: Arguments): RequestKey | null {
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new DomainError('malformed_idempotency_key');
  const fingerprint = createHash('sha256')
    .update(`mcp ${name}\n${canonicalize(rest)}`)
    .digest('hex');
  return { grantId: actor.grantId, key, fingerprint };
}

function refusal(ctx: AgentContext, thrown: unknown): CallToolResult {
  const error = toDomainError(thrown);
  noteFault(ctx, error, thrown, ctx.log);
  const problem = toProblem(error, ctx.config.publicUrl, ctx.requestId);
  const faults = (problem.errors ?? []).map(({ pointer, message }) => `${pointer || 'the arguments'} ${message}`);
  const sentence = [problem.detail, ...faults, problem.remedy].filter(Boolean).join(' ');
  return {
    isError: true,
    content: [
      { type: 'text', text: `${problem.code}: ${sentence}` },
      { type: 'text', text: JSON.stringify(problem) },
    ],
    structuredContent: problem,
  };
}
