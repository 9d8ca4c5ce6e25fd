import {
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
  requireScopes,
} from '@modelcontextprotocol/server';
import { DomainError } from '../errors.ts';
import type { OfferedOperation } from '../http/engine/add-operation.ts';
import type { AgentContext } from '../http/engine/operation.ts';
import { performRead } from '../http/engine/perform-operation.ts';
import { inToolWords, type ToolWords } from './tool-words.ts';

/** Resources that a host can give its model without a tool call: each is a read operation's response. */
const TEMPLATES = [
  { name: 'draft', uri: 'countersign://drafts/{draft_id}', operation: 'readDraft', title: 'A draft', of: 'draft_id' },
  { name: 'publish_job', uri: 'countersign://publish-jobs/{job_id}', operation: 'readPublishJob', title: 'A publish job', of: 'job_id' },
  {
    name: 'evidence',
    uri: 'countersign://publish-jobs/{job_id}/evidence',
    operation: 'readEvidence',
    title: 'The evidence of a job',
    of: 'job_id',
  },
] as const;

/** The most ids offered as completions: the protocol's limit. */
const MOST_COMPLETED = 100;
const MIME = 'application/json';
/** How many of the newest drafts a list of resources contains. */
const LISTED = 25;
const READING = { mimeType: MIME, scopeChallenge: requireScopes('read') };

export type Read = (
  operation: string,
  params: Record<string, unknown>,
  query?: Record<string, unknown>,
) => Promise<Record<string, unknown>>;

export function addResources(
  server: McpServer,
  ctx: AgentContext,
  operations: ReadonlyMap<string, OfferedOperation>,
  words: ToolWords,
): void {
  const read = readerOf(ctx, operations);
  const asJson = (uri: URL, body: unknown): ReadResourceResult => jsonOf(uri, inToolWords(body, words));
  const rules = { ...READING, title: 'Platforms and their rules', description: 'The limits and formats of each platform.' };
  server.registerResource('platforms', 'countersign://platforms', rules, async (uri) => asJson(uri, await read('listPlatforms', {})));
  const accounts = {
    ...READING,
    title: 'Connected accounts',
    description: 'The accounts that posts can be published to, with their health.',
  };
  server.registerResource('connections', 'countersign://connections', accounts, async (uri) =>
    asJson(uri, await read('listConnections', {})),
  );
  const me = { ...READING, title: 'Your access', description: 'The workspace, scopes and limits of your key.' };
  server.registerResource('me', 'countersign://me', me, async (uri) => asJson(uri, await read('readMe', {})));
  const voice = { ...READING, title: 'The workspace’s voice', description: 'Tone, emoji, length, tags and words to avoid in its posts.' };
  server.registerResource('voice', 'countersign://voice', voice, async (uri) => asJson(uri, (await read('readMe', {})).voice));
  for (const { name, uri: template, operation, title, of } of TEMPLATES) {
    const list = name === 'draft' ? async () => ({ resources: await listDrafts(read) }) : undefined;
    server.registerResource(
      name,
      new ResourceTemplate(template, { list, complete: { [of]: completerOf(read, of) } }),
      { ...READING, title },
      async (uri, variables) => (name === 'evidence' ? jsonOf : asJson)(uri, await read(operation, variables)),
    );
  }
}

/** Reads as a tool call does, with the same refusals. */
export function readerOf(ctx: AgentContext, operations: ReadonlyMap<string, OfferedOperation>): Read {
  return (id, params, query = {}) => readOperation(ctx, operations, id, params, query);
}

type Completed = 'draft_id' | 'job_id';

const LISTS = {
  draft_id: { operation: 'listDrafts', items: 'drafts' },
  job_id: { operation: 'listPublishJobs', items: 'publish_jobs' },
} as const;

/** The newest ids that begin with the typed text; none for a key that may not read. */
export function completerOf(read: Read, of: Completed, query: Record<string, unknown> = {}): (typed?: string) => Promise<string[]> {
  const { operation, items } = LISTS[of];
  return async (typed = '') => {
    const found = await listIfAllowed(read, { operation, items }, { ...query, limit: MOST_COMPLETED });
    return found.map((item) => item[of] ?? '').filter((id) => id.startsWith(typed));
  };
}

/** A list, for completions; empty for a key that may not read. */
export async function listIfAllowed(
  read: Read,
  { operation, items }: { operation: string; items: string },
  query: Record<string, unknown> = {},
): Promise<Record<string, string>[]> {
  const page = await read(operation, {}, query).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'insufficient_scope') return {};
    throw error;
  });
  return (page as Record<string, Record<string, string>[] | undefined>)[items] ?? [];
}

async function listDrafts(read: Read) {
  const { drafts } = (await read('listDrafts', {}, { limit: LISTED })) as {
    drafts: { draft_id: string; status: string; source_text: string }[];
  };
  return drafts.map(({ draft_id: id, status, source_text: text }) => ({
    uri: `countersign://drafts/${id}`,
    name: id,
    title: text.trim().split('\n', 1)[0]?.slice(0, 80) || id,
    description: status.replaceAll('_', ' '),
    mimeType: MIME,
  }));
}

async function readOperation(
  ctx: AgentContext,
  operations: ReadonlyMap<string, OfferedOperation>,
  id: string,
  params: Record<string, unknown>,
  query: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const offered = operations.get(id);
  if (!offered?.isRead) throw new Error(`${id} is not a read operation.`);
  const request = { headers: {}, url: '/api/mcp', rawBody: null };
  try {
    return (await performRead(ctx, offered.operation, { params, query, body: {}, request }, offered)).body as Record<string, unknown>;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') throw new ResourceNotFoundError(Object.values(params).join(', '));
    throw error;
  }
}

function jsonOf(uri: URL, body: unknown): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType: MIME, text: JSON.stringify(body) }] };
}
