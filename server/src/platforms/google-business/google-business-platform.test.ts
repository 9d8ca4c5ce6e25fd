import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { type ConnectorSetUp, describeConnector } from '../testing/connector-contract.ts';
import { intentFor, PICTURE, prepare, sendHooks } from '../testing/contract-posts.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { createFakeGoogleBusiness, GOOGLE_CLIENT, GOOGLE_TOKEN, refusal } from '../testing/fakes/fake-google-business.ts';
import { describePictures } from '../testing/pictures-contract.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { describeRenewal } from '../testing/renewal-contract.ts';
import { createGoogleBusinessPlatform, type GoogleHosts } from './google-business-platform.ts';
import { googleBusinessRules } from './google-business-rules.ts';

// Follows developers.google.com/my-business: accounts, locations and localPosts, and developers.google.com/identity/protocols/oauth2/web-server.
const network = createFakeGoogleBusiness();
const entered = { accessToken: GOOGLE_TOKEN, refreshToken: '1//refresh-token', accountName: 'accounts/1', locationName: 'locations/11' };
const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
let fake: FakeServer;
let hosts: GoogleHosts;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.posts.map(({ summary }) => String(summary));

beforeAll(async () => {
  fake = await startFakeServer(network, GOOGLE_TOKEN);
  const { url } = fake;
  hosts = { accounts: `${url}/v1`, locations: `${url}/v1`, posts: `${url}/v4`, tokens: `${url}/token`, site: url };
  platform = createGoogleBusinessPlatform(googleBusinessRules, createTestOutbound(), GOOGLE_CLIENT, hosts);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('Google Business Profile', async () => ({ platform, entered, credentials, listTexts, hasLinks: false }));

describeRenewal('Google Business Profile', () => ({
  credentials: { ...credentials, accessToken: 'an-old-access-token', refreshToken: 'an-old-refresh-token' },
  platformOf: (client) => createGoogleBusinessPlatform(googleBusinessRules, createTestOutbound(), client, hosts),
  client: GOOGLE_CLIENT,
}));

const setUp = (): ConnectorSetUp => ({
  platform,
  credentials,
  fake,
  isPublishing: network.isPublishing,
  secret: GOOGLE_TOKEN,
  listTexts,
  sentContent: (body) => body,
  approvedContent: (payload) => payload,
});

describeConnector('Google Business Profile', setUp, [
  [
    'that the project has a quota of 0, which is Google’s approval and the operator’s matter',
    refusal(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for quota metric ‘Requests’.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_limit_value: '0' } },
    ]),
    { kind: 'service_refused', message: expect.stringContaining('Google has not approved it') },
  ],
  [
    'that the API is not enabled',
    refusal(403, 'PERMISSION_DENIED', 'Google My Business API has not been used in project 1 before or it is disabled.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SERVICE_DISABLED' },
    ]),
    { kind: 'service_refused', message: expect.stringContaining('it is disabled') },
  ],
  [
    'which field is wrong',
    refusal(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', [
      {
        '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
        errorDetails: [{ field: 'summary', message: 'Summary has a phone number.' }],
      },
    ]),
    { kind: 'rejected', message: expect.stringContaining('Summary has a phone number.') },
  ],
]);

describePictures('Google Business Profile', () => ({
  platform,
  credentials,
  fake,
  secret: GOOGLE_TOKEN,
  listTexts,
  listPictures: () => network.picturesOf(network.posts.at(-1)),
}));

/** Signs in as a person who entered the name of a location. */
async function signIn(location: string, code = 'code-1') {
  const { url, memory } = (await platform.oauth?.start({ location }, request)) ?? {};
  if (!url || !memory) throw new Error('Google has no sign-in.');
  return { url: new URL(url), finish: async () => platform.oauth?.finish(code, request, memory) };
}

async function publishPost(text: string) {
  const payload = platform.build({ text, tags: [], thread: [], link: 'https://example.org/saturday' });
  const intent = intentFor(platform, payload);
  const outcome = await platform.publish(payload, credentials, intent, sendHooks());
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
  return { payload, intent, outcome };
}

