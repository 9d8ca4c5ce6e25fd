import { beforeEach, describe, expect, it } from 'vitest';
import { Passkey, WebauthnChallenge } from '../../access/passkeys/passkey.entities.ts';
import { purgePeople } from '../../access/people.ts';
import { expectProblem } from '../../testing/api.ts';
import type { Browser } from '../../testing/browser.ts';
import { createVirtualAuthenticator, type VirtualAuthenticator } from '../../testing/passkeys/virtual-authenticator.ts';
import { enrolTotp, makeFresh, type Person, REAUTHENTICATE, usePeople, whoIsAt } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const ORIGIN = 'http://localhost:4000';
const BEGIN = 'mutation { beginPasskey }';
const ADD = 'mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) { passkeys { id name createdAt lastUsedAt } } }';
const REMOVE = 'mutation ($id: ID!) { removePasskey(passkeyId: $id) { passkeys { id } } }';
const LIST = '{ security { passkeys { id name createdAt lastUsedAt } } }';

type Creation = Parameters<VirtualAuthenticator['create']>[0];
type Request = Parameters<VirtualAuthenticator['get']>[0];

const database = useTestDatabase();
const stage = usePeople(database);
let person: Person;
let authenticator: VirtualAuthenticator;
beforeEach(async () => {
  person = await stage.person();
  authenticator = createVirtualAuthenticator(ORIGIN);
  await makeFresh(person);
});

const em = () => database.orm.em.fork();
const begin = async () => (await person.browser.must<{ beginPasskey: Creation }>(BEGIN)).beginPasskey;
const add = (response: object, name = 'Laptop') =>
  person.browser.ask<{ addPasskey: { passkeys: object[] } }>(ADD, { input: { name, response } });
const register = async () => expect((await add(authenticator.create(await begin()))).code).toBeNull();
const optionsAt = async (browser: Browser) => (await browser.post('/api/auth/passkey/options')).json<Request>();
const verify = (browser: Browser, response: object) => browser.post('/api/auth/passkey/verify', { response });

