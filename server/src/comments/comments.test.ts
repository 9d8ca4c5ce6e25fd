import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor, Scope } from '../access/actor.ts';
import { Notice } from '../access/notice.entity.ts';
import { User } from '../access/user.entity.ts';
import { forkFor } from '../db/row-security/tenant-session.ts';
import { Event } from '../events/event.entity.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { useApi } from '../testing/api.ts';
import { givenClient } from '../testing/clients.ts';
import { givenSubmittedDraft } from '../testing/content.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { type AddCommentInput, addComment } from './add-comment.ts';
import { Comment } from './comment.entity.ts';
import { resolveThread, threadsOf } from './comment-queries.ts';

const database = useTestDatabase();
const api = useApi(database);
type Person = Extract<Actor, { kind: 'user' }>;
let owner: Person;
let approver: Person;
let agent: Extract<Actor, { kind: 'agent' }>;
let draftId: string;

beforeAll(async () => {
  owner = await userActor(api.services, api.home.accountId, 'owner');
  approver = await userActor(api.services, api.home.accountId, 'approver');
  const { grantId, keyId, grant } = api.agent;
  const { id: agentId, name: agentName } = api.agent.agent;
  const { accountId, workspaceId } = api.home;
  const scopes = grant.scopes as Scope[];
  agent = { kind: 'agent', grantId, keyId, agentId, agentName, accountId, workspaceId, scopes, isSandboxOnly: false };
});
beforeEach(async () => {
  draftId = (await givenSubmittedDraft(api.services, agent, api.home.workspace)).draft.id;
});

const say = (actor: Actor, input: Partial<AddCommentInput> & { text: string }) =>
  actAs(api.services, actor, (ctx) => addComment(ctx, { draftId, ...input }));
const seenBy = (actor: Actor) => actAs(api.services, actor, async (ctx) => (await threadsOf(ctx, [draftId])).get(draftId)?.threads ?? []);
const client = () => givenClient(api.services, api.home.workspace, owner, [draftId], 'mara@example.org');
const noticesOf = async ({ userId }: Person) =>
  api.services.orm.em.fork().find(Notice, { userId, subjectId: draftId }, { orderBy: { id: 'asc' } });

it('hides internal comments from agents and clients, in every interface and by row-level security', async () => {
  const mara = await client();
  const { id } = await say(owner, { text: 'She will not like the date.' });
  await say(owner, { text: 'Which date is it?', visibility: 'shared' });
  expect((await seenBy(approver)).map(({ visibility }) => visibility)).toEqual(['internal', 'shared']);
  for (const outside of [agent, mara]) {
    expect((await seenBy(outside)).map(({ visibility }) => visibility)).toEqual(['shared']);
    const behind = await forkFor(api.services.orm, outside).execute(`select text from comments where draft_id = ?`, [draftId]);
    expect(behind).toEqual([{ text: 'Which date is it?' }]);
    await expect(say(outside, { text: 'And?', threadId: id })).rejects.toMatchObject({ code: 'not_found' });
  }
  const { threads } = (await api.send('GET', `/api/v1/drafts/${draftId}/comments`)).json();
  expect(JSON.stringify(threads)).not.toContain('She will not like');
  const events = await api.services.orm.em.fork().find(Event, { draftId, type: 'comment.added' });
  expect(events).toHaveLength(1);
});

it('lets the agent read and reply over REST, and the client by the link, in one thread', async () => {
  const { id: threadId } = await say(await client(), { text: 'Is it Friday or Saturday?' });
  const answer = await api.send('POST', `/api/v1/drafts/${draftId}/comments`, { text: 'Friday, as in the source.', thread_id: threadId });
  expect([answer.statusCode, answer.json()]).toMatchObject([201, { thread_id: threadId, state: 'open' }]);
  expect(answer.json().comments.map((comment: Record<string, string>) => [comment.by_kind, comment.by, comment.text])).toEqual([
    ['client', 'mara@example.org', 'Is it Friday or Saturday?'],
    ['agent', expect.any(String), 'Friday, as in the source.'],
  ]);
  await actAs(api.services, approver, (ctx) => resolveThread(ctx, { threadId, isResolved: true }));
  const [thread] = (await api.send('GET', `/api/v1/drafts/${draftId}/comments`)).json().threads;
  expect(thread).toMatchObject({ state: 'resolved', resolved_at: expect.any(String) });
});

it('shows a client another client’s comment without their name', async () => {
  await say(await client(), { text: 'Is it Friday or Saturday?' });
  const tom = await givenClient(api.services, api.home.workspace, owner, [draftId], 'tom@example.org');
  await say(tom, { text: 'Friday, I think.' });
  const names = async (actor: Actor) => (await seenBy(actor)).flatMap(({ comments }) => comments.map(({ by }) => String(by)));
  expect([await names(tom), await names(owner)]).toEqual([
    ['Another client', 'tom@example.org'],
    ['mara@example.org', 'tom@example.org'],
  ]);
});

