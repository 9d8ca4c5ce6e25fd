import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Notice } from '../../access/notice.entity.ts';
import { markNoticesSeen } from '../../access/notices.ts';
import { Session } from '../../access/sessions/session.entity.ts';
import { forgetDevices } from '../../access/sessions/sessions.ts';
import { MINUTE_MS } from '../../clock.ts';
import type { Services } from '../../context.ts';
import { readEvents } from '../../events/event-queries.ts';
import { newId } from '../../new-id.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { BOT_TOKEN, type ChatServer, startChatServer } from '../../testing/servers/chat-server.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { contextFor, createFixedClock, createRecordingQueue, createTestServices, testConfig } from '../../testing/test-services.ts';
import { notifyPeople } from '../compose/notify-people.ts';
import { NoticeDelivery } from '../notice.entities.ts';
import { changeNoticeSettings } from '../notice-preferences.ts';
import { type AddChatInput, addChat, checkChatAddress, listChats, removeChat } from './chats.ts';
import { NoticeChat } from './notice-chat.entity.ts';
import { testChat } from './post-to-chat.ts';
import { routeNotices } from './route-notices.ts';
import { sendDueNotices } from './send-due-notices.ts';

const database = useTestDatabase();
const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
let services: Services;
let server: ChatServer;
let stage: Stage;
let ada: Extract<Actor, { kind: 'user' }>;

beforeEach(async () => {
  server = await startChatServer();
  services = createTestServices(database, { clock, outbound: leadTelegramTo(server.url) });
  stage = await givenStage(services);
  ada = await userActor(services, stage.accountId, 'approver');
});
afterEach(() => server?.close());

/** The real outbound client, with Telegram's address redirected to the fake server. */
function leadTelegramTo(url: string): Outbound {
  const outbound = createTestOutbound();
  return { ...outbound, fetch: (target, request) => outbound.fetch(String(target).replace('https://api.telegram.org', url), request) };
}

const fresh = (actor = ada) => services.orm.em.fork().nativeUpdate(Session, { id: actor.sessionId }, { reauthenticatedAt: clock.now() });
const addresses = (): AddChatInput[] => [
  { kind: 'slack', name: '#posts', secret: `${server.url}/services/T1/B1/secret` },
  { kind: 'discord', name: 'Harbour', secret: `${server.url}/api/webhooks/1/secret` },
  { kind: 'telegram', name: 'The crew', secret: BOT_TOKEN, chatId: '-1001234567890' },
];
async function add(input: AddChatInput, actor = ada): Promise<void> {
  await fresh(actor);
  await actAs(services, actor, (ctx) => addChat(ctx, input));
}
const addAll = async () => {
  for (const input of addresses()) await add(input);
};
const chats = (actor = ada) => listChats(contextFor(services, actor));
const test = (id: string, actor = ada) => testChat(contextFor(services, actor), id);

async function tell(milliseconds = MINUTE_MS): Promise<void> {
  await readEvents(services, notifyPeople);
  await routeNotices(services);
  clock.advance(milliseconds);
  await sendDueNotices(services, 'chat');
}
const deliveries = () =>
  services.orm.em.fork().find(NoticeDelivery, { userId: ada.userId, channel: 'chat' }, { orderBy: { noticeId: 'asc' } });

it('lists waiting posts with links in Slack, Discord and Telegram, without mentions or unfurled links', async () => {
  await addAll();
  const { approval } = await stage.submit({ sourceText: '<!channel> *All* [here](https://evil.example) & @everyone' });
  await tell();
  const page = `http://localhost:4000/approvals/${approval?.id}`;
  const what = (words: string) => `${stage.agent.agentName} requests your approval: “${words}” for Sandbox.`;
  const by = (part: string) => server.said.find(({ path }) => path.includes(part))?.body;
  expect(by('/services/')).toEqual({
    text: `A post waits for your decision\n${what('&lt;!channel&gt; *All* [here](https://evil.example) &amp; @\u2060everyone')}\nReview: ${page}`,
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
  });
  expect(by('/api/webhooks/')).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 });
  expect(by('/api/webhooks/')?.content).toContain('\\<!channel\\> \\*All\\* \\[here\\]\\(https\\://evil.example\\) & \\@everyone');
  expect(by('/api/webhooks/')?.content).toContain(`[Review](<${page}>)`);
  expect(by('/bot')).toEqual({
    chat_id: '-1001234567890',
    text: `A post waits for your decision\n${what('<!channel> *All* [here](https://evil.example) & @\u2060everyone')}\nReview: ${page}`,
    link_preview_options: { is_disabled: true },
  });
});

