import { beforeEach, describe, expect, it } from 'vitest';
import { expectProblem } from '../../testing/api.ts';
import type { Browser } from '../../testing/browser.ts';
import { createVirtualAuthenticator, type VirtualAuthenticator } from '../../testing/passkeys/virtual-authenticator.ts';
import { enrolTotp, makeFresh, PASSWORD, type Person, REAUTHENTICATE, totpCode, usePeople } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { testConfig } from '../../testing/test-services.ts';

/*
 * With SECOND_FACTOR=owners, operators and owners need an app or a passkey. Which routes refuse them without one
 * is tested by the permission matrix; this file covers signing in.
 */

const database = useTestDatabase();
const stage = usePeople(database, {
  get config() {
    return testConfig(database, {
      people: { sessionIdleMs: 15 * 86_400_000, secondFactor: 'owners', isSignUpOpen: false, operatorContact: null },
    });
  },
});
let person: Person;
let authenticator: VirtualAuthenticator;

beforeEach(async () => {
  person = await stage.person();
  authenticator = createVirtualAuthenticator(stage.services.config.publicUrl);
});

const VIEWER = '{ viewer { lacksSecondFactor isOperator workspaces { id } } security { totpSince passkeys { id } } }';
const NOTICES = '{ noticeSettings { __typename } }';
const BEGIN_PASSKEY = 'mutation { beginPasskey }';
const ADD_PASSKEY = 'mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) { passkeys { id } } }';
const BEGIN_SHOWING = 'mutation { beginPasskeyReauthentication }';

interface Seen {
  viewer: { lacksSecondFactor: boolean; isOperator: boolean; workspaces: { id: string }[] };
}

const look = async (browser: Browser) => (await browser.must<Seen>(VIEWER)).viewer;
const settings = async (browser: Browser) => (await browser.ask(NOTICES)).code;

async function addPasskey(browser: Browser): Promise<string | null> {
  const { data, code } = await browser.ask<{ beginPasskey: never }>(BEGIN_PASSKEY);
  if (code) return code;
  return (await browser.ask(ADD_PASSKEY, { input: { name: 'Phone', response: authenticator.create(data.beginPasskey) } })).code;
}

describe('an owner who has no second factor', () => {
  it('is asked to set one up after signing in, and can do nothing else', async () => {
    const browser = await stage.signIn(person);
    expect(await look(browser)).toEqual({ lacksSecondFactor: true, isOperator: false, workspaces: [] });
    expect(await settings(browser)).toBe('second_factor_required');
    // A password alone, perhaps stolen, reveals neither the person's devices nor their addresses.
    expect(await browser.must('{ security { sessions { id } failedSignIns { at } } }')).toEqual({
      security: { sessions: [], failedSignIns: [] },
    });
    const hidden = 'query { ...more } fragment more on Query { viewer { id } ... on Query { platforms { __typename } } }';
    expect(await browser.ask(hidden)).toMatchObject({ code: 'second_factor_required', status: 403 });
    expectProblem(await browser.get('/api/evidence/job_1'), 'second_factor_required');
  });

  it('gets access by setting up an app', async () => {
    await enrolTotp(stage, person);
    expect(await look(person.browser)).toMatchObject({ lacksSecondFactor: false, workspaces: [{}] });
    expect(await settings(person.browser)).toBeNull();
  });

  it('gets access by adding a passkey', async () => {
    const browser = await stage.signIn(person);
    expect(await addPasskey(browser)).toBeNull();
    expect(await settings(browser)).toBeNull();
  });

  it('can sign out', async () => {
    expect((await person.browser.post('/api/auth/sign-out')).statusCode).toBe(204);
  });
});

describe('an owner who has one', () => {
  it('signs in with password and code', async () => {
    const { secret } = await enrolTotp(stage, person);
    stage.clock.advance(60_000);
    const browser = await stage.signIn(person);
    await browser.post('/api/auth/sign-in/second-factor', { method: 'totp', code: totpCode(secret, stage.clock.now()) });
    expect(await settings(browser)).toBeNull();
  });

  it('cannot sign in with the password alone, nor bypass the passkey by adding another factor', async () => {
    await makeFresh(person);
    await addPasskey(person.browser);
    const thief = await stage.signIn(person);
    expect(await settings(thief)).toBe('second_factor_required');
    await thief.must(REAUTHENTICATE, { input: { password: PASSWORD } });
    expect(await settings(thief)).toBe('second_factor_required');
    expect((await thief.ask('mutation { beginTotp { uri } }')).code).toBe('second_factor_required');
    expect((await thief.ask(BEGIN_PASSKEY)).code).toBe('second_factor_required');
    const { beginPasskeyReauthentication } = await thief.must<{ beginPasskeyReauthentication: never }>(BEGIN_SHOWING);
    await thief.must(REAUTHENTICATE, { input: { passkey: authenticator.get(beginPasskeyReauthentication) } });
    expect(await settings(thief)).toBeNull();
  });

  it('must set one up again after removing the last one', async () => {
    await enrolTotp(stage, person);
    await person.browser.must('mutation { disableTotp { totpSince } }');
    expect(await look(person.browser)).toMatchObject({ lacksSecondFactor: true, workspaces: [] });
  });
});

it('does not apply to people with other roles', async () => {
  const approver = await stage.person({ role: 'approver' });
  expect(await settings(approver.browser)).toBeNull();
});
