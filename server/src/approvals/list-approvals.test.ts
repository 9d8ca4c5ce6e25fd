import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { HOUR_MS } from '../clock.ts';
import type { Services } from '../context.ts';
import { type Page, searchQuery, searchWords } from '../db/keyset-page.ts';
import { forkFor } from '../db/row-security/tenant-session.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../testing/content.ts';
import { rowsLookedAt } from '../testing/database/rows-looked-at.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import type { Approval } from './approval.entity.ts';
import { countWaitingOf, MOST_COUNTED } from './approval-queries.ts';
import { type ApprovalFilter, approvalsPage, findFew, listApprovals } from './list-approvals.ts';

const database = useTestDatabase();
let services: Services;
let workspace: Workspace;
let owner: Actor;
let agent: Extract<Actor, { kind: 'agent' }>;
const titles = new Map<string, string>();

beforeAll(async () => {
  services = createTestServices(database);
  ({ workspace } = await givenWorkspace(services));
  owner = await userActor(services, workspace.accountId);
  agent = await agentActor(services, workspace);
  await givenConnectionRow(services, workspace);
  const scribe = await agentActor(services, workspace);
  const inHours = (hours: number) => new Date(services.clock.now().getTime() + hours * HOUR_MS);
  const drafts = [
    { title: 'ferry', sourceText: 'The ferry to Cacilhas runs late.', text: 'Late ferries.', scheduledAt: inHours(3 * 24) },
    { title: 'soup', sourceText: 'Leek and potato soup today.', scheduledAt: inHours(2) },
    { title: 'secret', sourceText: 'A party.', text: 'The key is AKIAIOSFODNN7EXAMPLE.', by: scribe },
    {
      title: 'bluesky',
      sourceText: 'Ferries for everybody.',
      text: 'Ferries, all day long.',
      platforms: ['sandbox', 'bluesky'],
      scheduledAt: inHours(20 * 24),
    },
  ];
  for (const { title, by = agent, ...input } of drafts) {
    const { approval } = await givenSubmittedDraft(services, by, workspace, input);
    titles.set(approval.id, title);
  }
});

const list = async (filter: ApprovalFilter, limit = 10, cursor: string | null = null): Promise<Page<Approval>> =>
  listApprovals(contextFor(services, owner), workspace.id, { state: 'pending', ...filter, limit, cursor });
const namesOf = ({ items }: Page<Approval>) => items.map(({ id }) => titles.get(id));