it('sends many as one message, once from any number of workers, without disabled ones', async () => {
  await addAll();
  for (let number = 0; number < 12; number += 1) await stage.submit({ sourceText: `Pier ${number}: ${'_'.repeat(150)}` });
  await readEvents(services, notifyPeople);
  await routeNotices(services);
  clock.advance(MINUTE_MS);
  await Promise.all([sendDueNotices(services, 'chat'), sendDueNotices(services, 'chat'), sendDueNotices(services, 'chat')]);
  expect(server.said).toHaveLength(3);
  const slack = String(server.said.find(({ path }) => path.startsWith('/services/'))?.body.text);
  expect([slack.split('\n')[0], slack.includes('… and 2 more')]).toEqual(['12 posts wait for your decision', true]);
  const discord = String(server.said.find(({ path }) => path.startsWith('/api/webhooks/'))?.body.content);
  const listed = discord.match(/Review/g)?.length ?? 0;
  expect(listed).toBeLessThan(10);
  expect(discord).toContain(`\n[… and ${12 - listed} more](<http://localhost:4000/approvals?workspace=${stage.workspaceId}>)`);
  await actAs(services, ada, (ctx) => changeNoticeSettings(ctx, { topics: [{ topic: 'waiting', mail: true, push: true, chat: false }] }));
  await stage.submit({ sourceText: 'Not wanted that way.' });
  await tell(20 * MINUTE_MS);
  expect(server.said).toHaveLength(3);
});

it('sends what was seen in the console, and nothing that was decided', async () => {
  await add(addresses()[0] as AddChatInput);
  const { workspaceId } = stage;
  const seen = async () => {
    const [newest] = await services.orm.em.fork().find(Notice, { userId: ada.userId }, { orderBy: { id: 'desc' }, limit: 1 });
    await actAs(services, ada, (ctx) => markNoticesSeen(ctx, { workspaceId, upToId: newest?.id ?? null }));
  };
  await stage.submit({ sourceText: 'The pier opens.' });
  await readEvents(services, notifyPeople);
  await seen();
  await tell();
  expect(server.said.map(({ body }) => String(body.text).split('\n')[0])).toEqual(['A post waits for your decision']);
  const { approval } = await stage.submit({ sourceText: 'The pier closes.' });
  await readEvents(services, notifyPeople);
  await seen();
  if (!approval) throw new Error('Nothing waits.');
  const { id: approvalId, contentHash } = approval;
  await actAs(services, ada, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision: 'approved' }));
  await tell(20 * MINUTE_MS);
  expect(server.said).toHaveLength(1);
  expect((await deliveries()).map(({ state }) => state)).toEqual(['sent', 'not_needed']);
});

it('respects quiet hours and the person’s digest time', async () => {
  await add(addresses()[0] as AddChatInput);
  await actAs(services, ada, (ctx) =>
    changeNoticeSettings(ctx, { timeZone: 'UTC', digestAt: '08:00', quietFrom: '07:30', quietTo: '09:00' }),
  );
  await stage.submit();
  await tell();
  const dueAt = (await deliveries())[0]?.dueAt.toISOString().slice(11);
  expect([server.said.length, dueAt]).toEqual([0, '09:00:00.000Z']);
});

it('retries if nothing arrived; stops and reports a deleted chat, and resumes after a test', async () => {
  await add(addresses()[0] as AddChatInput);
  server.answer(503);
  await stage.submit();
  await tell();
  expect((await deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([['waiting', 1]]);
  server.answer(404);
  await tell();
  expect((await deliveries()).map(({ state }) => state)).toEqual(['given_up']);
  const [chat] = await chats();
  expect(chat?.stoppedAt).not.toBeNull();
  await stage.submit({ sourceText: 'No one is there.' });
  await tell();
  expect(await deliveries()).toHaveLength(1);
  await expect(test(chat?.id ?? '')).rejects.toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining('#posts accepts no messages'),
  });
  server.answer(200);
  await test(chat?.id ?? '');
  expect([server.said[0]?.body.text, (await chats())[0]?.stoppedAt]).toEqual([expect.stringMatching(/^It works/), null]);
});

