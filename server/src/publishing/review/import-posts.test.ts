import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../context.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { Media } from '../../media/media.entity.ts';
import { userActor } from '../../testing/actors.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { type PageServer, startPageServer } from '../../testing/servers/page-server.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { contextFor } from '../../testing/test-services.ts';
import { videoFile } from '../../testing/videos.ts';
import { importPosts } from './import-posts.ts';

const parts: Partial<Services> = {};
const database = useTestDatabase();
let site: PageServer;
beforeAll(async () => {
  site = await startPageServer();
  parts.outbound = createTestOutbound([site.address]);
  const boats = await sharp({ create: { width: 60, height: 50, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();
  const film = await videoFile(3);
  site.on('/film.mp4', (response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(film));
  site.on('/boats.jpg', (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(boats));
});
const graphql = useGraphql(database, parts);
afterAll(() => site.stop());

let home: Awaited<ReturnType<typeof givenWorkspace>>;
let editor: Caller;
beforeAll(async () => {
  home = await givenWorkspace(graphql.services, { timeZone: 'Europe/Lisbon' });
  editor = graphql.browserOf(await givenUser(graphql.services, home.accountId, { role: 'editor' }));
});

interface Imported {
  tool: string;
  rows: {
    row: number;
    result: string;
    title: string;
    platforms: { id: string }[];
    scheduledAt: string | null;
    pictures: number;
    videos: number;
    remarks: string[];
    draftId: string | null;
  }[];
  needsPlatforms: boolean;
  slots: { weekdays: number[]; at: string }[];
  accounts: { network: string; platform: { id: string } | null; name: string }[];
}

const IMPORT = `mutation ($input: ImportPostsInput!) { importPosts(input: $input) { tool needsPlatforms
  rows { row result title platforms { id } scheduledAt pictures videos remarks draftId } slots { weekdays at } accounts { network platform { id } name } } }`;

async function importFile(file: unknown, { isDryRun = false, platforms = null as string[] | null } = {}): Promise<Imported> {
  const content = typeof file === 'string' ? file : JSON.stringify(file);
  const input = { workspaceId: home.workspaceId, file: content, isDryRun, platforms };
  const { data, errors } = await graphql.ask<{ importPosts: Imported }>(editor, IMPORT, { input });
  expect(errors).toEqual([]);
  return data.importPosts;
}
const resultsOf = ({ rows }: Imported) =>
  rows.map(({ row, result, platforms, remarks }) => [row, result, platforms.map(({ id }) => id).join(' '), ...remarks]);
const NOT_LISTED = 'Postiz does not list pictures, nor further posts of a thread. Add them by hand if it has any.';
const count = () => graphql.services.orm.em.fork().count(Draft, { workspaceId: home.workspaceId });
const draftOf = (id: string | null | undefined) => graphql.services.orm.em.fork().findOneOrFail(Draft, id ?? '');
const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000).toISOString();

describe('an export of Postiz', () => {
  const post = (id: string, providerIdentifier: string, more: object) => ({
    ...{
      id,
      state: 'QUEUE',
      content: '<p>The pier opens &amp; closes.</p><p></p><p>Come early.</p>',
      publishDate: inTwoDays().slice(0, 17).concat('00.000Z'),
    },
    ...{ integration: { id: `int-${providerIdentifier}`, providerIdentifier, name: 'Harbour' }, ...more },
  });
  const file = () => ({
    posts: [
      post('1', 'x', { image: JSON.stringify([{ id: 'm', path: `http://${site.address}/boats.jpg` }]) }),
      post('2', 'linkedin-page', { image: JSON.stringify([{ id: 'm', path: `http://${site.address}/boats.jpg` }]) }),
      post('3', 'x', { state: 'PUBLISHED' }),
      post('4', 'skool', { content: 'For the group.' }),
      post('5', 'mastodon', { content: 'Late.', publishDate: '2026-01-01T09:00:00.000Z' }),
      post('6', 'mastodon', { content: '' }),
      post('7', 'bluesky', {
        content: 'With a film.',
        image: [{ path: `http://${site.address}/gone.jpg` }, { path: `http://${site.address}/film.mp4` }],
      }),
    ],
    integrations: [
      { id: 'int-x', name: 'Harbour', identifier: 'x', time: [{ time: 540 }] },
      { id: 'int-s', name: 'Harbour group', identifier: 'skool' },
    ],
  });
  let exported: ReturnType<typeof file>;
  beforeAll(() => {
    exported = file();
  });

  it('previews the import row by row, and creates nothing', async () => {
    const tried = await importFile(exported, { isDryRun: true });
    expect(resultsOf(tried)).toEqual([
      [1, 'made', 'x linkedin_page'],
      [2, 'made', 'x linkedin_page'],
      [3, 'left_out', 'x', 'It is published already.'],
      [4, 'fault', '', 'This service does not publish on skool.', NOT_LISTED],
      [5, 'made', 'mastodon', 'Its time has passed. It is imported without one.', NOT_LISTED],
      [6, 'fault', 'mastodon', 'source_text must not be empty.'],
      [7, 'made', 'bluesky'],
    ]);
    expect(tried).toMatchObject({
      tool: 'postiz',
      needsPlatforms: false,
      rows: [{ pictures: 1, videos: 0, draftId: null }, {}, {}, {}, {}, {}, { pictures: 1, videos: 1 }],
    });
    expect(tried.accounts).toEqual(
      expect.arrayContaining([
        { network: 'x', platform: { id: 'x' }, name: 'Harbour' },
        { network: 'skool', platform: null, name: 'Harbour group' },
      ]),
    );
    expect([await count(), site.seen]).toEqual([0, []]);
  });

  it('creates drafts with their preferred time and pictures, and a second import creates none', async () => {
    const { rows } = await importFile(exported);
    expect(await count()).toBe(3);
    expect(rows[6]?.remarks.join(' ')).toContain('gone.jpg is not imported: The address responded with status 404.');
    const draft = await draftOf(rows[0]?.draftId);
    expect(rows[1]?.draftId).toBe(draft.id);
    expect(draft).toMatchObject({
      state: 'draft',
      sourceText: 'The pier opens & closes.\n\nCome early.',
      platforms: ['x', 'linkedin_page'],
      approvalRequired: true,
      scheduledAt: new Date(exported.posts[0]?.publishDate ?? ''),
      mediaIds: [expect.any(String)],
    });
    expect((await draftOf(rows[4]?.draftId)).scheduledAt).toBeNull();
    const { mediaIds } = await draftOf(rows[6]?.draftId);
    const media = await graphql.services.orm.em.fork().findOneOrFail(Media, mediaIds?.[0] ?? '');
    expect([mediaIds?.length, media.seconds]).toEqual([1, 3]);
    const again = await importFile(exported);
    expect(again.rows.map(({ result }) => result)).toEqual(['known', 'known', 'left_out', 'fault', 'known', 'fault', 'known']);
    expect(again.rows[0]?.draftId).toBe(draft.id);
    expect([await count(), await graphql.services.orm.em.fork().count(Media)]).toEqual([3, 2]);
  });

  it('has slots in minutes of UTC, converted to the workspace’s time zone', async () => {
    const { slots } = await importFile(exported, { isDryRun: true });
    expect(slots).toEqual([{ weekdays: [1, 2, 3, 4, 5, 6, 7], at: expect.stringMatching(/^(09|10):00$/) }]);
  });
});

describe('an export of Buffer', () => {
  it('imports its table for bulk uploads, once the networks are chosen', async () => {
    const csv = `Text,Image URL,Tags,Posting Time\r\n"The market is on, ""all"" day.",http://${site.address}/boats.jpg,market,${inTwoDays().slice(0, 10)} 9:30\r\n,,,\r\nNo time.,,,\r\n`;
    const tried = await importFile(csv, { isDryRun: true });
    expect(tried.needsPlatforms).toBe(true);
    expect(tried.rows.map(({ row, result }) => [row, result])).toEqual([
      [2, 'fault'],
      [4, 'fault'],
    ]);
    expect(tried.rows[0]?.remarks).toEqual(['The file names no network. Choose where its posts go.']);
    const { rows } = await importFile(csv, { platforms: ['sandbox', 'bluesky'] });
    const draft = await draftOf(rows[0]?.draftId);
    expect(draft).toMatchObject({ sourceText: 'The market is on, "all" day.', platforms: ['sandbox', 'bluesky'] });
    const inLisbon = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Lisbon', timeStyle: 'short' });
    expect(inLisbon.format(draft.scheduledAt ?? 0)).toBe('09:30');
  });

  it('imports its API’s responses, with the slots of its channels', async () => {
    const channels = [
      {
        id: 'c1',
        name: 'harbour',
        service: 'twitter',
        timezone: 'Europe/Lisbon',
        postingSchedule: [{ day: 'mon', times: ['08:15'], paused: false }],
      },
      {
        id: 'c2',
        name: 'harbour',
        service: 'bluesky',
        timezone: 'Europe/Lisbon',
        postingSchedule: [{ day: 'tue', times: ['08:15'], paused: false }],
      },
    ];
    const node = (id: string, channelId: string, status = 'scheduled') => ({
      node: { id, channelId, status, text: 'Forty stalls.', dueAt: inTwoDays(), metadata: { thread: [{ text: 'Forty stalls.' }, {}] } },
    });
    const edges = [node('p1', 'c1'), node('p2', 'c2', 'sent')];
    const { rows, slots, accounts } = await importFile({ data: { posts: { edges }, channels } }, { isDryRun: true });
    expect(rows.map(({ result, platforms, remarks }) => [result, platforms[0]?.id, remarks[0]])).toEqual([
      ['made', 'x', 'The further posts of its thread are not imported. Add them by hand.'],
      ['left_out', 'bluesky', 'It is published already.'],
    ]);
    expect(slots).toEqual([{ weekdays: [1, 2], at: '08:15' }]);
    expect(accounts.map(({ network }) => network)).toEqual(['twitter', 'bluesky']);
  });
});

it('imports Mixpost’s API responses, each account with its own version', async () => {
  const post = {
    ...{ id: 3, uuid: '8eb4e98d', status: 'scheduled', scheduled_at: inTwoDays().slice(0, 19).replace('T', ' ') },
    accounts: [
      { id: 1, name: 'Harbour', provider: 'mastodon' },
      { id: 2, name: 'Harbour', provider: 'facebook_page' },
    ],
    versions: [
      { account_id: 0, is_original: true, content: [{ body: '<div>For all.</div>', media: [17], url: '' }] },
      { account_id: 2, is_original: false, content: [{ body: '<div>For Facebook.</div>', media: [], url: '' }] },
    ],
  };
  const { tool, rows } = await importFile({ data: [post] });
  expect([tool, rows.map(({ title, platforms, remarks }) => [title, platforms[0]?.id, ...remarks])]).toEqual([
    'mixpost',
    [
      ['For all.', 'mastodon', 'The file has no address of some of its pictures or videos. Add them by hand.'],
      ['For Facebook.', 'facebook'],
    ],
  ]);
  expect((await draftOf(rows[0]?.draftId)).scheduledAt?.toISOString().slice(0, 16)).toBe(inTwoDays().slice(0, 16));
});

it.each([
  ['a text', 'Hello', 'This file is not recognized'],
  ['other JSON', '{"a": 1}', 'This file is not recognized'],
  ['truncated JSON', '{"posts": [', 'This is not complete JSON'],
  ['a table of this service', 'text,platforms\nA,sandbox', 'This file is not recognized'],
])('refuses %s', async (_, file, message) => {
  const input = { workspaceId: home.workspaceId, file, isDryRun: true };
  const { errors } = await graphql.ask(editor, IMPORT, { input });
  expect(errors[0]?.message).toContain(message);
});

it('takes no longer than a person waits: a file that is still coming then is named, to be added by hand', async () => {
  const address = `http://${site.address}/endless.mp4`;
  const late = new AbortController();
  site.on('/endless.mp4', (response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' }).write(Buffer.alloc(1_000), () => late.abort());
  });
  const actor = await userActor(graphql.services, home.accountId, 'editor');
  const input = { workspaceId: home.workspaceId, platforms: ['sandbox'], isDryRun: false };
  const file = `Text,Image URL,Tags,Posting Time\r\nTheir film.,${address},,`;
  const { rows } = await importPosts(contextFor(graphql.services, actor), { ...input, file }, late.signal);
  expect(rows.map(({ result, remarks }) => [result, remarks.map(String)])).toEqual([
    ['made', [`${address} is not imported: add it by hand.`]],
  ]);
});

describe('an unusual file', () => {
  const buffer = (...lines: string[]) => ['Text,Image URL,Tags,Posting Time', ...lines].join('\r\n');
  const postiz = (...posts: object[]) => ({
    posts: posts.map((each, index) => ({
      ...{ id: `${index}`, state: 'QUEUE', publishDate: inTwoDays(), integration: { providerIdentifier: 'mastodon', name: 'Harbour' } },
      ...each,
    })),
  });
  const refusal = async (file: string) => {
    const before = await count();
    const { errors } = await graphql.ask(editor, IMPORT, {
      input: { workspaceId: home.workspaceId, file, isDryRun: false, platforms: ['sandbox'] },
    });
    expect(await count()).toBe(before);
    return errors[0]?.message;
  };

  it('counts rows as the spreadsheet does, after a byte order mark and empty lines', async () => {
    const { rows } = await importFile(`\uFEFF\r\n\r\n${buffer('First after two empty lines.,,,', ',,,', 'Second.,,,', '')}`, {
      isDryRun: true,
      platforms: ['sandbox'],
    });
    expect(rows.map(({ row, title }) => [row, title])).toEqual([
      [4, 'First after two empty lines.'],
      [6, 'Second.'],
    ]);
  });

  it('is refused with an unclosed quotation mark, rather than read as one long post', async () => {
    expect(await refusal(buffer('"Open for ever,,,', 'Second.,,,', 'Third.,,,'))).toContain('quotation mark');
  });

  it('with letters in another encoding has a fault at that row only', async () => {
    const { rows } = await importFile(buffer('Caf\uFFFD opens.,,,', 'The café opens.,,,'), { platforms: ['sandbox'] });
    expect(rows.map(({ result }) => result)).toEqual(['fault', 'made']);
  });

  it('has faults by row for texts that cannot be stored, and drafts of the others', async () => {
    const { rows } = await importFile(
      postiz(
        { content: 'Zero\u0000byte.' },
        { content: 'Half a \ud83d letter.' },
        { content: 'x'.repeat(110_000) },
        { content: 'Good.' },
        { content: null },
      ),
    );
    expect(rows.map(({ result }) => result)).toEqual(['fault', 'fault', 'fault', 'made', 'fault']);
  });

  it('keeps a post with an invalid time, with a remark', async () => {
    const times = ['2026-02-30 9:30', 'tomorrow', '31/12/2026 09:30', '2099-13-01T09:00:00Z', '99999999-01-01'];
    const { rows } = await importFile(buffer(...times.map((time, index) => `Post ${index}.,,,${time}`)), {
      isDryRun: true,
      platforms: ['sandbox'],
    });
    expect(rows.map(({ result, scheduledAt, remarks }) => [result, scheduledAt, remarks.length])).toEqual(
      times.map(() => ['made', null, 1]),
    );
  });

  it('guesses no time: a date alone and an hour that the clocks skip are imported without one, and say why', async () => {
    const times = ['2027-03-27', '20270327', '2027-03-28 01:30', '2027-03-28 1:30'];
    const { rows } = await importFile(buffer(...times.map((time, index) => `Guessed ${index}.,,,${time}`)), {
      isDryRun: true,
      platforms: ['sandbox'],
    });
    const [none, skipped] = ['Has a date and no time.', 'The clocks skip this time on that day.'];
    expect(rows.map(({ result, scheduledAt, remarks }) => [result, scheduledAt, remarks])).toEqual(
      [none, none, skipped, skipped].map((why) => ['made', null, [expect.stringMatching(`^${why} .*It is imported without a time.$`)]]),
    );
  });

  it('of 5,000 rows is refused as a whole, and 500 are previewed within seconds', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `Post ${index}.,,,`);
    expect(await refusal(buffer(...rows))).toContain('At most 500 posts can be imported at once; this file has 5000.');
    const began = performance.now();
    const tried = await importFile(buffer(...rows.slice(0, 500)), { isDryRun: true, platforms: ['sandbox'] });
    console.info(`500 rows are tried in ${Math.round(performance.now() - began)} ms`);
    expect(tried.rows).toHaveLength(500);
  });

  it('names only platforms of this service', async () => {
    const names = [
      'gmb',
      'x',
      'linkedin-page',
      'facebook_page',
      'instagram-standalone',
      'devto',
      'hashnode',
      'youtube',
      'vk',
      'lemmy',
      'ghost',
      'tumblr',
    ];
    const { rows } = await importFile(
      postiz(...names.map((name) => ({ content: `For ${name}.`, integration: { providerIdentifier: name, name: 'Harbour' } }))),
      { isDryRun: true },
    );
    expect(rows.flatMap(({ result, platforms }) => (result === 'made' && platforms.length === 1 ? [] : result))).toEqual([]);
  });

  it('imported by two people at the same time creates one draft each', async () => {
    const file = postiz({ content: 'Twice at once.' }, { content: 'Another twice at once.' });
    const before = await count();
    await Promise.all([importFile(file), importFile(file), importFile(file)]);
    expect(await count()).toBe(before + 2);
  });
});