describe('listApprovals', () => {
  it.each<[ApprovalFilter, string[]]>([
    [{}, ['ferry', 'soup', 'secret', 'bluesky']],
    [{ sort: 'newest' }, ['bluesky', 'secret', 'soup', 'ferry']],
    [{ sort: 'soonest' }, ['secret', 'soup', 'ferry', 'bluesky']],
    [{ platform: 'bluesky' }, ['bluesky']],
    [{ hasFindings: true }, ['secret']],
    [{ hasFindings: false, sort: 'soonest' }, ['soup', 'ferry', 'bluesky']],
    [{ goesOut: 'at_once' }, ['secret']],
    [{ goesOut: 'within_a_day' }, ['soup']],
    [{ goesOut: 'within_a_week' }, ['ferry', 'soup']],
    [{ goesOut: 'later' }, ['bluesky']],
    [{ search: 'FERR' }, ['ferry', 'bluesky']],
    [{ search: 'potato leek' }, ['soup']],
    [{ search: 'ferry soup' }, []],
    [{ search: `ferry ${'x'.repeat(5_000)}` }, []],
    [{ search: '𝔵'.repeat(5_000) }, []],
    [{ search: "':* | !" }, ['ferry', 'soup', 'secret', 'bluesky']],
  ])('with %j', async (filter, expected) => {
    expect(namesOf(await list(filter))).toEqual(expected);
    const paged: (string | undefined)[] = [];
    let cursor: string | null = null;
    do {
      const page: Page<Approval> = await list(filter, 1, cursor);
      paged.push(...namesOf(page));
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged).toEqual(expected);
  });

  it('distinguishes agents', async () => {
    expect(namesOf(await list({ agentId: agent.agentId }))).toEqual(['ferry', 'soup', 'bluesky']);
  });

  it('uses the current time of a draft that was moved without a new approval', async () => {
    const [soup] = (await list({ search: 'soup' })).items;
    const move = (time: Date) =>
      actAs(services, owner, (ctx) => ctx.em.execute('update drafts set scheduled_at = ? where id = ?', [time, soup?.draftId ?? '']));
    await move(new Date(services.clock.now().getTime() + 30 * 24 * HOUR_MS));
    expect(namesOf(await list({ sort: 'soonest' }))).toEqual(['secret', 'ferry', 'bluesky', 'soup']);
    await move(soup?.scheduledAt as Date);
  });

  it('by time neither skips nor repeats what others are, when the last of a page is moved before the next page', async () => {
    const first = await list({ sort: 'soonest' }, 2);
    expect(namesOf(first)).toEqual(['secret', 'soup']);
    const soup = first.items.at(-1);
    const move = (time: Date) =>
      actAs(services, owner, (ctx) => ctx.em.execute('update drafts set scheduled_at = ? where id = ?', [time, soup?.draftId ?? '']));
    await move(new Date(services.clock.now().getTime() + 30 * 24 * HOUR_MS));
    expect(namesOf(await list({ sort: 'soonest' }, 2, first.nextCursor))).toEqual(['ferry', 'bluesky']);
    await move(soup?.scheduledAt as Date);
  });
});

it.each([
  ['  Leek  &  soup!', 'Leek:* & soup:*'],
  ["it's", 'it:* & s:*'],
  ['a:b|c', 'a:* & b:* & c:*'],
  ['café 12', 'café:* & 12:*'],
  ['*&|!()', ''],
])('%j never reaches the syntax of the search', (typed, query) => expect(searchQuery(searchWords(typed))).toBe(query));

