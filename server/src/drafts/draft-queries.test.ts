import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Services } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { say } from '../languages/sentence.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenDraft } from '../testing/content.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { rowsReadOf } from '../testing/database/rows-looked-at.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import type { Draft } from './draft.entity.ts';
import { authorsOf } from './draft-authors.ts';
import { findDrafts, listDrafts, loadDraft } from './draft-queries.ts';
import { archiveDraft } from './lock-draft.ts';

const textCursor = (text: string) => Buffer.from(text).toString('base64url');

const database = useTestDatabase();
let services: Services;
let workspace: Workspace;
let agent: Actor;
const drafts: Draft[] = [];

beforeAll(async () => {
  services = createTestServices(database);
  ({ workspace } = await givenWorkspace(services));
  agent = await agentActor(services, workspace, { name: 'Scribe' });
  for (let count = 0; count < 7; count += 1) drafts.push(await givenDraft(services, agent, workspace));
});

const idsOf = (page: readonly Draft[]) => page.map(({ id }) => id);

describe('listDrafts', () => {
  it('returns every draft once, newest first, page by page', async () => {
    const ctx = contextFor(services, agent);
    const first = await listDrafts(ctx, workspace.id, { limit: 3 });
    const second = await listDrafts(ctx, workspace.id, { limit: 3, cursor: first.nextCursor });
    const third = await listDrafts(ctx, workspace.id, { limit: 3, cursor: second.nextCursor });
    expect([first, second, third].map(({ items }) => items.length)).toEqual([3, 3, 1]);
    expect(third.nextCursor).toBeNull();
    expect([...first.items, ...second.items, ...third.items].map(({ id }) => id)).toEqual(idsOf(drafts).reverse());
  });

  it('has no next page after a full last page', async () => {
    expect(await listDrafts(contextFor(services, agent), workspace.id, { limit: 7 })).toMatchObject({ nextCursor: null });
  });

  it('filters by state', async () => {
    const { workspace: other } = await givenWorkspace(services);
    const actor = await agentActor(services, other);
    const kept = await givenDraft(services, actor, other);
    const archived = await givenDraft(services, actor, other);
    await actAs(services, actor, async (ctx) => archiveDraft(ctx, await loadDraft(ctx, archived.id)));
    const ctx = contextFor(services, actor);
    expect(idsOf((await listDrafts(ctx, other.id, { limit: 9, states: ['archived'] })).items)).toEqual([archived.id]);
    expect(idsOf((await listDrafts(ctx, other.id, { limit: 9, states: ['draft'] })).items)).toEqual([kept.id]);
  });

  it('reads the few drafts in a state, and not the thousands in another', async () => {
    const { workspace: busy } = await givenWorkspace(services);
    const actor = await agentActor(services, busy);
    const { id } = await givenDraft(services, actor, busy);
    await database.orm.em.fork().execute(
      `insert into drafts select (jsonb_populate_record(t, jsonb_build_object('id', t.id || i, 'state', 'published'))).*
       from drafts t, generate_series(1, 3000) i where t.id = ?`,
      [id],
    );
    await database.orm.em.fork().execute('analyze drafts');
    const looked = await inTransaction(contextFor(services, actor), async (ctx) =>
      rowsReadOf(ctx.em, 'drafts', async () => {
        expect(idsOf((await listDrafts(ctx, busy.id, { limit: 9, states: ['draft'] })).items)).toEqual([id]);
      }),
    );
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThan(100);
  });

  it.each(['', 'x', 'bm90LWFuLWlk', textCursor('drf_0199'), `${textCursor('drf_01990000-0000-7000-8000-000000000000')}=`])(
    'refuses the cursor "%s" unless it is empty',
    async (cursor) => {
      const page = listDrafts(contextFor(services, agent), workspace.id, { limit: 1, cursor });
      if (cursor === '') await expect(page).resolves.toBeDefined();
      else await expect(page).rejects.toMatchObject({ code: 'bad_user_input' });
    },
  );

  it('keeps the limit within 1 and 100', async () => {
    expect((await listDrafts(contextFor(services, agent), workspace.id, { limit: 0 })).items).toHaveLength(1);
    expect((await listDrafts(contextFor(services, agent), workspace.id, { limit: 5_000 })).items).toHaveLength(7);
  });
});

describe('loadDraft', () => {
  it('refuses a foreign draft exactly like a missing one', async () => {
    const { workspace: foreign } = await givenWorkspace(services);
    const strangers = [await agentActor(services, foreign), await userActor(services, foreign.accountId)];
    for (const stranger of strangers) {
      const asStranger = contextFor(services, stranger);
      const errors = await Promise.all(
        [drafts[0]?.id ?? '', 'drf_unknown'].map((id) => loadDraft(asStranger, id).catch((error: unknown) => error)),
      );
      expect(errors[0]).toMatchObject({ code: 'not_found' });
      expect(errors[0]).toEqual(errors[1]);
    }
  });

  it('lets a viewer read but not write', async () => {
    const viewer = contextFor(services, await userActor(services, workspace.accountId, 'viewer'));
    await expect(loadDraft(viewer, drafts[0]?.id ?? '')).resolves.toBeDefined();
    await expect(loadDraft(viewer, drafts[0]?.id ?? '', 'write')).rejects.toMatchObject({ code: 'insufficient_role' });
  });
});

describe('batched queries', () => {
  it('find many drafts in one statement', async () => {
    const ctx = contextFor(services);
    const statements = await recordStatements(services, async () => {
      expect((await findDrafts(ctx, [...idsOf(drafts), 'drf_unknown'])).size).toBe(7);
    });
    expect(statements).toHaveLength(1);
  });

  it('name the authors of many rows in one statement', async () => {
    const user = await userActor(services, workspace.accountId);
    const personal = await givenDraft(services, user, workspace);
    const ctx = contextFor(services);
    const rows = [...drafts, personal, { id: 'by-operator' }];
    const statements = await recordStatements(services, async () => {
      const authors = await authorsOf(ctx, rows);
      expect(authors.get(drafts[0]?.id ?? '')).toEqual({ kind: 'agent', name: 'Scribe' });
      expect(authors.get(personal.id)).toEqual({ kind: 'person', name: user.name });
      expect(authors.get('by-operator')).toEqual({ kind: 'person', name: say`The operator` });
    });
    expect(statements).toHaveLength(1);
  });
});
