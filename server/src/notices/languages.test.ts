import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { createMailCarrier, deliverMail } from '../access/mail/deliver-mail.ts';
import { chooseLanguage } from '../access/people.ts';
import { Session } from '../access/sessions/session.entity.ts';
import { changePassword, hashNewPassword } from '../access/sessions/sessions.ts';
import { DAY_MS } from '../clock.ts';
import type { Services } from '../context.ts';
import { readEvents } from '../events/event-queries.ts';
import type { Language } from '../languages/language.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { startChatServer } from '../testing/servers/chat-server.ts';
import { type MailServer, startMailServer } from '../testing/servers/mail-server.ts';
import { startPushService } from '../testing/servers/push-service.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createFixedClock, createRecordingQueue, createTestServices, testConfig } from '../testing/test-services.ts';
import { notifyPeople } from './compose/notify-people.ts';
import { addChat } from './sending/chats.ts';
import { addPushDevice } from './sending/push-devices.ts';
import { ensurePushKey, readPushKey } from './sending/push-notices.ts';
import { routeNotices } from './sending/route-notices.ts';
import { sendDueNotices } from './sending/send-due-notices.ts';

const database = useTestDatabase();
const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
const queue = createRecordingQueue();
let post: MailServer;
let services: Services;
let stage: Stage;
let approver: Extract<Actor, { kind: 'user' }>;

beforeAll(async () => {
  post = await startMailServer();
  const config = testConfig(database, { mail: { smtpUrl: post.url, from: 'Countersign <posts@example.org>' } });
  services = createTestServices(database, { clock, queue, config });
  await ensurePushKey(services);
});
afterAll(() => post?.close());
beforeEach(async () => {
  stage = await givenStage(services, { workspace: { timeZone: 'Europe/Lisbon' } });
  approver = await userActor(services, stage.accountId, 'approver');
});

async function showIdentity(actor = approver): Promise<void> {
  await services.orm.em.fork().nativeUpdate(Session, { id: actor.sessionId }, { reauthenticatedAt: clock.now() });
}
const changeOwnPassword = async (actor = approver) => {
  await showIdentity(actor);
  await actAs(services, actor, async (ctx) => changePassword(ctx, await hashNewPassword(ctx, 'fulfil otter lamp')));
};
const choose = (language: Language, actor = approver) => actAs(services, actor, (ctx) => chooseLanguage(ctx, language));

async function tell(): Promise<void> {
  await readEvents(services, notifyPeople);
  await routeNotices(services);
  clock.advance(DAY_MS);
}

/** The approver's mails, received by a real mail server. */
async function mails() {
  await sendDueNotices(services, 'mail');
  const carrier = createMailCarrier({ smtpUrl: post.url, from: 'posts@example.org' });
  for (const id of queue.mailIds.splice(0)) await deliverMail(services, carrier, id);
  return post.mails.splice(0).filter(({ to }) => to.includes(approver.email));
}

it('mails in German: subject, sentences, dates, button and footer', async () => {
  await choose('de');
  const { approval } = await stage.submit({ sourceText: 'The pier opens.', scheduledAt: new Date('2026-05-09T08:00:00Z') });
  await tell();
  const [mail] = await mails();
  expect(mail?.headers).toMatchObject({ 'content-language': 'de', subject: 'Ein Beitrag wartet auf Ihre Entscheidung: The pier opens.' });
  expect(mail?.html).toContain('<html lang="de" dir="ltr">');
  const lines = [
    `Guten Tag ${approver.name},`,
    `${stage.agent.agentName} bittet um Ihre Freigabe: „The pier opens.“ für Sandbox.`,
    'Wird veröffentlicht am Samstag, 9. Mai 2026, 09:00 (Europe/Lisbon).',
    `Prüfen: http://localhost:4000/approvals/${approval?.id}`,
    'Sie erhalten diese E-Mail wegen Ihres Kontos auf http://localhost:4000',
    'Benachrichtigungseinstellungen: http://localhost:4000/settings/notifications',
  ];
  expect(lines.filter((line) => !mail?.text.split('\r\n').includes(line))).toEqual([]);
});

it('mails a change of the sign-in in Arabic, from right to left', async () => {
  await choose('ar');
  await changeOwnPassword();
  const [mail] = await mails();
  expect(mail?.headers).toMatchObject({ 'content-language': 'ar' });
  expect(mail?.html).toContain('<html lang="ar" dir="rtl">');
  expect(mail?.html).toContain('<body dir="rtl"');
  expect(mail?.text).toContain('غُيّرت كلمة مرورك.');
  expect(mail?.text).toContain(`مرحبًا ${approver.name}،`);
  expect(mail?.text).toContain('فتح إعدادات الأمان: http://localhost:4000/settings/security');
});

it('mails several items in one message, with plural forms of the language, and in English if no language was chosen', async () => {
  await choose('pt');
  for (const sourceText of ['The pier opens.', 'The lighthouse opens.']) await stage.submit({ sourceText });
  await tell();
  const [mail] = await mails();
  expect(mail?.text).toContain(`${stage.agent.agentName} pede a sua aprovação: “The pier opens.” para Sandbox.`);
  expect(mail?.text).toContain('Abrir as aprovações: http://localhost:4000/approvals');
  approver = stage.owner;
  await changeOwnPassword();
  expect((await mails()).map(({ headers }) => [headers['content-language'], headers.subject])).toEqual([
    ['en', 'Your sign-in to Countersign has changed'],
  ]);
});

it('pushes in French, also notices from before French was chosen', async () => {
  const key = (await readPushKey(contextFor(services))) ?? '';
  const push = await startPushService(() => key);
  await actAs(services, approver, (ctx) => addPushDevice(ctx, push.subscription));
  await stage.submit({ sourceText: 'The pier opens.' });
  await tell();
  await choose('fr');
  await sendDueNotices(services, 'push');
  expect(push.messages.map(({ text }) => JSON.parse(text))).toMatchObject([
    {
      title: 'Un post attend votre décision',
      body: `${stage.agent.agentName} demande votre approbation\u00a0: «\u00a0The pier opens.\u00a0» pour Sandbox.`,
    },
  ]);
  await push.close();
});

it('sends chat messages in Spanish', async () => {
  const server = await startChatServer();
  await choose('es');
  await showIdentity();
  const secret = `${server.url}/services/T1/B1/secret`;
  await actAs(services, approver, (ctx) => addChat(ctx, { kind: 'slack', name: '#posts', secret }));
  const { approval } = await stage.submit({ sourceText: 'The pier opens.' });
  await tell();
  await sendDueNotices(services, 'chat');
  expect(server.said.map(({ body }) => (body as { text: string }).text)).toEqual([
    [
      'Una publicación espera su decisión',
      `${stage.agent.agentName} pide su aprobación: «The pier opens.» para Sandbox.`,
      `Revisar: http://localhost:4000/approvals/${approval?.id}`,
    ].join('\n'),
  ]);
  await server.close();
});