describe('with 20,000 waiting, and as many of other workspaces before and after them', () => {
  const MANY = 20_000;
  let crowded: Workspace;
  let person: Actor;

  beforeAll(async () => {
    ({ workspace: crowded } = await givenWorkspace(services));
    person = await userActor(services, crowded.accountId);
    const { workspace: neighbour } = await givenWorkspace(services);
    const em = services.orm.em.fork();
    await em.execute('alter table approvals disable trigger approvals_insert_told');
    await em.execute('alter table drafts disable trigger drafts_insert_told');
    await em.execute('alter table approvals drop constraint approvals_draft_id_foreign');
    await fill(neighbour, '00000000', MANY / 2);
    await fill(crowded, '11111111', MANY);
    await fill(neighbour, '22222222', MANY / 2);
    await em.execute('analyze approvals');
  });

  async function fill(home: Workspace, age: string, many: number): Promise<void> {
    const statement = `
      with numbers as (select n, '${age}-0000-7000-8000-' || lpad(to_hex(n), 12, '0') as uuid from generate_series(1, ${many}) n),
      made as (
        insert into drafts (id, account_id, workspace_id, state, revision, source_text, platforms, approval_required, publish_mode, content_hash, created_at, updated_at)
        select 'drf_' || uuid, ?, ?, 'in_review', 1, 'Harbour news ' || n, '{sandbox}', true, 'approval_queue', 'hash', now(), now() from numbers returning id
      )
      insert into approvals (id, account_id, workspace_id, draft_id, content_hash, state, approvals_required, platforms, agent_id, words, has_findings, scheduled_at, due_at, created_at, expires_at)
      select 'apr_' || uuid, ?, ?, 'drf_' || uuid, 'hash', 'pending', 1,
        case when n % 500 = 0 then '{sandbox,mastodon}' else '{sandbox}' end::text[], case when n % 400 = 0 then ? end,
        'Harbour news number ' || n || case when n % 300 = 0 then ' lighthouse' else '' end, n % 100 = 0,
        case when n % 2 = 0 then now() + (n * 7919 % 10000) * interval '1 hour' end, now() + (n * 7919 % 10000) * interval '1 hour', now(), now() + interval '14 days'
      from numbers where exists (select 1 from made)`;
    await services.orm.em
      .fork()
      .execute(statement, [home.accountId, home.id, home.accountId, home.id, home.id === crowded.id ? agent.agentId : null]);
  }

  /** The number of rows it may read: its page, or the matches if they must be sorted. */
  const filters: [ApprovalFilter, number][] = [
    [{}, 30],
    [{ platform: 'sandbox' }, 30],
    [{ platform: 'mastodon' }, 100],
    [{ platform: 'linkedin' }, 0],
    [{ hasFindings: true }, 410],
    [{ goesOut: 'at_once' }, 60],
    [{ goesOut: 'within_a_week' }, 750],
    [{ goesOut: 'later' }, 400],
    [{ search: 'lighthouse' }, 150],
    [{ search: 'harb' }, 30],
    [{ search: 'harbour lighthouse', platform: 'sandbox' }, 150],
    [{ search: 'nothing of the kind' }, 0],
  ];
  const cases = filters.flatMap(([filter, most]) =>
    (['oldest', 'soonest', 'newest'] as const).map((sort) => [{ ...filter, sort }, most] as const),
  );

  it.each([...cases, [{ agentId: 'this one', sort: 'oldest' }, 30] as const, [{ state: null, sort: 'newest' }, 30] as const])(
    'a page with %j reads at most %i rows, under the caller’s row-level security',
    async (filter, most) => {
      const agentId = 'agentId' in filter ? agent.agentId : undefined;
      expect(await rowsFor({ ...filter, agentId })).toBeLessThanOrEqual(most);
    },
  );

  it('the last page is as cheap as the first one', async () => {
    const last = { state: 'pending', sort: 'soonest' } as const;
    const [beyond] = await services.orm.em
      .fork()
      .execute<{ id: string; due_at: Date }[]>(
        'select id, due_at from approvals where workspace_id = ? order by due_at desc, id desc offset 30 limit 1',
        [crowded.id],
      );
    expect(await rowsFor(last, `${beyond?.due_at.toISOString()} ${beyond?.id}`)).toBeLessThanOrEqual(60);
  });

  it('they are counted only up to the limit', async () => {
    expect(await countWaitingOf(contextFor(services, person), [crowded.id])).toEqual(
      new Map([[crowded.id, { approvals: MOST_COUNTED + 1, removals: 0, news: 0 }]]),
    );
  });

  it('a search finds nothing in other workspaces, even if the lookup asks for theirs', async () => {
    const stranger = await userActor(services, workspace.accountId);
    const ask = (actor: Actor) =>
      findFew(forkFor(services.orm, actor), crowded.id, { state: 'pending', search: 'lighthouse' }, services.clock.now());
    expect(await ask(person)).toHaveLength(66);
    expect(await ask(stranger)).toEqual([]);
    expect(await ask(agent)).toEqual([]);
  });

  /** The rows sorted, and read for a page of 25. */
  async function rowsFor(filter: ApprovalFilter, after: string | null = null): Promise<number> {
    const em = forkFor(services.orm, person);
    const request = { state: 'pending', limit: 25, ...filter } as const;
    const now = services.clock.now();
    const few = await findFew(em, crowded.id, request, now);
    if (few?.length === 0) return 0;
    const { sql, parameters } = approvalsPage(em, crowded.id, request, { now, few, after });
    return rowsLookedAt(em, sql, parameters);
  }
});

it('refuses a platform that does not exist', async () => {
  await expect(list({ platform: 'blusky' })).rejects.toMatchObject({ code: 'unknown_platform' });
});
