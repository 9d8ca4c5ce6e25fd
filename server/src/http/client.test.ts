import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailCarrier, deliverMail } from '../access/mail/deliver-mail.ts';
import { Membership, User } from '../access/user.entity.ts';
import { ApprovalDecision } from '../approvals/approval-decision.entity.ts';
import { revokeClientLink, type ShareWithClientInput, shareWithClient } from '../approvals/clients/share-with-client.ts';
import { AuditEntry } from '../audit/audit.entities.ts';
import { MINUTE_MS } from '../clock.ts';
import type { Services } from '../context.ts';
import { createLog } from '../log.ts';
import { buildEvidence } from '../publishing/evidence/build-evidence.ts';
import { changeDraft } from '../publishing/review/change-draft.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type MailServer, startMailServer } from '../testing/servers/mail-server.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFixedClock, createRecordingQueue, createTestServices, testConfig } from '../testing/test-services.ts';
import { buildWeb } from '../web.ts';
import type { HttpServer } from './engine/http-server.ts';

const CLIENT = 'mara@harbour-cafe.example';

const database = useTestDatabase();
const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
const queue = createRecordingQueue();
const logged: string[] = [];
let post: MailServer;
let services: Services;
let app: HttpServer;
let stage: Stage;

beforeAll(async () => {
  post = await startMailServer();
  const config = testConfig(database, { mail: { smtpUrl: post.url, from: 'Countersign <posts@example.org>' } });
  const log = createLog({ logLevel: 'trace' }, { write: (line) => logged.push(line) });
  services = createTestServices(database, { clock, queue, config, log });
  app = await buildWeb(services);
});
afterAll(async () => {
  await app?.close();
  await post?.close();
});
beforeEach(async () => {
  stage = await givenStage(services);
  await services.orm.em.fork().execute('delete from attempt_windows');
  clock.advance(MINUTE_MS);
  await mails();
});

/** What the mail server has got since it was last asked. */
async function mails() {
  const carrier = createMailCarrier(services.config.mail ?? { smtpUrl: '', from: '' });
  for (const id of queue.mailIds.splice(0)) await deliverMail(services, carrier, id);
  return post.mails.splice(0);
}

