import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import type { Scope } from '../access/actor.ts';
import { DAY_MS } from '../clock.ts';
import { TOOLS } from '../mcp/tools.ts';
import { readinessOf } from '../publishing/jobs/job-queries.ts';
import { createAndSubmitDraft } from '../publishing/review/submit-draft.ts';
import { actAs } from '../testing/actors.ts';
import { givenConnectionRow } from '../testing/content.ts';
import { givenAgent } from '../testing/factories.ts';
import { useGraphql } from '../testing/graphql.ts';
import { type Ask, askGraphql, askRest, askTool, outcomeOf, send } from '../testing/matrix/ask.ts';
import { schema } from '../testing/matrix/trials.ts';
import { givenPicture } from '../testing/pictures.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { ChangeDraftBody } from './v1/drafts/drafts.schemas.ts';

const SOURCE = join(import.meta.dirname, '..');
const SCOPES: Scope[] = ['drafts:write', 'captions:write', 'jobs:write', 'read', 'publish:auto'];
const TEXT = 'Words of another agent.';
const WORDS = [{ platform: 'bluesky', text: TEXT, tags: [] }];

const web = useGraphql(useTestDatabase());
let stage: Stage;
let connectionId: string;
let mediaId: string;
let other: Awaited<ReturnType<typeof givenAgent>>;

beforeAll(async () => {
  stage = await givenStage(web.services, { workspace: { allowsAuto: true }, scopes: SCOPES });
  connectionId = (await givenConnectionRow(web.services, stage.workspace, { platform: 'bluesky' })).id;
  mediaId = (await givenPicture(web.services, stage.agent, stage.workspace)).id;
  other = await givenAgent(web.services, stage.workspace, { scopes: SCOPES, name: 'Agent X', isSandboxOnly: true });
});

/** A draft of agent Y that is published automatically tomorrow, on a network that agent X may not use. */
interface Given {
  id: string;
  revision: number;
}
const later = (hours: number) => new Date(web.services.clock.now().getTime() + DAY_MS + hours * 3_600_000).toISOString();

const PATCH = 'PATCH /api/v1/drafts/{draft_id}';
const patched = ({ id, revision }: Given, body: object) => ({
  path: `/api/v1/drafts/${id}`,
  headers: { 'if-match': `"${revision}"` },
  body,
});
const captioned = ({ id }: Given, body: object) => ({
  path: '/api/v1/captions',
  body: { workspace_id: stage.workspaceId, draft_id: id, ...body },
});

/** What an agent can change, by the fields of a change; null is not part of the published post. */
const FIELDS: Record<string, (() => unknown) | null> = {
  source_text: () => TEXT,
  platforms: () => ['bluesky', 'mastodon'],
  link: () => 'https://example.org/another',
  wording: () => 'exact',
  scheduled_at: () => later(1),
  connection_ids: () => [connectionId],
  media_ids: () => [mediaId],
  captions: () => WORDS,
  note_to_reviewer: null,
  labels: null,
};

/** Every way in which an agent changes what a draft would send, by the command that it comes to. */
const WAYS: Record<'changeDraftCommand' | 'captionDraftCommand', Record<string, (draft: Given) => Ask>> = {
  changeDraftCommand: {
    ...Object.fromEntries(
      Object.entries(FIELDS).flatMap(([field, value]) =>
        value ? [[`${PATCH} (${field})`, (draft: Given) => askRest(PATCH, patched(draft, { [field]: value() }))]] : [],
      ),
    ),
    'Mutation.changeDraft': ({ id, revision }) =>
      askGraphql(schema, 'Mutation.changeDraft', { input: { draftId: id, revision, sourceText: TEXT } }),
    'Mutation.rescheduleDraft': ({ id, revision }) =>
      askGraphql(schema, 'Mutation.rescheduleDraft', { input: { draftId: id, revision, scheduledAt: later(2) } }),
    'the tool change_draft': (draft) => askTool('change_draft', PATCH, patched(draft, { source_text: TEXT })),
  },
  captionDraftCommand: {
    'POST /api/v1/captions (own words)': (draft) => askRest('POST /api/v1/captions', captioned(draft, { captions: WORDS })),
    'POST /api/v1/captions (generated)': (draft) => askRest('POST /api/v1/captions', captioned(draft, { replace: true })),
    'POST /api/generate-description': (draft) =>
      askRest('POST /api/generate-description', { ...captioned(draft, { replace: true }), path: '/api/generate-description' }),
    'Mutation.writeCaption': ({ id, revision }) =>
      askGraphql(schema, 'Mutation.writeCaption', { input: { draftId: id, revision, platform: 'bluesky', text: TEXT, tags: [] } }),
    'Mutation.generateCaptions': ({ id }) => askGraphql(schema, 'Mutation.generateCaptions', { input: { draftId: id, replace: true } }),
    'the tool write_captions': (draft) => askTool('write_captions', 'POST /api/v1/captions', captioned(draft, { captions: WORDS })),
  },
};
const ALL = Object.assign({}, ...Object.values(WAYS)) as Record<string, (draft: Given) => Ask>;

