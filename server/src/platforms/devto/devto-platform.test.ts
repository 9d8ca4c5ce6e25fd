import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import type { Credentials, JsonObject, Platform } from '../platform.ts';
import { describeConnector } from '../testing/connector-contract.ts';
import { intentFor, prepare, sendHooks } from '../testing/contract-posts.ts';
import { createFakeDevto, DEVTO_KEY } from '../testing/fake-devto.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { describePlatform } from '../testing/platform-contract.ts';
import { createDevtoPlatform } from './devto-platform.ts';
import { devtoRules } from './devto-rules.ts';

// Follows developers.forem.com/api/v1: POST /articles, GET /articles/me/published, GET /users/me.
const network = createFakeDevto();
const entered = { apiKey: DEVTO_KEY };
let fake: FakeServer;
let platform: Platform;
let credentials: Credentials;
const listTexts = async () => network.articles.map(({ title }) => title);

beforeAll(async () => {
  fake = await startFakeServer(network, DEVTO_KEY);
  platform = createDevtoPlatform(devtoRules, createTestOutbound(), fake.url);
  ({ credentials } = await platform.connect(entered));
});
afterAll(() => fake.stop());

describePlatform('DEV', async () => ({ platform, entered, credentials, listTexts }));

describeConnector(
  'DEV',
  () => ({
    platform,
    credentials,
    fake,
    isPublishing: network.isPublishing,
    secret: DEVTO_KEY,
    listTexts,
    sentContent(body) {
      const { published, ...article } = (body as { article: JsonObject }).article;
      return published === true ? article : body;
    },
    approvedContent: (payload) => payload,
  }),
  [
    [
      'that a title is used again too soon, which passes',
      { status: 422, body: { error: 'Validation failed: Title has already been used in the last five minutes', status: 422 } },
      { kind: 'rate_limited', retryAfterSeconds: 300 },
    ],
    [
      'what is wrong with the Markdown',
      { status: 422, body: { error: 'Validation failed: Invalid markdown detected', status: 422 } },
      { kind: 'rejected', message: expect.stringContaining('Invalid markdown') },
    ],
  ],
);

describe('DEV', () => {
  it('connects the account of the key, and refuses another key', async () => {
    expect(await platform.connect(entered)).toMatchObject({ handle: '@harbour', externalId: '71' });
    await expect(platform.connect({ apiKey: 'of another account' })).rejects.toThrow('DEV responded: unauthorized');
  });

  it('sends Markdown as it is, with title and tags', async () => {
    const text = '# The harbour opens\n\nCome **early**:\n\n```js\nopen({{ gate }});\n```';
    const payload = platform.build({ text, tags: ['harbour', 'opendata'], thread: [], link: null });
    expect(await platform.publish(payload, credentials, intentFor(platform, payload), sendHooks())).toMatchObject({
      kind: 'published',
      url: expect.stringContaining('https://dev.to/harbour/'),
    });
    expect(network.articles.at(-1)).toMatchObject({
      title: 'The harbour opens',
      markdown: 'Come **early**:\n\n```js\nopen({{ gate }});\n```',
      tags: ['harbour', 'opendata'],
    });
  });

  it.each([
    ['---\ntitle: Another\npublished: false\n---\n**Text**', '***\ntitle: Another\npublished: false\n---\n**Text**'],
    ['--- published: false ---\n**Text**', '\\--- published: false ---  \n**Text**'],
    ['---\ntitle: Another\n---\nText', '\\---  \ntitle: Another  \n\\---  \nText'],
    ['Text\n\n---\n\n**More**', 'Text\n\n---\n\n**More**'],
  ])('never sends settings that a text could begin with: %j', (body, sent) => {
    expect(platform.build({ title: 'Title', text: body, tags: [], thread: [], link: null }).body_markdown).toBe(sent);
  });

  it.each([
    'Pay {{ price }} and {{{ more }}} or {% tax %} and {{%',
    '**Pay** {{ price }}, see\n\n```liquid\n{% raw %}{{ gate }}\n```\n\nand `{{ code }}`',
  ])('shows what would be Liquid as it is written: %j', async (text) => {
    const payload = platform.build({ title: `As written ${text.length}`, text, tags: [], thread: [], link: null });
    await platform.publish(payload, credentials, intentFor(platform, payload), sendHooks());
    expect(network.shown(network.articles.at(-1))).toBe(text);
  });

  it('shows the backticks of a plain text, and none as code', () => {
    const { body_markdown: sent } = platform.build({ title: 'Title', text: 'a `b` {{ c }}', tags: [], thread: [], link: null });
    expect(sent).toBe('a &#96;b&#96; {% raw %}{{{% endraw %} c }}');
  });

  it('takes no Liquid in an address, which nothing keeps there', () => {
    const violations = (text: string) => platform.validate({ title: 'Title', text, tags: [], thread: [], link: null });
    expect(violations('See https://example.org/{{id}} there')).toMatchObject([{ code: 'character_refused', span: { start: 24, end: 30 } }]);
    expect(violations('**See** [it](/{{id}}) there')).toMatchObject([{ code: 'character_refused' }]);
    expect(violations('**See** `https://example.org/{{id}}` there {{ id }}')).toEqual([]);
  });

  it('is not sure of an article with the same text, whose title someone changed there', async () => {
    const payload = platform.build({ text: '# As it was called\n\nThe same text.', tags: [], thread: [], link: null });
    const intent = intentFor(platform, payload);
    await platform.publish(payload, credentials, intent, sendHooks());
    Object.assign(network.articles.at(-1) ?? {}, { title: 'As it is called' });
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'unsure' });
  });

  it('finds an article among later ones, and is not sure of one with the same title and another text', async () => {
    const { payload, intent } = prepare(platform, 'Found behind others');
    await platform.publish(payload, credentials, intent, sendHooks());
    for (let count = 1; count <= 31; count += 1) {
      const later = prepare(platform, `Later article ${count}`);
      await platform.publish(later.payload, credentials, later.intent, sendHooks());
    }
    expect(await platform.find(payload, credentials, intent)).toMatchObject({ kind: 'found' });
    const edited = { ...payload, body_markdown: 'Another text' };
    expect(await platform.find(edited, credentials, intent)).toMatchObject({ kind: 'unsure' });
    const since = { ...intent, createdAt: new Date(Date.now() + 3_600_000).toISOString() };
    expect(await platform.find(payload, credentials, since)).toEqual({ kind: 'absent' });
  });
});