describe('Google Business Profile', () => {
  it('signs a person in for a location of any of their accounts, and renews the token without a new refresh token', async () => {
    const { url, finish } = await signIn('harbour café');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ access_type: 'offline', prompt: 'consent', code_challenge_method: 'S256' },
      scope: 'https://www.googleapis.com/auth/business.manage',
    });
    const [account] = (await finish()) ?? [];
    expect(account).toMatchObject({ handle: 'Harbour Café', externalId: 'locations/11', credentials: { accountName: 'accounts/1' } });
    if (!account || !platform.refresh) throw new Error('The sign-in failed.');
    const renewed = await platform.refresh(account.credentials, AbortSignal.timeout(60_000));
    expect(renewed.credentials).toMatchObject({ accessToken: 'ya29.access-token-3-secret', refreshToken: '1//refresh-token' });
    await expect(platform.refresh({ ...account.credentials, refreshToken: 'gone' }, AbortSignal.timeout(60_000))).rejects.toThrow(
      'expired or revoked',
    );
  });

  it.each([
    ['Pier', 'There is: Harbour Café, Harbour Shop, Harbour Shop, Unverified.'],
    ['Harbour Shop', 'Enter one of their ids instead: locations/12, locations/21.'],
    ['Unverified', 'Google allows no posts for "Unverified".'],
  ])('refuses the location "%s" with the reason', async (name, reason) => {
    await expect((await signIn(name)).finish()).rejects.toThrow(reason);
  });

  it('tells a registration that Google refuses from a code that it refuses', async () => {
    await expect((await signIn('Harbour Café', 'code-2')).finish()).rejects.toMatchObject({ isServiceRefused: false });
    const stranger = createGoogleBusinessPlatform(googleBusinessRules, createTestOutbound(), { id: 'a', secret: 'b' }, hosts);
    const { memory } = (await stranger.oauth?.start({ location: 'x' }, request)) ?? {};
    await expect(stranger.oauth?.finish('code-1', request, memory ?? {})).rejects.toMatchObject({ isServiceRefused: true });
  });

  it('makes a button of the link, as the post’s setting says', () => {
    const post = { text: 'We are open again.', tags: [], thread: [], link: 'https://example.org/saturday' };
    const buttonOf = (settings?: Record<string, string>, link: string | null = post.link) =>
      (platform.build({ ...post, link, ...(settings && { settings }) }) as JsonObject).callToAction;
    expect(buttonOf()).toEqual({ actionType: 'LEARN_MORE', url: post.link });
    expect(buttonOf({ call_to_action: 'BOOK' })).toEqual({ actionType: 'BOOK', url: post.link });
    expect(buttonOf({ call_to_action: 'CALL' })).toEqual({ actionType: 'CALL' });
    expect(buttonOf({ call_to_action: 'BOOK' }, null)).toBeUndefined();
    expect(platform.build(post)).toMatchObject({ languageCode: 'en', topicType: 'STANDARD' });
  });

  it('reports a post that Google rejects at once', async () => {
    network.nextState = 'REJECTED';
    const { payload, intent } = prepare(platform, 'against the policy');
    const outcome = await platform.publish(payload, credentials, intent, sendHooks());
    network.nextState = 'LIVE';
    expect(outcome).toMatchObject({ kind: 'rejected', message: expect.stringContaining('Google rejected the post') });
  });

  it('reports a post that Google rejected as such, when it looks for one', async () => {
    const { payload, intent } = await publishPost('published with words that are rejected later');
    Object.assign(network.posts.at(-1) ?? {}, { state: 'REJECTED' });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({
      kind: 'refused',
      outcome: { kind: 'rejected', message: expect.stringContaining('Google rejected the post') },
    });
  });

  it('is not sure of a post without words, which another of the location may be', async () => {
    const other = prepare(platform, '', [], [PICTURE]);
    await platform.publish(other.payload, credentials, other.intent, sendHooks());
    const lost = prepare(platform, '', [], [PICTURE]);
    expect(await platform.find(lost.payload, credentials, lost.intent)).toMatchObject({ kind: 'unsure' });
  });

  it('edits the words and their language alone, and reports where Google rejects them', async () => {
    const { payload, intent, outcome } = await publishPost('We are open again on Saturday, and the coffee is fresh.');
    const before = structuredClone(network.posts.at(-1));
    const edited = platform.build({
      text: 'Wir haben am Samstag wieder geöffnet, und der Kaffee ist frisch.',
      tags: [],
      thread: [],
      link: null,
    });
    const edit = () => platform.edits?.send(edited, credentials, intent, outcome, sendHooks());
    expect(await edit()).toEqual(outcome);
    expect(network.posts.at(-1)).toEqual({ ...before, summary: edited.summary, languageCode: 'de' });
    expect(payload).toMatchObject({ languageCode: 'en', callToAction: { actionType: 'LEARN_MORE' } });
    network.nextState = 'REJECTED';
    expect(await edit()).toMatchObject({ kind: 'rejected', message: expect.stringContaining('Google rejected the post') });
    network.nextState = 'LIVE';
  });

  it('reads a post that was deleted at Google as gone, and one of a location that it no longer shows as unreadable', async () => {
    const { payload, intent, outcome } = await publishPost('deleted there');
    const patient = () => new AbortController().signal;
    const read = () => platform.readBack?.(payload, credentials, intent, outcome, patient());
    expect(await read()).toMatchObject({ kind: 'found' });
    network.isLocationLost = true;
    expect(await read()).toMatchObject({ kind: 'unreadable', message: expect.stringContaining('the location of the post') });
    expect(await platform.retract?.(payload, credentials, intent, outcome, patient())).toMatchObject({ kind: 'refused' });
    network.isLocationLost = false;
    expect(await listTexts()).toContain('deleted there');
    network.posts.pop();
    expect(await read()).toEqual({ kind: 'gone', seenBy: 'account' });
  });
});
