import { beforeAll, describe, expect, it } from 'vitest';
import { AuditEntry } from '../audit/audit.entities.ts';
import { givenUser, givenWorkspace } from '../testing/factories.ts';
import { type Caller, useGraphql } from '../testing/graphql.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { Draft } from './draft.entity.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);
let home: Awaited<ReturnType<typeof givenWorkspace>>;
let editor: Caller;

beforeAll(async () => {
  home = await givenWorkspace(graphql.services, { timeZone: 'Europe/Lisbon' });
  editor = graphql.browserOf(await givenUser(graphql.services, home.accountId, { role: 'editor' }));
});

interface Imported {
  rows: number;
  faults: { row: number; column: string | null; message: string }[];
  drafts: { title: string; sourceText: string; platforms: string[]; scheduledAt: string | null; state: string }[];
}

const IMPORT = `mutation ($input: ImportDraftsInput!) { importDrafts(input: $input) {
  rows faults { row column message } drafts { title sourceText state platforms scheduledAt } } }`;

const CREATE = 'mutation ($input: CreateDraftInput!) { createDraft(input: $input) { id } }';

async function importCsv(csv: string, isDryRun = false, caller = editor): Promise<Imported> {
  const { data, errors } = await graphql.ask<{ importDrafts: Imported }>(caller, IMPORT, {
    input: { workspaceId: home.workspaceId, csv, isDryRun },
  });
  expect(errors).toEqual([]);
  return data.importDrafts;
}
const placesOf = async (csv: string) => (await importCsv(csv, true)).faults.map(({ row, column }) => [row, column]);
const count = () => graphql.services.orm.em.fork().count(Draft, { workspaceId: home.workspaceId });
const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