describe('registering a passkey', () => {
  it('offers only EdDSA, ES256 and RS256, whatever the runtime could verify', async () => {
    const { pubKeyCredParams } = (await begin()) as Creation & { pubKeyCredParams: { alg: number }[] };
    expect(pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
  });

  it.each(['EdDSA', 'ES256', 'RS256'] as const)('accepts a key of type %s, and signs in with it', async (algorithm) => {
    authenticator = createVirtualAuthenticator(ORIGIN, algorithm);
    await register();
    const browser = stage.open();
    const answer = await verify(browser, authenticator.get(await optionsAt(browser)));
    expect(answer.statusCode).toBe(200);
    expect(await whoIsAt(browser)).toBe(person.email);
  });

  it('requests a discoverable credential with user verification, for this host', async () => {
    const options = await begin();
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Countersign' },
      user: { name: person.email, id: Buffer.from(person.userId).toString('base64url') },
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  it('stores it under its name, and excludes authenticators that already have one', async () => {
    const { data } = await add(authenticator.create(await begin()), '  Laptop ');
    const passkey = { id: expect.stringMatching(/^psk_/), name: 'Laptop', createdAt: stage.clock.now().toISOString(), lastUsedAt: null };
    expect(data.addPasskey.passkeys).toEqual([passkey]);
    expect(await begin()).toMatchObject({
      excludeCredentials: [{ id: (await em().findOneOrFail(Passkey, { userId: person.userId })).credentialId }],
    });
    expect((await add(authenticator.create(await begin()))).code).toBe('already_exists');
  });

  it('refuses a credential that belongs to another person', async () => {
    await register();
    const other = await stage.person();
    await makeFresh(other);
    const { beginPasskey } = await other.browser.must<{ beginPasskey: Creation }>(BEGIN);
    const theirs = authenticator.create(beginPasskey);
    const mine = await em().findOneOrFail(Passkey, { userId: person.userId });
    // The same authenticator would refuse, since only this person's passkeys are excluded.
    await em().nativeUpdate(Passkey, { id: mine.id }, { credentialId: (theirs as { id: string }).id });
    const answer = await other.browser.ask(ADD, { input: { name: 'Mine', response: theirs } });
    expect([answer.code, answer.status]).toEqual(['already_exists', 409]);
  });

  it.each<[string, (options: Creation) => object]>([
    ['of another origin', (options) => createVirtualAuthenticator('https://evil.example').create(options)],
    ['for another host', (options) => authenticator.create({ ...options, rp: { id: 'evil.example' } })],
    ['without verification of the person', (options) => Object.assign(authenticator, { isVerifyingUser: false }).create(options)],
    ['with a challenge of its own', (options) => authenticator.create({ ...options, challenge: 'bWFkZS11cA' })],
    ['that is a sign-in', (options) => authenticator.get({ challenge: options.challenge, rpId: 'localhost' })],
    ['that is nothing', () => ({})],
    ['with a broken part', (options) => ({ ...authenticator.create(options), response: { clientDataJSON: '%%%' } })],
  ])('refuses an answer %s', async (_what, answer) => {
    expect((await add(answer(await begin()))).code).toBe('passkey_refused');
    expect(await em().count(Passkey, { userId: person.userId })).toBe(0);
  });

  it('accepts a challenge once, for five minutes, in the session that requested it', async () => {
    const answer = authenticator.create(await begin());
    const again = { ...answer, type: 'nonsense' };
    expect((await add(again)).code).toBe('passkey_refused');
    expect((await add(answer)).code).toBe('passkey_refused');

    const late = authenticator.create(await begin());
    stage.clock.advance(300_000);
    await makeFresh(person);
    expect((await add(late)).code).toBe('passkey_refused');

    const other = await stage.signIn(person);
    const { beginPasskey } = await other.must<{ beginPasskey: Creation }>(BEGIN);
    expect((await add(authenticator.create(beginPasskey))).code).toBe('passkey_refused');
  });

  it('requires a recently confirmed session, like removing one', async () => {
    await register();
    stage.clock.advance(300_000);
    expect(await person.browser.ask(BEGIN)).toMatchObject({ code: 'reauthentication_required', status: 403 });
    const { id } = await em().findOneOrFail(Passkey, { userId: person.userId });
    expect((await person.browser.ask(REMOVE, { id })).code).toBe('reauthentication_required');
  });

  it('refuses a name that is empty or too long', async () => {
    for (const name of [' ', 'x'.repeat(61)]) expect((await add(authenticator.create(await begin()), name)).code).toBe('validation_failed');
  });
});

describe('signing in with a passkey', () => {
  beforeEach(register);

  it('requires no address, password or code', async () => {
    await enrolTotp(stage, person);
    const browser = stage.open();
    const options = await optionsAt(browser);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    const response = await verify(browser, authenticator.get(options));
    expect(response.json()).toEqual({ user_id: person.userId });
    expect(await whoIsAt(browser)).toBe(person.email);
    expect(await person.browser.must(LIST)).toMatchObject({ security: { passkeys: [{ lastUsedAt: stage.clock.now().toISOString() }] } });
  });

  it('refuses a counter that does not increase, as of a cloned authenticator', async () => {
    const browser = stage.open();
    authenticator.counter = 40;
    expect((await verify(browser, authenticator.get(await optionsAt(browser)))).statusCode).toBe(200);
    const copy = stage.open();
    for (const counter of [40, 10]) {
      authenticator.counter = counter;
      expectProblem(await verify(copy, authenticator.get(await optionsAt(copy))), 'passkey_refused');
    }
    expect(await whoIsAt(copy)).toBeNull();
  });

  it.each<[string, (options: Request) => object]>([
    ['of another origin', (options) => Object.assign(authenticator, { origin: 'http://localhost:4001' }).get(options)],
    ['for another host', (options) => authenticator.get({ ...options, rpId: 'evil.example' })],
    ['without verification of the person', (options) => Object.assign(authenticator, { isVerifyingUser: false }).get(options)],
    ['with a challenge of its own', (options) => authenticator.get({ ...options, challenge: 'bWFkZS11cA' })],
    ['of an unknown passkey', (options) => createVirtualAuthenticator(ORIGIN).get(options, '')],
    ['that names another person', (options) => authenticator.get(options, Buffer.from('usr_other').toString('base64url'))],
    [
      'without a signature',
      (options) => ({
        ...authenticator.get(options),
        response: { ...(authenticator.get(options) as { response: object }).response, signature: '' },
      }),
    ],
  ])('refuses an answer %s', async (_what, answer) => {
    const browser = stage.open();
    expectProblem(await verify(browser, answer(await optionsAt(browser))), 'passkey_refused');
    expect(await whoIsAt(browser)).toBeNull();
  });

  it('lists a refused response among the person’s failed sign-ins', async () => {
    const browser = stage.open({ address: '198.51.100.78' });
    const wrong = authenticator.get(await optionsAt(browser), Buffer.from('usr_other').toString('base64url'));
    expectProblem(await verify(browser, wrong), 'passkey_refused');
    const { security } = await person.browser.must<{ security: { failedSignIns: { by: string; address: string }[] } }>(
      '{ security { failedSignIns { by address } } }',
    );
    expect(security.failedSignIns[0]).toEqual({ by: 'passkey', address: '198.51.100.78' });
  });

  it('accepts each challenge once, even with twenty concurrent responses, and for five minutes', async () => {
    const browser = stage.open();
    const options = await optionsAt(browser);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(stage.open(), authenticator.get(options))));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const late = await optionsAt(browser);
    stage.clock.advance(300_000);
    expectProblem(await verify(browser, authenticator.get(late)), 'passkey_refused');
  });

  it('refuses a challenge that was issued for another purpose', async () => {
    const { challenge } = await begin();
    expectProblem(await verify(stage.open(), authenticator.get({ challenge, rpId: 'localhost' })), 'passkey_refused');
  });

  it('fails after the passkey is removed, which only its owner can do', async () => {
    const { id } = await em().findOneOrFail(Passkey, { userId: person.userId });
    const stranger = await stage.person();
    await makeFresh(stranger);
    expect((await stranger.browser.ask(REMOVE, { id })).code).toBe('not_found');
    expect(await person.browser.must(REMOVE, { id })).toEqual({ removePasskey: { passkeys: [] } });
    const browser = stage.open();
    expectProblem(await verify(browser, authenticator.get(await optionsAt(browser))), 'passkey_refused');
  });

  it('refuses an invalid body and names the field', async () => {
    const problem = expectProblem(await stage.open().post('/api/auth/passkey/verify', { answer: 1 }), 'validation_failed');
    expect(problem.errors).toContainEqual({ pointer: '/answer', message: 'is not a known field: remove it or correct its name' });
  });
});

describe('confirming one’s identity with a passkey', () => {
  const BEGIN_AGAIN = 'mutation { beginPasskeyReauthentication }';
  const ask = async (browser: Browser) =>
    (await browser.must<{ beginPasskeyReauthentication: Request }>(BEGIN_AGAIN)).beginPasskeyReauthentication;
  const show = (browser: Browser, passkey: object) => browser.ask(REAUTHENTICATE, { input: { passkey } });

  it('confirms this session, and no other', async () => {
    await register();
    stage.clock.advance(300_000);
    const other = await stage.signIn(person);
    stage.clock.advance(300_000);
    const options = await ask(person.browser);
    expect(options).toMatchObject({ allowCredentials: [{ type: 'public-key' }] });
    expect((await show(person.browser, authenticator.get(options))).code).toBeNull();
    expect((await person.browser.ask(BEGIN)).code).toBeNull();
    expect((await other.ask(BEGIN)).code).toBe('reauthentication_required');
  });

  it("refuses another session's challenge and another person's passkey", async () => {
    await register();
    const other = await stage.signIn(person);
    expect((await show(other, authenticator.get(await ask(person.browser)))).code).toBe('reauthentication_failed');
    const stranger = await stage.person();
    expect(await show(stranger.browser, authenticator.get(await ask(stranger.browser)))).toMatchObject({
      code: 'reauthentication_failed',
      status: 403,
    });
  });
});

it('deletes expired challenges, pending sign-ins and sessions', async () => {
  await optionsAt(stage.open());
  stage.clock.advance(15 * 86_400_000);
  expect(await purgePeople(em(), stage.clock.now())).toMatchObject({ sessions: expect.any(Number), challenges: expect.any(Number) });
  expect(await em().count(WebauthnChallenge)).toBe(0);
});
