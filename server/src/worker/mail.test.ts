import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { createMailCarrier, deliverMail } from '../access/mail/deliver-mail.ts';
import { Mail } from '../access/mail/mail.entity.ts';
import { queueMail } from '../access/mail/queue-mail.ts';
import { findInvitation } from '../access/members/accept-invitation.ts';
import { inviteMember } from '../access/members/invite-member.ts';
import { Session } from '../access/sessions/session.entity.ts';
import { changePassword, hashNewPassword } from '../access/sessions/sessions.ts';
import { MINUTE_MS, systemClock } from '../clock.ts';
import type { Services } from '../context.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { type MailServer, startMailServer } from '../testing/servers/mail-server.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices, testConfig } from '../testing/test-services.ts';
import { createQueue, type Queue } from './queue.ts';
import { startWorker } from './start-worker.ts';

const database = useTestDatabase();
let post: MailServer;
let services: Services;
let queue: Queue;
let startTaking: () => Promise<void>;
const running: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  post = await startMailServer();
});
afterAll(() => post?.close());
beforeEach(async () => {
  post.mails.length = 0;
  const config = testConfig(database, { mail: { smtpUrl: post.url, from: 'Countersign <posts@example.org>' } });
  const base = createTestServices(database, { clock: systemClock, config });
  queue = createQueue({ url: database.url, role: 'all', log: base.log });
  services = { ...base, queue };
  await queue.start();
  running.push(() => queue.stop());
  startTaking = async () => {
    const worker = await startWorker(services, queue);
    running.push(() => worker.stop());
  };
});
afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

const untilMails = (count: number) => expect.poll(() => post.mails.length, { interval: 20 }).toBe(count);
const rows = () => services.orm.em.fork().find(Mail, {}, { orderBy: { id: 'desc' } });

async function freshOwner(accountId: string): Promise<Extract<Actor, { kind: 'user' }>> {
  const owner = await userActor(services, accountId);
  await services.orm.em.fork().nativeUpdate(Session, { id: owner.sessionId }, { reauthenticatedAt: services.clock.now() });
  return owner;
}

/** The content of the whole database, including the queue's own tables. */
async function dump(): Promise<string> {
  const em = services.orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const found: unknown[] = [];
  for (const { name } of tables) found.push(await em.execute(`select to_jsonb(t) as row from ${name} t`));
  return JSON.stringify(found);
}

it('mails an invitation link to its recipient, and stores it encrypted', async () => {
  const { accountId } = await givenWorkspace(services);
  const owner = await freshOwner(accountId);
  const { link } = await actAs(services, owner, (ctx) => inviteMember(ctx, { accountId, email: 'nia@example.org', role: 'approver' }));
  const token = link.split('=')[1] ?? '';
  const bytes = Buffer.from(token);
  const forms = [token, bytes.toString('base64').replaceAll('=', ''), bytes.toString('hex')];
  const before = await dump();
  expect(before).toContain((await rows())[0]?.id);
  expect(forms.filter((form) => before.includes(form))).toEqual([]);
  await startTaking();
  await untilMails(1);
  const [mail] = post.mails;
  expect(mail?.to).toEqual(['nia@example.org']);
  const sent = /http:\/\/localhost:4000\/invite#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(await findInvitation(contextFor(services), sent)).toMatchObject({ email: 'nia@example.org', invitedBy: owner.name });
  expect(mail?.html).toContain(link);
  await expect.poll(async () => (await rows())[0]?.sealedMessage).toBeNull();
});