it('retries what was not sent because the address of a chat cannot be opened', async () => {
  await add(addresses()[0] as AddChatInput);
  await services.orm.em.fork().nativeUpdate(NoticeChat, { userId: ada.userId }, { sealedAddress: 'unreadable' });
  await stage.submit();
  await tell();
  expect((await deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([['waiting', 1]]);
});

it('takes a message that Discord did not save for refused, and does not stop the chat', async () => {
  await add(addresses()[1] as AddChatInput);
  const [chat] = await chats();
  server.answer(400);
  await expect(test(chat?.id ?? '')).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('thread_id') });
  expect((await chats())[0]?.stoppedAt).toBeNull();
  server.answer(200);
  await test(chat?.id ?? '');
  expect(server.said.map(({ path }) => path)).toEqual(['/api/webhooks/1/secret?wait=true']);
});

it('follows a Telegram group that became a supergroup, and stops one that is not there', async () => {
  await add(addresses()[2] as AddChatInput);
  const [chat] = await chats();
  server.move('-1009876543210');
  await test(chat?.id ?? '');
  await stage.submit();
  await tell();
  expect(server.said.map(({ body }) => body.chat_id)).toEqual(['-1009876543210', '-1009876543210']);
  server.move('-1005555555555');
  await expect(test(chat?.id ?? '')).rejects.toMatchObject({ code: 'invalid_state' });
  expect((await chats())[0]?.stoppedAt).not.toBeNull();
});

it('stops a chat that refuses three messages in a row, and mails its person why', async () => {
  const queue = createRecordingQueue();
  const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'Countersign <posts@example.org>' };
  services = { ...services, queue, config: testConfig(database, { mail }) };
  await add(addresses()[2] as AddChatInput);
  server.move('');
  for (const [refusals, sourceText] of ['First.', 'Second.', 'Third.'].entries()) {
    expect((await chats())[0]).toMatchObject({ refusals, stoppedAt: null });
    await stage.submit({ sourceText });
    await tell(20 * MINUTE_MS);
  }
  expect((await chats())[0]).toMatchObject({
    refusals: 3,
    fault: expect.stringContaining('not enough rights'),
    stoppedAt: expect.any(Date),
  });
  expect(queue.mailIds).toHaveLength(1);
  server.move('-1001234567890');
  await test((await chats())[0]?.id ?? '');
  expect((await chats())[0]).toMatchObject({ refusals: 0, fault: null, stoppedAt: null });
});

it('stops a chat without an email to an address that was never confirmed: it may be another person’s', async () => {
  const queue = createRecordingQueue();
  const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'Countersign <posts@example.org>' };
  services = { ...services, queue, config: testConfig(database, { mail }) };
  await services.orm.em.fork().execute('update users set email_confirmed_at = null');
  await add(addresses()[2] as AddChatInput);
  server.move('');
  const { id } = (await chats())[0] ?? { id: '' };
  for (let sent = 0; sent < 3; sent += 1) {
    const now = clock.now();
    const about = { id: newId('ntc'), accountId: stage.accountId, workspaceId: stage.workspaceId, userId: ada.userId };
    await services.orm.em.fork().insert(Notice, { ...about, kind: 'job_failed', subjectId: null, message: 'It failed.', createdAt: now });
    await tell(20 * MINUTE_MS);
  }
  expect([id === '', (await chats())[0]?.stoppedAt, queue.mailIds]).toEqual([false, expect.any(Date), []]);
});

it('stops a chat that has not worked for a day, and mails its person', async () => {
  const queue = createRecordingQueue();
  const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'Countersign <posts@example.org>' };
  services = { ...services, queue, config: testConfig(database, { mail }) };
  await add(addresses()[0] as AddChatInput);
  const failFor = async (hours: number) => {
    server.answer(503);
    for (let hour = 0; hour < hours; hour += 1) {
      await stage.submit({ sourceText: `Pier ${hour} opens.` });
      await tell(60 * MINUTE_MS);
    }
    return (await chats())[0]?.stoppedAt ?? null;
  };
  expect(await failFor(24)).toBeNull();
  server.answer(200);
  await stage.submit({ sourceText: 'The café opens.' });
  await tell();
  expect([await failFor(24), queue.mailIds.length]).toEqual([null, 0]);
  expect([await failFor(1), queue.mailIds.length]).toEqual([expect.any(Date), 1]);
  server.answer(200);
  await test((await chats())[0]?.id ?? '');
  expect(await failFor(1)).toBeNull();
});