async function share(draftIds: readonly string[], input: Partial<ShareWithClientInput> = {}): Promise<{ linkId: string; token: string }> {
  const {
    link: { id: linkId },
  } = await actAs(services, stage.owner, (ctx) =>
    shareWithClient(ctx, { workspaceId: stage.workspaceId, draftIds, email: CLIENT, days: 14, ...input }),
  );
  const [mail] = await mails();
  return { linkId, token: /\/shared#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '' };
}

/** As if this link had been sent so many times more. */
const sentBefore = (linkId: string, times: number) =>
  services.orm.em.fork().execute(
    `insert into client_links (id, account_id, workspace_id, email, token_hash, created_by_user_id, created_at, expires_at)
     select id || n, account_id, workspace_id, email, token_hash || n, created_by_user_id, created_at, expires_at
       from client_links, generate_series(1, ?::int) n where id = ?`,
    [times, linkId],
  );

const codeIn = (text = ''): string => /(\d{4}\u00A0\d{4})/.exec(text)?.[1] ?? '';

/** A browser in which the link's code was typed. */
async function verified(token: string, browser = openBrowser(app)): Promise<Browser> {
  expect((await browser.post('/api/client/code', { token })).statusCode).toBe(204);
  const [mail] = await mails();
  const { statusCode, cookies } = await browser.post('/api/client/verify', { token, code: codeIn(mail?.text) });
  expect([statusCode, cookies]).toMatchObject([204, [{ path: '/api/client', httpOnly: true, sameSite: 'Strict' }]]);
  return browser;
}

const read = async (browser: Browser, token: string) => (await browser.post('/api/client/posts', { token })).json();
const codeOf = (response: { json(): { code?: string } }): string => response.json().code ?? 'ok';
const submitted = async () => {
  const { draft, approval, job } = await stage.submit();
  if (!approval || !job) throw new Error('The draft was not submitted.');
  return { draft, approval, job };
};

describe('a link to a client', () => {
  it('shows the post to anyone who has it, and nothing else; viewing changes nothing', async () => {
    const { draft, approval } = await submitted();
    await submitted();
    const { token } = await share([draft.id]);
    const shown = await openBrowser(app).post('/api/client/posts', { token });
    expect(shown.json()).toMatchObject({
      email: CLIENT,
      is_verified: false,
      posts: [{ draft_id: draft.id, approval_id: approval.id, content_hash: approval.contentHash, state: 'waits', can_decide: true }],
    });
    expect(shown.json().posts[0].payloads[0].preview.parts[0].text).toContain('harbour festival');
    expect(shown.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    // What a scanner of mails does with it: it gets the page, if the console is built, and nothing else.
    const page = await openBrowser(app).get('/shared');
    expect([200, 503]).toContain(page.statusCode);
    expect([page.cookies, page.body.includes('harbour festival')]).toEqual([[], false]);
    expect((await openBrowser(app).get(`/api/client/posts?token=${token}`)).statusCode).toBe(405);
    const rows = await services.orm.em.fork().execute('select from client_sessions union all select from client_codes');
    expect(rows).toEqual([]);
  });

  it('marks links and tags, and states what a network omits from a post, and how much it is shortened', async () => {
    const piers = Array.from({ length: 20 }, (_, index) => `Pier ${index} has a lamp, a bench and a #name of its own.`).join('\n\n');
    const { draft } = await stage.submit({ sourceText: `${piers}\n\nThe ferry sails at nine.` });
    const { token } = await share([draft.id]);
    const [{ preview }] = (await read(openBrowser(app), token)).posts[0].payloads;
    expect([preview.keptPercent < 60, preview.parts[0].facets[0]?.kind]).toEqual([true, 'TAG']);
    expect(preview.omissions).toContainEqual(expect.objectContaining({ reason: 'TOO_LONG', text: expect.stringMatching(/^Pier /) }));
  });

  it('lets its address approve with the emailed code, recorded as that address', async () => {
    const { draft, approval, job } = await submitted();
    const { token, linkId } = await share([draft.id]);
    const decision = {
      token,
      approval_id: approval.id,
      content_hash: approval.contentHash,
      decision: 'approved',
      comment: 'Lovely.',
      name: 'Mara Pinto',
    };
    expect(codeOf(await openBrowser(app).post('/api/client/decide', decision))).toBe('client_code_required');
    const words = { token, draft_id: draft.id, text: 'Is it Friday?', key: 'one-question-by-mara' };
    expect(codeOf(await openBrowser(app).post('/api/client/comment', words))).toBe('client_code_required');
    const browser = await verified(token);
    // The answer to the first was lost on the way.
    for (let times = 0; times < 2; times++) expect((await browser.post('/api/client/comment', words)).statusCode).toBe(201);
    const { threads } = (await read(browser, token)).posts[0];
    expect(threads).toMatchObject([{ comments: [{ by: CLIENT, text: 'Is it Friday?' }] }]);
    expect(threads).toHaveLength(1);
    const about = { token, draft_id: draft.id, text: 'Which one?', quote: 'harbour festival', platform: 'sandbox' };
    expect((await browser.post('/api/client/comment', about)).statusCode).toBe(201);
    expect((await read(browser, token)).posts[0].threads).toContainEqual(expect.objectContaining({ quote: 'harbour festival' }));
    expect(codeOf(await browser.post('/api/client/comment', { ...about, quote: 'pier festival' }))).toBe('validation_failed');
    expect((await browser.post('/api/client/decide', decision)).json()).toEqual({ state: 'approved' });
    expect(codeOf(await browser.post('/api/client/decide', decision))).toBe('already_decided');
    const taken = { token, approval_id: approval.id };
    expect(codeOf(await openBrowser(app).post('/api/client/withdraw', taken))).toBe('client_code_required');
    expect((await browser.post('/api/client/withdraw', taken)).json()).toEqual({ state: 'pending' });
    expect((await browser.post('/api/client/decide', decision)).json()).toEqual({ state: 'approved' });
    const em = services.orm.em.fork();
    expect(await em.findOneOrFail(ApprovalDecision, { approvalId: approval.id })).toMatchObject({
      ...{ userId: null, clientLinkId: linkId, clientEmail: CLIENT, counts: true, comment: 'Lovely.', contentHash: approval.contentHash },
    });
    expect(await em.findOneOrFail(AuditEntry, { subjectId: approval.id, action: 'approval.decided' })).toMatchObject({
      ...{ actorKind: 'client', actorId: linkId, details: { client: CLIENT, decision: 'approved', state: 'approved' } },
    });
    const evidence = await actAs(services, stage.owner, (ctx) => buildEvidence(ctx, job.id));
    expect(evidence.approval?.decisions).toMatchObject([{ by: CLIENT, user_id: null, client_link_id: linkId, counts: true }]);
    expect(await read(browser, token)).toMatchObject({ is_verified: true, posts: [{ state: 'approved', can_decide: false }] });
  });

  it('lets the client request changes, then shows the newest content, and refuses an approval of the previous one', async () => {
    const { draft, approval } = await submitted();
    const { token } = await share([draft.id]);
    const browser = await verified(token);
    const seen = { token, approval_id: approval.id, content_hash: approval.contentHash };
    await actAs(services, stage.owner, (ctx) =>
      changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: { sourceText: 'The festival opens on Saturday.' } }),
    );
    const stale = await browser.post('/api/client/decide', { ...seen, decision: 'approved' });
    expect(codeOf(stale)).toBe('content_changed');
    const [newest] = (await read(browser, token)).posts;
    expect(newest).toMatchObject({ state: 'waits' });
    expect(newest.approval_id).not.toBe(approval.id);
    expect(newest.payloads[0].preview.parts[0].text).toContain('Saturday');
    const again = { token, approval_id: newest.approval_id, content_hash: newest.content_hash };
    expect((await browser.post('/api/client/decide', { ...again, decision: 'changes_requested', comment: 'Sunday!' })).json()).toEqual({
      state: 'changes_requested',
    });
  });

  it('is invalid as soon as an owner revokes it, also in another process, and once it has expired', async () => {
    const { draft, approval } = await submitted();
    const { token, linkId } = await share([draft.id]);
    const browser = await verified(token);
    const elsewhere = await buildWeb(createTestServices(database, { clock, queue, config: services.config }));
    await actAs(createTestServices(database, { clock }), stage.owner, (ctx) => revokeClientLink(ctx, linkId));
    for (const path of ['posts', 'code', 'verify', 'decide']) {
      const body = { token, code: '1', approval_id: approval.id, content_hash: approval.contentHash, decision: 'approved' };
      const wanted = { posts: { token }, code: { token }, verify: { token, code: '1' }, decide: { ...body, code: undefined } }[path];
      expect([path, codeOf(await browser.post(`/api/client/${path}`, wanted))]).toEqual([path, 'client_link_invalid']);
    }
    const there = openBrowser(elsewhere, { cookies: Object.fromEntries(browser.cookies) });
    expect(codeOf(await there.post('/api/client/posts', { token }))).toBe('client_link_invalid');
    await elsewhere.close();
    const other = await share([draft.id], { days: 1 });
    clock.advance(24 * 60 * MINUTE_MS);
    expect(codeOf(await openBrowser(app).post('/api/client/posts', { token: other.token }))).toBe('client_link_invalid');
  });

  it('ends once its address belongs to a member, or its sharer is no longer an owner', async () => {
    const { draft } = await submitted();
    const [first, second] = [await share([draft.id]), await share([draft.id], { email: 'tom@example.org' })];
    const browser = await verified(first.token);
    const member = await userActor(services, stage.accountId, 'approver');
    const em = services.orm.em.fork();
    await em.nativeUpdate(User, { id: member.userId }, { email: CLIENT });
    for (const path of ['posts', 'code'])
      expect(codeOf(await browser.post(`/api/client/${path}`, { token: first.token }))).toBe('client_link_invalid');
    expect((await openBrowser(app).post('/api/client/posts', { token: second.token })).statusCode).toBe(200);
    await em.nativeUpdate(Membership, { userId: stage.owner.userId }, { role: 'viewer' });
    expect(codeOf(await openBrowser(app).post('/api/client/posts', { token: second.token }))).toBe('client_link_invalid');
  });

  it('keeps a separate session for each link in a browser, with the cookie limited to its path', async () => {
    const { draft } = await submitted();
    const [first, second] = [await share([draft.id]), await share([draft.id])];
    const browser = await verified(first.token);
    clock.advance(MINUTE_MS);
    await verified(second.token, browser);
    for (const { token } of [first, second]) expect(await read(browser, token)).toMatchObject({ is_verified: true });
    expect(await read(openBrowser(app), first.token)).toMatchObject({ is_verified: false });
  });

  it('opens no post of another link, even with its own code', async () => {
    const [mine, other] = [await submitted(), await submitted()];
    const { token } = await share([mine.draft.id]);
    const { token: otherToken } = await share([other.draft.id], { email: 'tom@example.org' });
    const browser = await verified(token);
    const foreign = { approval_id: other.approval.id, content_hash: other.approval.contentHash, decision: 'approved' };
    expect(codeOf(await browser.post('/api/client/decide', { token, ...foreign }))).toBe('not_found');
    expect(codeOf(await browser.post('/api/client/decide', { token: otherToken, ...foreign }))).toBe('client_code_required');
    expect(codeOf(await browser.post('/api/client/decide', { token, ...foreign, decision: 'rejected' }))).toBe('validation_failed');
  });
});

