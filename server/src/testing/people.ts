import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll } from 'vitest';
import type { Role } from '../access/actor.ts';
import { Mail } from '../access/mail/mail.entity.ts';
import { mailPlace } from '../access/mail/queue-mail.ts';
import type { Services } from '../context.ts';
import { cookieName } from '../http/auth/cookies.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import { buildWeb } from '../web.ts';
import { type Browser, type BrowserOptions, openBrowser } from './browser.ts';
import { givenUser, givenWorkspace } from './factories.ts';
import type { TestDatabase } from './test-database.ts';
import { createFixedClock, createTestServices, type FixedClock } from './test-services.ts';

export const PASSWORD = 'correct horse battery staple';

/** A person of an account, at the console. */
export interface Person {
  userId: string;
  email: string;
  accountId: string;
  browser: Browser;
}

/** The whole web interface with a manual clock, and people at their browsers. Read its properties inside tests only. */
export interface PeopleStage {
  app: HttpServer;
  services: Services;
  clock: FixedClock;
  accountId: string;
  /** A browser without a session. */
  open(options?: BrowserOptions): Browser;
  /** A new member of the stage's account, signed in, but not recently. */
  person(options?: { accountId?: string; role?: Role }): Promise<Person>;
  signIn(person: { email: string }, options?: BrowserOptions): Promise<Browser>;
}

export function usePeople(database: TestDatabase, overrides: Partial<Services> = {}): PeopleStage {
  const stage = {} as PeopleStage;
  beforeAll(async () => {
    stage.clock = createFixedClock();
    stage.services = createTestServices(database, { clock: stage.clock, ...overrides });
    stage.app = await buildWeb(stage.services);
    ({ accountId: stage.accountId } = await givenWorkspace(stage.services));
    stage.open = (options) => openBrowser(stage.app, options);
    stage.person = async ({ accountId = stage.accountId, role = 'owner' } = {}) => {
      const { user, userId, sessionToken } = await givenUser(stage.services, accountId, { role, password: PASSWORD, isFresh: false });
      const browser = stage.open({ cookies: { [cookieName(stage.services.config)]: sessionToken } });
      return { userId, email: user.email, accountId, browser };
    };
    stage.signIn = async ({ email }, options) => {
      const browser = stage.open(options);
      await browser.post('/api/auth/sign-in/email', { email, password: PASSWORD });
      return browser;
    };
  });
  afterAll(() => stage.app?.close());
  return stage;
}

/** The emails queued for the address as the recipient will read them, newest last. */
export async function mailsTo(
  { orm, sealer }: Services,
  email: string,
): Promise<{ subject: string; paragraphs: readonly string[]; link?: { url: string } }[]> {
  const mails = await orm.em.fork().find(Mail, {}, { orderBy: { id: 'asc' } });
  return mails
    .map(({ id, sealedMessage }) => JSON.parse(sealer.open(sealedMessage ?? '', mailPlace(id))))
    .filter(({ to }) => to.email === email);
}

export const REAUTHENTICATE = 'mutation ($input: ReauthenticateInput!) { reauthenticate(input: $input) { freshUntil } }';

/** Confirms the password, so the session may do sensitive things for five minutes. */
export async function makeFresh({ browser }: Pick<Person, 'browser'>): Promise<void> {
  await browser.must(REAUTHENTICATE, { input: { password: PASSWORD } });
}

/** The code of the person's app at a time. */
export function totpCode(secret: string, at: Date): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30, timestamp: at.getTime() });
}

/** Sets up an authenticator app, confirmed with the code of the current time step. */
export async function enrolTotp(stage: PeopleStage, person: Pick<Person, 'browser'>): Promise<{ secret: string; recoveryCodes: string[] }> {
  await makeFresh(person);
  const { beginTotp } = await person.browser.must<{ beginTotp: { secret: string } }>('mutation { beginTotp { secret uri } }');
  const { confirmTotp } = await person.browser.must<{ confirmTotp: { recoveryCodes: string[] } }>(
    'mutation ($code: String!) { confirmTotp(code: $code) { recoveryCodes } }',
    { code: totpCode(beginTotp.secret, stage.clock.now()) },
  );
  return { secret: beginTotp.secret, recoveryCodes: confirmTotp.recoveryCodes };
}

export const VIEWER = '{ viewer { email } }';

/** The mail address of the person signed in there; null if signed out. */
export async function whoIsAt(browser: Browser): Promise<string | null> {
  const { viewer } = await browser.must<{ viewer: { email: string } | null }>(VIEWER);
  return viewer?.email ?? null;
}