it('quotes current words only, and only in an accessible draft', async () => {
  await say(owner, { text: 'Better: tonight.', quote: 'on Friday' });
  expect((await seenBy(owner))[0]).toMatchObject({ quote: 'on Friday', platform: null });
  await expect(say(owner, { text: 'Hm.', quote: 'on Sunday' })).rejects.toMatchObject({ code: 'validation_failed' });
  await say(owner, { text: 'Nine?', quote: 'Doors open', platform: 'sandbox' });
  const stranger = { ...(await client()), draftId };
  const other = (await givenSubmittedDraft(api.services, agent, api.home.workspace)).draft.id;
  await expect(say(stranger, { text: 'Hello.', draftId: other })).rejects.toMatchObject({ code: 'not_found' });
  const viewer = await userActor(api.services, api.home.accountId, 'viewer');
  await expect(say(viewer, { text: 'Hello.' })).rejects.toMatchObject({ code: 'insufficient_role' });
});

it('removes changes of text direction and invisible characters, and refuses long or empty text', async () => {
  const { text } = await say(owner, { text: '  one\r\ntwo\u202Eeerht\u0007 \t four\n\n\n\n\nfive ' });
  expect(text).toBe('one\ntwoeerht   four\n\n\nfive');
  await expect(say(owner, { text: '\u202E \u0001' })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(say(owner, { text: 'x'.repeat(4_001) })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(say(owner, { text: 'a\0' })).rejects.toMatchObject({ code: 'validation_failed' });
});

it('notifies mentioned people and participants, and the owners if an agent or client writes first', async () => {
  const { id: threadId } = await say(await client(), { text: 'Please mind the date.' });
  expect((await noticesOf(owner)).map(({ kind }) => kind)).toEqual(['comment_added']);
  await say(owner, { text: 'Can you look?', threadId, mentions: [approver.userId] });
  const [called] = await noticesOf(approver);
  expect(called).toMatchObject({ kind: 'comment_mention', message: expect.stringContaining('“Can you look?”') });
  await say(approver, { text: 'Done.', threadId });
  expect((await noticesOf(owner)).map(({ kind }) => kind)).toEqual(['comment_added', 'comment_added']);
  await expect(say(owner, { text: 'You?', mentions: ['usr_nobody'] })).rejects.toMatchObject({ code: 'validation_failed' });
});

it('notifies the owners of a person’s comment on a draft that no other person is concerned with', async () => {
  await say(approver, { text: 'Is the date right?' });
  expect((await noticesOf(owner)).map(({ kind }) => kind)).toEqual(['comment_added']);
  const { id: threadId } = await say(owner, { text: 'I will ask.' });
  await say(owner, { text: 'It is.', threadId });
  expect(await noticesOf(approver)).toEqual([]);
});

it('notifies of a long comment whose emoji lies where the notice ends', async () => {
  await say(agent, { text: `${'a'.repeat(299)}🚢 and so on.` });
  expect(String((await noticesOf(owner)).at(-1)?.message)).toContain('aaa\ufffd…');
});

it('mentions people by the names in the text, and refuses a name that matches no one or several, except a handle that the draft contains', async () => {
  const person = async (name: string) => {
    const actor = await userActor(api.services, api.home.accountId, 'editor');
    await api.services.orm.em.fork().nativeUpdate(User, { id: actor.userId }, { name });
    return actor;
  };
  const [ben, bea, other] = [await person('Ben Quay'), await person('Bea Quay'), await person('Bea Pier')];
  const called = async (text: string) => (await say(owner, { text })).mentions;
  expect(await called('@ben quay, is it Friday?')).toEqual([ben.userId]);
  expect(await called('Ask @Ben. (@Bea Pier knows.)')).toEqual([ben.userId, other.userId]);
  expect(await called('Mail ben@example.org or @ben@example.social.')).toEqual([]);
  expect((await noticesOf(ben)).map(({ kind }) => kind)).toEqual(['comment_mention', 'comment_mention']);
  const refused = { code: 'validation_failed', fields: [{ pointer: '/text' }] };
  await expect(called('@bean, is it Friday?')).rejects.toMatchObject(refused);
  await expect(called('@Bea, is it Friday?')).rejects.toThrow(/could be Bea (Quay|Pier), Bea (Quay|Pier): write the whole name/);
  expect(await noticesOf(bea)).toEqual([]);
  const { draft } = await givenSubmittedDraft(api.services, agent, api.home.workspace, { text: 'Doors open with @harbourband at nine.' });
  await say(owner, { text: 'Is @harbourband theirs?', draftId: draft.id });
  const captions = [{ platform: 'sandbox', text: 'Doors open at nine.', settings: { first_comment: 'Music by @pierband.' } }];
  const credited = { workspace_id: api.home.workspaceId, source_text: 'Doors open at nine.', platforms: ['sandbox'], captions };
  const { draft_id: creditedId } = (await api.send('POST', '/api/v1/drafts', credited)).json();
  await say(owner, { text: 'Is @pierband theirs?', draftId: creditedId });
  const answer = await api.send('POST', `/api/v1/drafts/${draftId}/comments`, { text: '@Ben, see the source.' });
  expect([answer.statusCode, answer.json().errors?.[0]?.pointer ?? answer.json()]).toEqual([422, '/text']);
});

it('accepts sixty comments an hour per author and draft, also concurrently', async () => {
  const results = await Promise.allSettled(Array.from({ length: 66 }, (_, index) => say(agent, { text: `Note ${index}.` })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
  expect(await api.services.orm.em.fork().count(Comment, { draftId })).toBe(60);
  await expect(say(await client(), { text: 'Clients still can.' })).resolves.toBeDefined();
  await expect(say(owner, { text: 'People still can.' })).resolves.toBeDefined();
});

it('keeps 200 of each author, 400 of outsiders and room for members; after that, waiting does not help', async () => {
  const { id } = await say(agent, { text: 'Note.' });
  await saidBefore(id, 199);
  await expect(say(agent, { text: 'One more.' })).rejects.toMatchObject({ code: 'invalid_state', details: {} });
  const mara = await client();
  await saidBefore((await say(mara, { text: 'Words.' })).id, 199);
  const tom = await givenClient(api.services, api.home.workspace, owner, [draftId], 'tom@example.org');
  await expect(say(tom, { text: 'Hello?' })).rejects.toMatchObject({ code: 'invalid_state' });
  await expect(say(owner, { text: 'People still can.' })).resolves.toBeDefined();
});

describe('a draft with many comments', () => {
  it('returns the newest, and the others on request', async () => {
    const { id: first } = await say(agent, { text: 'The first.' });
    const answers: string[] = [];
    for (let count = 0; count < 22; count++) answers.push((await say(agent, { text: `Answer ${count}.`, threadId: first })).id);
    const read = async (query = '') => (await api.send('GET', `/api/v1/drafts/${draftId}/comments${query}`)).json();
    const idsIn = ({ comments }: { comments: { comment_id: string }[] }) => comments.map(({ comment_id: id }) => id);
    const { threads, has_earlier: hasEarlier } = await read();
    expect([hasEarlier, threads[0].has_earlier, idsIn(threads[0])]).toEqual([false, true, [first, ...answers.slice(2)]]);
    const before = (await read(`?thread_id=${first}&before=${answers[2]}`)).threads[0];
    expect([before.has_earlier, idsIn(before)]).toEqual([false, [first, ...answers.slice(0, 2)]]);
    // The thread of the reply is included, however many are newer.
    await threadsBefore(first, 50);
    const newest = await read();
    expect([newest.has_earlier, newest.threads.length]).toEqual([true, 50]);
    const earlier = await read(`?before=${newest.threads[0].thread_id}`);
    expect([earlier.has_earlier, earlier.threads.map(({ thread_id: id }: { thread_id: string }) => id)]).toEqual([false, [first]]);
    const answered = await api.send('POST', `/api/v1/drafts/${draftId}/comments`, { text: 'Still here.', thread_id: first });
    expect([answered.statusCode, answered.json().comments.at(-1).text]).toEqual([201, 'Still here.']);
  });

  it('returns fewer of each if there are many drafts', async () => {
    const { id } = await say(agent, { text: 'The first.' });
    await threadsBefore(id, 20);
    const others = Array.from({ length: 99 }, (_, index) => `drf_${index}`);
    const found = await actAs(api.services, owner, (ctx) => threadsOf(ctx, [draftId, ...others]));
    expect(found.get(draftId)).toMatchObject({ hasEarlier: true, threads: { length: 5 } });
  });
});

/** Copies the comment this many times, as of long ago. */
const saidBefore = (id: string, times: number) => copies(id, times, 'thread_id');
/** Creates this many copies of the thread. */
const threadsBefore = (id: string, times: number) => copies(id, times, "id || 'n' || lpad(n::text, 3, '0')");

const copies = (id: string, times: number, thread: string) =>
  api.services.orm.em.fork().execute(
    `insert into comments (id, account_id, workspace_id, draft_id, thread_id, visibility, text, user_id, grant_id, client_link_id, client_email, created_at)
     select id || 'n' || lpad(n::text, 3, '0'), account_id, workspace_id, draft_id, ${thread}, visibility, text, user_id, grant_id, client_link_id,
         client_email, created_at - interval '2 hours' from comments, generate_series(1, ?::int) n where id = ?`,
    [times, id],
  );