it('never repeats what a chat may have received without a response, and a test reports that', async () => {
  await add(addresses()[0] as AddChatInput);
  server.answer('nothing');
  await stage.submit();
  await tell();
  expect((await deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([['given_up', 0]]);
  const [chat] = await chats();
  await expect(test(chat?.id ?? '')).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('may have arrived') });
  expect([server.said.length, (await chats())[0]?.stoppedAt]).toEqual([2, null]);
  server.answer(200);
  await tell(20 * MINUTE_MS);
  expect(server.said).toHaveLength(2);
});

it('repeats nothing if one chat is gone and another may have received it', async () => {
  await add(addresses()[0] as AddChatInput);
  await add({ kind: 'slack', name: 'Nobody', secret: 'http://127.0.0.1:1/services/T1/B1/secret' });
  server.answer('nothing');
  await stage.submit();
  await tell();
  expect((await deliveries()).map(({ state }) => state)).toEqual(['given_up']);
});

it('never repeats what a worker died while sending', async () => {
  await add(addresses()[0] as AddChatInput);
  await stage.submit();
  await readEvents(services, notifyPeople);
  await routeNotices(services);
  await services.orm.em.fork().nativeUpdate(NoticeDelivery, { userId: ada.userId }, { state: 'sending' });
  clock.advance(60 * MINUTE_MS);
  await sendDueNotices(services, 'chat');
  expect(server.said).toEqual([]);
});

it('needs a recent sign-in, adds one chat once, and shows no address', async () => {
  const [slack] = addresses() as [AddChatInput];
  await services.orm.em.fork().nativeUpdate(Session, { id: ada.sessionId }, { reauthenticatedAt: null });
  await expect(actAs(services, ada, (ctx) => addChat(ctx, slack))).rejects.toMatchObject({ code: 'reauthentication_required' });
  await Promise.all([add(slack), add({ ...slack, name: '#drafts' })]);
  const [chat, ...others] = await chats();
  expect([others, Object.keys(chat ?? {}).toSorted()]).toEqual([[], ['createdAt', 'fault', 'id', 'kind', 'name', 'refusals', 'stoppedAt']]);
  const [row] = await services.orm.em.fork().execute('select * from notice_chats');
  expect(JSON.stringify(row)).not.toContain('secret');
  await expect(test(chat?.id ?? '', stage.owner)).rejects.toMatchObject({ code: 'not_found' });
  await expect(actAs(services, stage.owner, (ctx) => removeChat(ctx, chat?.id ?? ''))).rejects.toMatchObject({ code: 'not_found' });
  await actAs(services, ada, (ctx) => forgetDevices(ctx, ada.userId));
  expect(await chats()).toEqual([]);
});

it.each([
  ['slack', 'hooks.slack.com/services', null, '/secret'],
  ['telegram', 'no token', '@harbour', '/secret'],
  ['telegram', BOT_TOKEN, 'https://t.me/harbour', '/chatId'],
] as const)('refuses an invalid address of %s: %s', async (kind, secret, chatId, pointer) => {
  await expect(add({ kind, name: 'Harbour', secret, chatId })).rejects.toMatchObject({ code: 'validation_failed', fields: [{ pointer }] });
});

it('is limited to ten tests in a while, and never calls an internal address', async () => {
  await add(addresses()[0] as AddChatInput);
  const [chat] = await chats();
  for (let number = 0; number < 10; number += 1) await test(chat?.id ?? '');
  await expect(test(chat?.id ?? '')).rejects.toMatchObject({ code: 'rate_limited' });
  for (const secret of ['https://10.0.0.7/services/x', 'https://169.254.169.254/services/x']) {
    const tried = checkChatAddress(contextFor(services, ada), { kind: 'slack', name: 'Inside', secret });
    await expect(tried).rejects.toMatchObject({ code: 'address_refused' });
  }
});
