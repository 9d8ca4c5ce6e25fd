import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { AuditEntry } from '../audit/audit.entities.ts';
import type { Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenConnectionRow } from '../testing/content.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { type CreateDraftInput, createDraft } from './create-draft.ts';
import { Draft } from './draft.entity.ts';

const database = useTestDatabase();
let services: Services;
let workspace: Workspace;
let agent: Actor;

beforeAll(async () => {
  services = createTestServices(database);
  ({ workspace } = await givenWorkspace(services));
  agent = await agentActor(services, workspace);
});

const create = (input: Partial<CreateDraftInput> = {}, actor: Actor = agent) =>
  actAs(services, actor, (ctx) =>
    createDraft(ctx, { workspaceId: workspace.id, sourceText: 'The harbour festival opens.', platforms: ['sandbox'], ...input }),
  );

const refusalOf = async (input: Partial<CreateDraftInput>, actor?: Actor): Promise<DomainError> => {
  const error = await create(input, actor).catch((thrown: unknown) => thrown);
  if (!(error instanceof DomainError)) throw new Error(`Not refused: ${String(error)}`);
  return error;
};

const countDrafts = () => contextFor(services).em.count(Draft, {});

describe('createDraft', () => {
  it('creates a draft in the agent’s name, with approval required, and records it', async () => {
    const { draft, notices } = await create({ link: 'https://example.org/festival', externalId: 'cms-1' });
    expect(notices).toEqual([]);
    const { em } = contextFor(services);
    expect(await em.findOneOrFail(Draft, draft.id)).toMatchObject({
      state: 'draft',
      revision: 1,
      approvalRequired: true,
      publishMode: 'draft_only',
      contentHash: null,
      connectionIds: null,
      accountId: workspace.accountId,
      grantId: (agent as { grantId: string }).grantId,
      userId: null,
      revisedByUserId: null,
      externalId: 'cms-1',
    });
    expect(await em.findOneOrFail(AuditEntry, { subjectId: draft.id })).toMatchObject({ action: 'draft.created', actorKind: 'agent' });
  });

  it('creates a draft in a person’s name', async () => {
    const user = await userActor(services, workspace.accountId, 'approver');
    const { draft } = await create({}, user);
    expect(draft).toMatchObject({ grantId: null, userId: user.userId, revisedByUserId: user.userId });
  });

  it('needs one insert each for the draft, its author and its audit entry, after one query of the workspace', async () => {
    const statements = await recordStatements(services, () => create({ platforms: ['sandbox', 'bluesky'] }));
    expect(statements).toEqual([
      expect.stringMatching(/^select .* from "workspaces" as "t" where "t"\."id" = /),
      expect.stringMatching(/^insert into "drafts"/),
      expect.stringMatching(/^insert into "draft_authors"/),
      expect.stringMatching(/^insert into "audit_entries"/),
    ]);
  });

  it('names the known platforms when one is unknown, and writes nothing', async () => {
    const before = await countDrafts();
    const error = await refusalOf({ platforms: ['sandbox', 'myspace'] });
    expect(error).toMatchObject({
      code: 'unknown_platform',
      details: { unknown_platforms: ['myspace'], known_platforms: [...services.platforms.keys()].sort() },
    });
    expect(error.message).toMatch(/bluesky.*sandbox/);
    expect(error.fields).toMatchObject([{ pointer: '/platforms/1' }]);
    expect(await countDrafts()).toBe(before);
  });

  it.each<[string, Partial<CreateDraftInput>, string]>([
    ['empty text', { sourceText: ' \n' }, '/source_text'],
    ['a NUL character', { sourceText: 'a\0b' }, '/source_text'],
    ['half a surrogate pair', { sourceText: 'a\ud83d' }, '/source_text'],
    ['300 KiB of text', { sourceText: 'x'.repeat(307_200) }, '/source_text'],
    ['no platform', { platforms: [] }, '/platforms'],
    ['a link that is not a URL', { link: 'example.org' }, '/link'],
    ['a link to a script', { link: 'javascript:alert(1)' }, '/link'],
    ['an empty external id', { externalId: '' }, '/external_id'],
    ['no connection', { connectionIds: [] }, '/connection_ids'],
    ['an unknown connection', { connectionIds: ['con_unknown'] }, '/connection_ids/0'],
    ['a time in the past', { scheduledAt: new Date(Date.now() - 60_000) }, '/scheduled_at'],
    ['an invalid time', { scheduledAt: new Date('nonsense') }, '/scheduled_at'],
    ['a time over a year away', { scheduledAt: new Date(Date.now() + 367 * 86_400_000) }, '/scheduled_at'],
  ])('refuses %s', async (_what, input, pointer) => {
    const error = await refusalOf(input);
    expect(error.code).toBe('validation_failed');
    expect(error.fields.map((field) => field.pointer)).toEqual([pointer]);
  });

  it('names every fault at once', async () => {
    const error = await refusalOf({ sourceText: '', link: 'x', scheduledAt: new Date(0) });
    expect(error.fields.map((field) => field.pointer)).toEqual(['/source_text', '/link', '/scheduled_at']);
  });

  it('accepts a chosen connection only from this workspace, on a chosen platform and connected', async () => {
    const { workspace: foreign } = await givenWorkspace(services);
    const [own, bluesky, gone, other] = await Promise.all([
      givenConnectionRow(services, workspace),
      givenConnectionRow(services, workspace, { platform: 'bluesky' }),
      givenConnectionRow(services, workspace, { disconnectedAt: new Date() }),
      givenConnectionRow(services, foreign),
    ]);
    const { draft } = await create({ connectionIds: [own.id, own.id] });
    expect(draft.connectionIds).toEqual([own.id]);
    const error = await refusalOf({ connectionIds: [own.id, bluesky.id, gone.id, other.id] });
    expect(error.fields.map((field) => field.pointer)).toEqual(['/connection_ids/1', '/connection_ids/2', '/connection_ids/3']);
  });

  it('refuses a duplicate external id with the existing draft, also concurrently', async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => create({ externalId: 'cms-7' })));
    const made = results.filter((result) => result.status === 'fulfilled');
    expect(made).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'already_exists', details: { draft_id: made[0]?.value.draft.id } });
    }
    const { workspace: another } = await givenWorkspace(services);
    await expect(create({ externalId: 'cms-7', workspaceId: another.id }, await agentActor(services, another))).resolves.toBeDefined();
  });

  it('treats external ids and connection ids as data, whatever they contain', async () => {
    const externalId = `it's "?" $1 \\ '; drop table drafts --`;
    const { draft } = await create({ externalId });
    expect(draft.externalId).toBe(externalId);
    expect((await refusalOf({ externalId })).details).toEqual({ draft_id: draft.id });
    expect((await refusalOf({ connectionIds: [externalId] })).code).toBe('validation_failed');
  });

  it('skips approval only if grant and workspace allow it', async () => {
    const { workspace: open } = await givenWorkspace(services, { allowsAuto: true });
    const auto = await agentActor(services, open, { scopes: ['drafts:write', 'publish:auto'] });
    expect((await create({ workspaceId: open.id, approvalRequired: false }, auto)).draft.approvalRequired).toBe(false);
    const { draft, notices } = await create({ approvalRequired: false, publishMode: 'auto' });
    expect(draft).toMatchObject({ approvalRequired: true, publishMode: 'approval_queue' });
    expect(notices).toMatchObject([{ code: 'approval_still_required' }]);
  });

  it('refuses another workspace, a viewer and a grant without the scope', async () => {
    const { workspace: foreign } = await givenWorkspace(services);
    expect((await refusalOf({ workspaceId: foreign.id })).code).toBe('not_found');
    expect((await refusalOf({ workspaceId: 'wsp_unknown' })).code).toBe('not_found');
    expect((await refusalOf({}, await userActor(services, workspace.accountId, 'viewer'))).code).toBe('insufficient_role');
    expect((await refusalOf({}, await agentActor(services, workspace, { scopes: ['read'] }))).code).toBe('insufficient_scope');
  });
});
