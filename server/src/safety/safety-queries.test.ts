import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Context, Services } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import type { Payload } from '../payloads/payload.entity.ts';
import { payloadSetsOf } from '../payloads/payload-queries.ts';
import { Publication, type PublicationState } from '../publishing/publication.entity.ts';
import { PublishJob } from '../publishing/publish-job.entity.ts';
import { agentActor } from '../testing/actors.ts';
import { givenConnectionRow, givenPendingApproval } from '../testing/content.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { keepThreadsBusy } from '../testing/inputs/keep-threads-busy.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices, type FixedClock } from '../testing/test-services.ts';
import { type CheckedSet, safetyFindingsOf } from './safety-queries.ts';

const database = useTestDatabase();
let services: Services;
let workspace: Workspace;
let agent: Actor;

beforeAll(async () => {
  services = createTestServices(database);
  ({ workspace } = await givenWorkspace(services));
  agent = await agentActor(services, workspace);
  await givenConnectionRow(services, workspace);
});

const payloadsFor = async (text: string): Promise<Payload[]> => {
  const { draftId, approval } = await givenPendingApproval(services, agent, workspace, { text });
  return (await payloadSetsOf(contextFor(services), [{ id: 'x', draftId, contentHash: approval.contentHash }])).get('x') ?? [];
};

async function givenPublication(text: string, state: PublicationState, publishedAt: Date | null = null): Promise<Payload> {
  const [payload] = await payloadsFor(text);
  if (!payload) throw new Error('There is a payload.');
  const { em } = contextFor(services);
  const now = services.clock.now();
  const { accountId, draftId, contentHash, platform, connectionId } = payload;
  const job = em.create(PublishJob, {
    id: newId('job'),
    accountId,
    draftId,
    contentHash,
    workspaceId: workspace.id,
    mode: 'approval',
    state: 'published',
    createdAt: now,
    updatedAt: now,
  });
  em.create(Publication, {
    id: newId('pub'),
    accountId,
    workspaceId: workspace.id,
    platform,
    connectionId,
    jobId: job.id,
    payloadId: payload.id,
    state,
    createdAt: now,
    publishedAt,
  });
  await em.flush();
  return payload;
}

const setOf = (id: string, payloads: Payload[]): CheckedSet => ({
  id,
  workspaceId: workspace.id,
  draftId: payloads[0]?.draftId ?? '',
  contentHash: payloads[0]?.contentHash ?? null,
  payloads,
});

const checksOf = async (payloads: Payload[]) => {
  const findings = await safetyFindingsOf(contextFor(services), [setOf('job', payloads)]);
  return findings.get('job')?.map(({ check, severity }) => [check, severity]);
};

describe('safetyFindingsOf', () => {
  it.each<[PublicationState, boolean]>([
    ['published', true],
    ['unknown', true],
    ['pending', true],
    ['failed', false],
    ['cancelled', false],
  ])('after an earlier publication that is %s, finds the same text to the same connection: %s', async (state, isFound) => {
    await givenPublication(`Doors open, ${state}.`, state);
    const findings = await checksOf(await payloadsFor(`doors  OPEN, ${state}.`));
    expect(findings).toEqual(isFound ? [['repeated_text', 'warn']] : []);
  });

  it('does not count a draft as a repetition of itself, nor another text or another connection', async () => {
    const published = await givenPublication('Only once.', 'published');
    const [other] = await payloadsFor('Other words.');
    if (!other) throw new Error('There is a payload.');
    const elsewhere = await givenConnectionRow(services, workspace, { health: 'failing' });
    expect(await checksOf([published])).toEqual([]);
    expect(await checksOf([other])).toEqual([]);
    expect(await checksOf([{ ...other, textHash: published.textHash } as Payload])).toHaveLength(1);
    expect(await checksOf([{ ...other, textHash: published.textHash, connectionId: elsewhere.id } as Payload])).toEqual([]);
    expect(await checksOf([{ ...other, textHash: published.textHash, connectionId: null } as Payload])).toEqual([]);
  });

  it('ignores repeats after 30 days', async () => {
    await givenPublication('A monthly greeting.', 'published');
    const clock = services.clock as FixedClock;
    const [payload] = await payloadsFor('A monthly greeting.');
    expect(await checksOf(payload ? [payload] : [])).toHaveLength(1);
    clock.advance(30 * 86_400_000 + 1);
    expect(await checksOf(payload ? [payload] : [])).toEqual([]);
  });

  it('counts the days from publishing, and a post that was planned long ago and is on its way', async () => {
    const clock = services.clock as FixedClock;
    const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000);
    await givenPublication('Planned, and published on day 40.', 'published', inDays(40));
    await givenPublication('Planned for day 50.', 'pending');
    clock.advance(41 * 86_400_000);
    for (const text of ['Planned, and published on day 40.', 'Planned for day 50.']) {
      expect(await checksOf(await payloadsFor(text))).toEqual([['repeated_text', 'warn']]);
    }
    clock.advance(30 * 86_400_000);
    expect(await checksOf(await payloadsFor('Planned, and published on day 40.'))).toEqual([]);
  });

  it('needs as many statements for many sets as for one, with the pure checks', async () => {
    const sets = [
      setOf('a', await payloadsFor('See http://10.0.0.1/ for more.')),
      setOf('b', await payloadsFor('Nothing to see.')),
      setOf('c', []),
    ];
    const statements = await recordStatements(services, async () => {
      const findings = await safetyFindingsOf(contextFor(services), sets);
      expect(findings.get('a')).toMatchObject([{ check: 'private_link', platform: 'sandbox', field: 'text', span: { start: 4, end: 20 } }]);
      expect([findings.get('b'), findings.get('c')]).toEqual([[], []]);
    });
    // Settings, repeats, dismissals.
    expect(statements).toHaveLength(3);
  });

  it('reports two connections on one platform once', async () => {
    const [payload] = await payloadsFor('See http://10.0.0.2/ for more.');
    expect(await checksOf(payload ? [payload, { ...payload, connectionId: 'con_other' } as Payload] : [])).toEqual([
      ['private_link', 'block'],
    ]);
  });
});

it('a transaction releases its rows while a long text waits for a thread, and restarts', async () => {
  const [payload] = await payloadsFor('The harbour opens at nine.');
  if (!payload) throw new Error('There is a payload.');
  const text = 'The harbour opens at nine, see http://10.0.0.3/ for more. '.repeat(100);
  const long = { ...payload, post: null, preview: { ...payload.preview, parts: [{ text, facets: [] }] } };
  const set: CheckedSet = { id: 'x', workspaceId: workspace.id, draftId: payload.draftId, contentHash: null, payloads: [long] as never };
  const lockRow = (tx: Context) => tx.em.execute('select id from workspaces where id = ? for update', [workspace.id]);
  const isLocked = Promise.withResolvers<void>();
  let beginnings = 0;

  const busy = keepThreadsBusy().then(() => 'waited for the thread');
  const found = inTransaction(contextFor(services), async (tx) => {
    beginnings += 1;
    await lockRow(tx);
    isLocked.resolve();
    return safetyFindingsOf(tx, [set]);
  });
  await isLocked.promise;
  const other = inTransaction(contextFor(services), lockRow).then(() => 'went on');

  expect(await Promise.race([busy, other])).toBe('went on');
  expect((await found).get('x')?.map(({ check }) => check)).toContain('private_link');
  expect(beginnings).toBe(2);
  await busy;
});