describe('the code', () => {
  it('works once, for ten minutes and five attempts; a new code invalidates the previous one', async () => {
    const { draft } = await submitted();
    const { token, linkId } = await share([draft.id]);
    const browser = openBrowser(app);
    const ask = async () => {
      await browser.post('/api/client/code', { token });
      return codeIn((await mails())[0]?.text);
    };
    const type = async (code: string) => codeOf0(await browser.post('/api/client/verify', { token, code }));
    const first = await ask();
    // Impatience costs nothing of what may be sent.
    for (let click = 0; click < 6; click++) expect(codeOf(await browser.post('/api/client/code', { token }))).toBe('rate_limited');
    clock.advance(MINUTE_MS);
    const second = await ask();
    expect(await type(first)).toBe('client_code_wrong');
    expect(await type(second)).toBe('ok');
    expect(await type(second)).toBe('client_code_wrong');
    clock.advance(MINUTE_MS);
    const third = await ask();
    clock.advance(10 * MINUTE_MS);
    expect(await type(third)).toBe('client_code_wrong');
    await services.orm.em.fork().execute('delete from attempt_windows');
    const tried = await services.orm.em.fork().find(AuditEntry, { subjectId: linkId, actorKind: 'client' }, { orderBy: { id: 'asc' } });
    const [no, yes] = ['client_link.code_refused', 'client_link.verified'];
    expect(tried.map(({ action }) => action)).toEqual([no, yes, no, no]);
    expect(tried[1]?.details).toMatchObject({ email: CLIENT, address: '192.0.2.10' });
    const fourth = await ask();
    for (let guess = 0; guess < 5; guess++) expect(await type(`0000000${guess}`)).toBe('client_code_wrong');
    expect(await type(fourth)).toBe('client_code_wrong');
  });

  it('allows ten attempts per link and twenty per address in 15 minutes, and is sent five times', async () => {
    const { draft } = await submitted();
    const links = [await share([draft.id]), await share([draft.id]), await share([draft.id])];
    const guesses: string[] = [];
    for (const { token } of links) {
      await openBrowser(app).post('/api/client/code', { token });
      const tries = Array.from({ length: 25 }, (_, guess) =>
        openBrowser(app, { address: `192.0.2.${guess}` }).post('/api/client/verify', { token, code: `1234567${guess}` }),
      );
      guesses.push(...(await Promise.all(tries)).map(codeOf0));
    }
    expect(guesses.filter((code) => code === 'client_code_wrong')).toHaveLength(20);
    expect(guesses.filter((code) => code === 'rate_limited')).toHaveLength(55);
    const [{ token = '' } = {}] = links;
    const sent: string[] = [];
    for (let round = 0; round < 8; round++) {
      clock.advance(MINUTE_MS);
      sent.push(codeOf0(await openBrowser(app).post('/api/client/code', { token })));
    }
    // One went out before.
    expect(sent.filter((code) => code === 'ok')).toHaveLength(4);
  });
});