describe('an import of drafts', () => {
  it('is previewed without creating anything, and then creates one draft per row', async () => {
    const csv = `text,platforms,scheduled_at,external_id\r\n"The pier opens.\r\nCome, ""all"" of you.",sandbox bluesky,${inTwoDays()} 09:30,pier-1\r\nThe market is on.,sandbox,,\r\n`;
    expect(await importCsv(csv, true)).toEqual({ rows: 2, faults: [], drafts: [] });
    expect([await count(), await graphql.services.orm.em.fork().count(AuditEntry, { action: 'draft.created' })]).toEqual([0, 0]);
    const { drafts } = await importCsv(csv);
    const inLisbon = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Lisbon', timeStyle: 'short' });
    expect(drafts).toMatchObject([
      { title: 'The pier opens.', state: 'DRAFT', platforms: ['sandbox', 'bluesky'] },
      { title: 'The market is on.', state: 'DRAFT', platforms: ['sandbox'], scheduledAt: null },
    ]);
    expect(inLisbon.format(new Date(drafts[0]?.scheduledAt ?? '')), 'a time without an offset is the workspace’s').toBe('09:30');
    expect(await importCsv(csv, true), 'an external id is taken once').toMatchObject({ faults: [{ row: 2, column: 'external_id' }] });
  });

  it('names every fault of every row, and creates nothing if there is any', async () => {
    const before = await count();
    const rows = [
      'Fine.,sandbox,,',
      ',sandbox,,',
      ',myspace sandbox,,harbour',
      'When?,sandbox,24.12.2026,',
      'Long ago.,sandbox,2020-01-01T09:00:00Z,',
      'No address.,sandbox,,harbour',
    ];
    const { faults, drafts } = await importCsv(['text,platforms,scheduled_at,link', ...rows].join('\n'));
    expect(faults).toEqual([
      { row: 3, column: 'text', message: 'must not be empty.' },
      { row: 4, column: 'text', message: 'must not be empty.' },
      { row: 4, column: 'link', message: 'must be a complete URL that begins with https:// or http://.' },
      { row: 4, column: 'platforms', message: expect.stringMatching(/^Unknown platform: myspace\. The known platforms are bluesky, /) },
      { row: 5, column: 'scheduled_at', message: 'must be a time such as 2026-11-21T09:30:00Z.' },
      { row: 6, column: 'scheduled_at', message: 'must not lie in the past.' },
      { row: 7, column: 'link', message: 'must be a complete URL that begins with https:// or http://.' },
    ]);
    expect([drafts, await count()]).toEqual([[], before]);
  });

  it.each([
    [
      'without a heading that names the columns',
      'The pier opens.,sandbox',
      [
        [1, 'the pier opens.'],
        [1, 'sandbox'],
        [1, 'text'],
        [1, 'platforms'],
      ],
    ],
    ['with a column twice', 'text,platforms,text\nA.,sandbox,B.', [[1, 'text']]],
    [
      'with an unknown column three times',
      'text,platforms,colour,colour,colour\nA.,sandbox,,,',
      [
        [1, 'colour'],
        [1, 'colour'],
      ],
    ],
    ['with nothing below its heading', 'text,platforms\n\n', [[1, null]]],
    ['with more cells than columns', 'text,platforms\nA.,sandbox,B.', [[2, null]]],
    ['with letters of another encoding', 'text,platforms\nThe caf\uFFFD opens.,sandbox', [[2, null]]],
    ['with an unclosed quotation mark', 'text,platforms\n"A.,sandbox', [[2, null]]],
    ['of 101 rows', `text,platforms\n${'A.,sandbox\n'.repeat(101)}`, [[102, null]]],
    [
      'that is empty',
      '',
      [
        [1, 'text'],
        [1, 'platforms'],
      ],
    ],
  ] as [string, string, unknown[]][])('is refused %s', async (_, csv, places) => {
    expect(await placesOf(csv)).toEqual(places);
  });

  it('of an invalid table, however large, is refused quickly and briefly', async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `c${index}`).join(',');
    const before = process.cpuUsage();
    expect(await placesOf(`${names}\n${'a\n'.repeat(20_000)}`)).toEqual([
      [1, null],
      [102, null],
    ]);
    expect(await placesOf(`text,platforms\n${'"a"b"c",\n'.repeat(10_000)}`)).toHaveLength(101);
    // CPU time: comparing every row with every column takes six seconds.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });

  it.each([
    ['semicolons', 'text;platforms\nThe pier opens.;sandbox'],
    ['tabs', 'text\tplatforms\nThe pier opens.\tsandbox'],
    ['semicolons, and commas in a cell', 'text;platforms\n"Hello, you";sandbox\n'],
    ['a byte order mark at its beginning, as spreadsheets write it', '\uFEFFtext,platforms\nThe pier opens.,sandbox'],
    ['empty rows', 'text,platforms\n\nThe pier opens.,sandbox\n,\n'],
  ])('is read with %s', async (_, csv) => {
    expect(await importCsv(csv, true)).toEqual({ rows: 1, faults: [], drafts: [] });
  });

  it('accepts an export, without the escape of formulas', async () => {
    const { body } = await graphql.app.inject({ url: `/api/export?workspace_id=${home.workspaceId}&list=drafts`, headers: editor });
    const changed = body.replaceAll('pier-1', 'pier-2').replace('The market is on.', `'=1+1 is two`);
    const { drafts, faults } = await importCsv(changed);
    expect([faults, drafts.map(({ title }) => title).sort()]).toEqual([[], ['=1+1 is two', 'The pier opens.']]);
  });

  it('reads every text exactly as the export wrote it', async () => {
    const words = ['=1+1', ' -5 °C', '\t=1+1', '\tA tab first.', "'=1+1", "'Quoted'", "''@harbour"];
    for (const sourceText of words) {
      await graphql.ask(editor, CREATE, { input: { workspaceId: home.workspaceId, sourceText, platforms: ['sandbox'] } });
    }
    const { body } = await graphql.app.inject({ url: `/api/export?workspace_id=${home.workspaceId}&list=drafts`, headers: editor });
    const lines = body.split('\r\n');
    const { drafts } = await importCsv(lines.slice(0, words.length + 1).join('\r\n'));
    expect(drafts.map(({ sourceText }) => sourceText).reverse()).toEqual(words);
  });

  it('accepts a time with any form of UTC offset, and with no time zone but the workspace’s', async () => {
    const at = (time: string) => `text,platforms,scheduled_at\nThe ferry leaves.,sandbox,${inTwoDays()}${time}`;
    for (const time of ['T09:30+02', 'T09:30+0200', ' 09:30:00+02:00', 'T07:30Z', 'T09:30+02:00[Europe/Paris]'])
      expect((await importCsv(at(time))).drafts).toMatchObject([{ scheduledAt: `${inTwoDays()}T07:30:00.000Z` }]);
    expect(await placesOf(at('T09:30[Asia/Tokyo]'))).toEqual([[2, 'scheduled_at']]);
  });

  it('is only for people with write permission', async () => {
    const viewer = graphql.browserOf(await givenUser(graphql.services, home.accountId, { role: 'viewer' }));
    const input = { workspaceId: home.workspaceId, csv: 'text,platforms\nA.,sandbox', isDryRun: true };
    const { errors } = await graphql.ask(viewer, IMPORT, { input });
    expect(errors).toMatchObject([{ extensions: { code: 'insufficient_role' } }]);
  });

  it.each([';', '\t', ','])('is read as Excel saves it, with %j and an empty last column, from one row to eight', async (mark) => {
    for (let rows = 1; rows <= 8; rows += 1) {
      const lines = [['text', 'platforms', ''], ...Array.from({ length: rows }, (_, row) => [`Hello ${row}`, 'sandbox', ''])];
      const csv = `\uFEFF${lines.map((cells) => cells.join(mark)).join('\r\n')}\r\n`;
      expect(await importCsv(csv, true)).toEqual({ rows, faults: [], drafts: [] });
    }
  });

  it('requires the time of a date, and refuses a time that the clock skips', async () => {
    const { faults } = await importCsv('text;platforms;scheduled_at\nOne;sandbox;2027-12-24\nTwo;sandbox;2027-03-28 01:30\n', true);
    expect(faults).toEqual([
      { row: 2, column: 'scheduled_at', message: 'Has a date and no time. Write it as 2027-12-24 09:00.' },
      { row: 3, column: 'scheduled_at', message: 'The clocks skip this time on that day. Choose another one.' },
    ]);
  });
});