it('lets no name become a header, another recipient or markup', async () => {
  const { accountId, account } = await givenWorkspace(services);
  const owner = { ...(await freshOwner(accountId)), name: '<img src=x>\r\nBcc: evil@example.org\r\n\r\nHello' };
  await services.orm.em.fork().execute(`update accounts set name = ? where id = ?`, ['Tide\r\nTo: evil@example.org', account.id]);
  await startTaking();
  const invite = (email: string) => actAs(services, owner, (ctx) => inviteMember(ctx, { accountId, email, role: 'viewer' }));
  await invite('nia@example.org');
  await untilMails(1);
  const [mail] = post.mails;
  expect(mail?.to).toEqual(['nia@example.org']);
  expect(mail?.headers.bcc).toBeUndefined();
  expect(mail?.headers.to).toBe('nia@example.org');
  expect(mail?.headers.subject).toContain('invites you to Tide To: evil@example.org');
  expect(mail?.html).toContain('&lt;img src=x&gt; Bcc: evil@example.org Hello invites you');
  expect(mail?.html).not.toContain('<img');
  // A malformed address fails at the mail server and reaches no other recipient.
  await invite('a@example.org>,evil');
  await expect.poll(async () => (await rows())[0]?.sentAt ?? (await rows())[0]?.failedAt ?? null).not.toBeNull();
  expect(post.mails.flatMap(({ to }) => to).filter((to) => to.startsWith('evil'))).toEqual([]);
});

it('takes several messages at once, and those with a link that expires first', async () => {
  const { accountId } = await givenWorkspace(services);
  const owner = await freshOwner(accountId);
  const to = { name: null, email: 'nia@example.org', language: null };
  for (let number = 0; number < 6; number += 1)
    await actAs(services, owner, (ctx) => queueMail(ctx, { accountId, to, subject: `News ${number}`, paragraphs: [] }));
  const expiresAt = new Date(Date.now() + MINUTE_MS);
  await actAs(services, owner, (ctx) => queueMail(ctx, { accountId, to, subject: 'Your link', paragraphs: [], expiresAt }));
  const [link] = await rows();
  const taken: string[] = [];
  const answered = Promise.withResolvers<void>();
  await queue.takeMails(async (mailId) => {
    taken.push(mailId);
    await answered.promise;
  });
  await expect.poll(() => taken.length, { interval: 20 }).toBe(4);
  expect(taken).toContain(link?.id);
  answered.resolve();
  await expect.poll(() => taken.length, { interval: 20 }).toBe(7);
  await queue.drain();
});

it('notifies a person of a change to their own sign-in', async () => {
  const { accountId } = await givenWorkspace(services);
  const person = await freshOwner(accountId);
  await startTaking();
  await actAs(services, person, async (ctx) => changePassword(ctx, await hashNewPassword(ctx, 'another long password')));
  await untilMails(1);
  expect(post.mails[0]?.to).toEqual([person.email]);
  expect(post.mails[0]?.text).toContain('Your password was changed.');
  expect(post.mails[0]?.raw).not.toContain('another long password');
});

it('sends nothing of a change that was rolled back', async () => {
  const { accountId } = await givenWorkspace(services);
  const owner = await freshOwner(accountId);
  const before = (await rows()).length;
  const failed = actAs(services, owner, async (ctx) => {
    await changePassword(ctx, await hashNewPassword(ctx, 'another long password'));
    throw new Error('The change failed.');
  });
  await expect(failed).rejects.toThrow('The change failed.');
  expect(await rows()).toHaveLength(before);
});

/** A message that is not taken off the queue, to be delivered by the test. */
async function givenMail(): Promise<{ id: string; deliver(how?: { smtpUrl?: string; silenceMs?: number }): Promise<string> }> {
  const { accountId } = await givenWorkspace(services);
  const person = await freshOwner(accountId);
  await actAs(services, person, async (ctx) => changePassword(ctx, await hashNewPassword(ctx, 'another long password')));
  const id = (await rows())[0]?.id ?? '';
  return {
    id,
    deliver: ({ smtpUrl = post.url, silenceMs } = {}) =>
      deliverMail(services, createMailCarrier({ smtpUrl, from: 'posts@example.org' }, { silenceMs }), id),
  };
}