async function changed(
  ask: (draft: Given) => Ask,
): Promise<{ response: LightMyRequestResponse; jobId: string; code?: string | undefined }> {
  const made = await actAs(web.services, stage.agent, (ctx) =>
    createAndSubmitDraft(ctx, {
      workspaceId: stage.workspaceId,
      sourceText: 'The harbour festival opens on Friday.',
      platforms: ['bluesky'],
      captions: [{ platform: 'bluesky', text: 'Words of the agent that made it.', tags: [], thread: [] }],
      scheduledAt: new Date(later(0)),
      publishMode: 'auto',
      approvalRequired: false,
    }),
  );
  const jobId = made.job?.id ?? '';
  expect(await permissionOf(jobId)).toBe('permitted');
  const response = await send(web.app, ask(made.draft), { authorization: other.authorization });
  return { response, jobId, code: await permissionOf(jobId) };
}

async function permissionOf(jobId: string): Promise<string | undefined> {
  const readiness = (await readinessOf(contextFor(web.services), [await stage.jobOf(jobId)])).get(jobId);
  return readiness?.gates.find(({ gate }) => gate === 'permission')?.code;
}

it.each(Object.keys(ALL))('counts a person who changes the content by %s among its authors', async (way) => {
  const { response, jobId, code } = await changed(ALL[way] as (draft: Given) => Ask);
  expect(outcomeOf(response)).toBe('ok');
  expect(await stage.jobOf(jobId)).toMatchObject({ revision: 2, grantId: stage.agent.grantId });
  expect(code).toBe('sandbox_only_grant');
});

it('a note to the reviewer is not published, and refused if no approval is required', async () => {
  const { response, jobId, code } = await changed((draft) => askRest(PATCH, patched(draft, { note_to_reviewer: 'Look here.' })));
  expect([outcomeOf(response), (await stage.jobOf(jobId)).revision, code]).toEqual(['invalid_state', 1, 'permitted']);
});

it('covers every field of a change', () => {
  expect(Object.keys(ChangeDraftBody.properties).toSorted()).toEqual(Object.keys(FIELDS).toSorted());
});

/** The files of the source in which something is called, with how often. */
function callersOf(pattern: RegExp): Record<string, number> {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => !/\.(test|proof)\.ts$|^testing\//.test(file));
  const calls = files.map((file) => [file, [...readFileSync(join(SOURCE, file), 'utf8').matchAll(pattern)].length] as const);
  return Object.fromEntries(calls.filter(([, times]) => times > 0).toSorted());
}

it('covers every way to change published content: add new callers to the tables', () => {
  expect(callersOf(/(?<!function )\breviseContent\(/g)).toEqual({
    // A person's alone: an agent is refused (the permission matrix).
    'publishing/review/approve-edited.ts': 1,
    'publishing/review/leave-out-target.ts': 1,
    'publishing/review/caption-draft.ts': 1,
    'publishing/review/change-draft.ts': 1,
    // The service's own, after an account was connected: it writes no words.
    'publishing/review/jobs-without-connection.ts': 1,
  });
  expect(callersOf(/(?<!function )\b(captionDraft|changeDraft)\(tx/g)).toEqual({ 'publishing/review/prepared-commands.ts': 2 });
  const runs = (command: keyof typeof WAYS) => callersOf(new RegExp(`\\b${command}\\.run\\(|mutatePrepared\\(ctx, ${command}\\b`, 'g'));
  expect(runs('changeDraftCommand')).toEqual({ 'graphql/drafts/draft-changes.resolver.ts': 2, 'http/v1/drafts/drafts.routes.ts': 1 });
  expect(runs('captionDraftCommand')).toEqual({ 'graphql/drafts/draft-mutations.resolver.ts': 2, 'http/v1/drafts/captions.routes.ts': 1 });
  const mounted = /\b(changeDraftOperation|createCaptionsOperation)(?=\]|\.run)/g;
  expect(callersOf(mounted)).toEqual({
    'http/v1/routes.ts': 2,
    'http/v1/named-operations.routes.ts': 1,
  });
  const tools = Object.entries(TOOLS).flatMap(([name, { operation }]) =>
    ['changeDraft', 'createCaptions', 'generateDescription'].includes(operation) ? [name] : [],
  );
  // Of these, `generate_words` keeps nothing.
  expect(tools.toSorted()).toEqual(['change_draft', 'generate_words', 'write_captions']);
});

it('every change of text, targets or time makes its writer an author', () => {
  expect(callersOf(/(?<!function )\breviseDraft\(/g)).toEqual({ 'captions/write-captions.ts': 1, 'drafts/change-draft-source.ts': 1 });
});