describe('sharing', () => {
  it('requires an owner with a recent sign-in, submitted posts, and recipients who are not members', async () => {
    const { draft } = await submitted();
    const approver = await userActor(services, stage.accountId, 'approver');
    const as = (actor: typeof stage.owner, input: Partial<ShareWithClientInput> = {}, on = services) =>
      actAs(on, actor, (ctx) =>
        shareWithClient(ctx, { workspaceId: stage.workspaceId, draftIds: [draft.id], email: CLIENT, days: 14, ...input }),
      );
    await expect(as(approver)).rejects.toMatchObject({ code: 'insufficient_role' });
    await expect(as(stage.owner, { email: approver.email })).rejects.toMatchObject({ code: 'already_exists' });
    await expect(as(stage.owner, { draftIds: [] })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(as(stage.owner, { draftIds: ['drf_unknown'] })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(as(stage.owner, { days: 91 })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('gives the link to the owner if email is not set up; it lets a client view but not decide', async () => {
    const { draft } = await submitted();
    const unmailed = createTestServices(database, { clock, queue });
    const { url } = await actAs(unmailed, stage.owner, (ctx) =>
      shareWithClient(ctx, { workspaceId: stage.workspaceId, draftIds: [draft.id], email: 'copied@example.org', days: 14 }),
    );
    const token = url?.split('#token=')[1] ?? '';
    const elsewhere = await buildWeb(unmailed);
    const browser = openBrowser(elsewhere);
    expect(await read(browser, token)).toMatchObject({ can_answer: false, posts: [{ draft_id: draft.id }] });
    expect(codeOf(await browser.post('/api/client/code', { token }))).toBe('mail_not_configured');
    await elsewhere.close();
  });

  it('emails an address at most ten times a day from one account, without limiting other accounts', async () => {
    const email = 'much@example.org';
    for (const _account of ['one', 'another', 'a third']) {
      stage = await givenStage(services);
      const { draft } = await submitted();
      const { linkId } = await share([draft.id], { email });
      await sentBefore(linkId, 8);
      await share([draft.id], { email });
      await expect(share([draft.id], { email })).rejects.toMatchObject({ code: 'rate_limited' });
    }
  });

  it('writes neither link nor code to a log, or unhashed to a row', async () => {
    const { draft } = await submitted();
    const { token } = await share([draft.id]);
    const browser = openBrowser(app);
    await browser.post('/api/client/code', { token });
    const code = codeIn((await mails())[0]?.text);
    await browser.post('/api/client/verify', { token, code });
    const cookie = [...browser.cookies.values()].join();
    const rows = await services.orm.em.fork().execute(
      `select row_to_json(l)::text as row from client_links l union all select row_to_json(c)::text from client_codes c
       union all select row_to_json(s)::text from client_sessions s union all select row_to_json(m)::text from mails m
       union all select row_to_json(a)::text from audit_entries a union all select row_to_json(e)::text from events e`,
    );
    const text = `${logged.join('')}${JSON.stringify(rows)}`;
    expect(cookie).not.toBe('');
    for (const secret of [token, code, code.replace(' ', ''), cookie]) expect(text.includes(secret)).toBe(false);
  });
});

const codeOf0 = (response: { statusCode: number; json(): { code?: string } }): string =>
  response.statusCode < 300 ? 'ok' : codeOf(response);