/** A mail that is sent at most once, as notices are. */
async function givenNoticeMail(): ReturnType<typeof givenMail> {
  const mail = await givenMail();
  await services.orm.em.fork().nativeUpdate(Mail, { id: mail.id }, { isSentOnce: true });
  return mail;
}

it('retries after a temporary fault, under the same Message-ID, and sends once', async () => {
  const { id, deliver } = await givenMail();
  post.refuse(451, 1);
  await expect(deliver()).rejects.toThrow('did not take the message');
  expect(await deliver()).toBe('sent');
  expect(await deliver()).toBe('nothing_to_do');
  expect(post.mails.map(({ headers }) => headers['message-id'])).toEqual([`<${id}@localhost>`]);
});

it('keeps a message until it expires, however often the mail server is away', async () => {
  const { deliver } = await givenMail();
  for (let round = 0; round < 12; round += 1) await expect(deliver({ smtpUrl: 'smtp://127.0.0.1:1' })).rejects.toThrow();
  post.refuse(451, 1);
  await expect(deliver()).rejects.toThrow();
  expect(await deliver()).toBe('sent');
  // The queue retries for longer than that, at most ten minutes apart.
  const [queue] = (await services.orm.em.fork().execute(`select retry_limit, retry_delay_max from pgboss.queue where name = 'mail'`)) as [
    { retry_limit: number; retry_delay_max: number },
  ];
  expect(queue.retry_limit * queue.retry_delay_max).toBeGreaterThan(86_400);
  expect(queue.retry_delay_max).toBeLessThanOrEqual(600);
});

it('gives up what the mail server refuses for good, and deletes its content', async () => {
  const { id, deliver } = await givenMail();
  post.refuse(550, 1);
  expect(await deliver()).toBe('given_up');
  expect(await services.orm.em.fork().findOneOrFail(Mail, { id })).toMatchObject({ sealedMessage: null, failedAt: expect.any(Date) });
  expect(post.mails).toEqual([]);
});

it.each(['closed', 'silent'] as const)(
  'mails a notice once where the line is %s after the whole message, and a link again',
  async (how) => {
    // Longer than a busy machine needs to hand a message over.
    const silenceMs = 2_000;
    const notice = await givenNoticeMail();
    post.leaveUnanswered(how);
    expect(await notice.deliver({ silenceMs })).toBe('given_up');
    expect(await notice.deliver()).toBe('nothing_to_do');
    expect(post.mails).toHaveLength(1);
    const link = await givenMail();
    post.leaveUnanswered(how);
    await expect(link.deliver({ silenceMs })).rejects.toThrow('did not take the message');
    expect(await link.deliver()).toBe('sent');
    expect(post.mails).toHaveLength(3);
  },
);

it('retries a notice if the mail server cannot be reached or refuses it', async () => {
  const { deliver } = await givenNoticeMail();
  await expect(deliver({ smtpUrl: 'smtp://127.0.0.1:1' })).rejects.toThrow('did not take the message');
  post.refuse(451, 1);
  await expect(deliver()).rejects.toThrow('did not take the message');
  expect(await deliver()).toBe('sent');
  expect(post.mails).toHaveLength(1);
});

it('sends no old news', async () => {
  const { id, deliver } = await givenMail();
  await services.orm.em.fork().nativeUpdate(Mail, { id }, { expiresAt: new Date(Date.now() - 1) });
  expect(await deliver()).toBe('given_up');
  expect(post.mails).toEqual([]);
});

it('decrypts no message moved to another row', async () => {
  const [one, other] = [await givenMail(), await givenMail()];
  const em = services.orm.em.fork();
  const { sealedMessage } = await em.findOneOrFail(Mail, { id: other.id });
  await em.nativeUpdate(Mail, { id: one.id }, { sealedMessage: sealedMessage ?? null });
  await expect(one.deliver()).rejects.toThrow();
  expect(post.mails).toEqual([]);
});
