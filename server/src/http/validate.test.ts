import { describe, expect, it } from 'vitest';
import { keptWords } from '../captions/own-words.ts';
import { namesIn } from '../mentions/known-mentions.ts';
import { agentActor } from '../testing/actors.ts';
import { countRows, expectProblem, useApi } from '../testing/api.ts';
import { countWork } from '../testing/inputs/hostile-units.ts';
import { givenPicture } from '../testing/pictures.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

const validate = async (body: object) => api.send('POST', '/api/v1/validate', body);
const only = async (body: object) => (await validate(body)).json().platforms[0];

describe('captions checked without a draft', () => {
  it('are measured by each platform, with the location, count, limit and remedy of every fault', async () => {
    const before = await countRows(api.services.orm);
    const answer = await validate({ text: 'Long words. '.repeat(50), thread: ['and more'], platforms: ['bluesky', 'mastodon'] });
    expect(answer.statusCode).toBe(200);
    const { fits, platforms } = answer.json();
    expect(fits).toBe(false);
    expect(platforms.map(({ platform }: { platform: string }) => platform)).toEqual(['bluesky', 'mastodon']);
    expect(platforms[0].posts).toHaveLength(2);
    expect(platforms[0].faults).toContainEqual({
      ...{ code: 'text_too_long', field: 'text', count: 600, limit: 300, unit: 'graphemes' },
      ...{ message: expect.any(String), remedy: expect.any(String), span: { start: 300, end: 600 } },
    });
    expect(platforms[1].faults).toContainEqual(expect.objectContaining({ code: 'text_too_long', limit: 500, unit: expect.any(String) }));
    expect(await countRows(api.services.orm)).toEqual(before);
  });

  it('may differ by platform, in the same form as for a draft', async () => {
    const captions = [{ platform: 'bluesky', text: 'Short.' }];
    const { platforms, fits } = (await validate({ text: 'For all others.', platforms: ['sandbox', 'bluesky'], captions })).json();
    expect(platforms.map(({ text }: { text: string }) => text)).toEqual(['For all others.', 'Short.']);
    expect(fits).toBe(true);
    expect((await validate({ captions })).json().platforms).toHaveLength(1);
  });

  it('have a title only on platforms with titles', async () => {
    const words = { text: 'We open at eight.', title: 'The pier opens' };
    expect(await only({ captions: [{ platform: 'devto', ...words }] })).toMatchObject({
      title: 'The pier opens',
      text: 'The pier opens\n\nWe open at eight.',
      posts: [{ text: 'We open at eight.' }],
    });
    const refused = (title: string, platform = 'devto') => validate({ captions: [{ platform, text: 'We open.', title }] });
    for (const answer of [
      await refused('Two\nlines'),
      await refused('x'.repeat(200)),
      await refused('# Marked'),
      await refused('A', 'bluesky'),
    ]) {
      expect(expectProblem(answer, 'validation_failed').errors).toEqual([{ pointer: '/captions/0/title', message: expect.any(String) }]);
    }
  });

  it('are checked in this thread up to a limit: a title without its text, names at the start of a thread', async () => {
    const all = [...api.services.platforms.values()];
    const titled = all.filter(({ rules }) => rules.some(({ field }) => field === 'title'));
    const naming = all.filter(({ accounts }) => accounts?.find);
    const workFor = (size: number, posts: number) =>
      countWork(async () => {
        const text = '#a @a.example '.repeat(size);
        keptWords(
          api.services,
          titled.map(({ id }) => ({ platform: id, title: 'The pier opens', text })),
        );
        for (const platform of naming) namesIn({ platform, texts: Array.from({ length: posts }, () => text) });
      });
    expect(Math.min(titled.length, naming.length)).toBeGreaterThan(0);
    const once = await workFor(7_000, 1);
    expect(await workFor(7_000, 10)).toBe(once);
    const title = await workFor(1, 0);
    expect(await workFor(7_000, 0)).toBe(title);
  });

  it('are checked by the safety checks', async () => {
    const { fits, findings } = await only({ text: 'Write to 10.0.0.1: http://10.0.0.1/admin', platforms: ['sandbox'] });
    expect(fits).toBe(false);
    expect(findings).toContainEqual(expect.objectContaining({ severity: 'block', field: 'text', span: expect.any(Object) }));
  });

  it('can have pictures of the workspace, each with its alternative text', async () => {
    const media = await givenPicture(api.services, await agentActor(api.services, api.home.workspace), api.home.workspace);
    const shown = { text: 'The pier.', media_ids: [media.id], platforms: ['bluesky'] };
    expect((await only(shown)).fits).toBe(true);
    expect((await only({ ...shown, alt_texts: ['x'.repeat(2_000)], platforms: ['mastodon'] })).faults).toContainEqual(
      expect.objectContaining({ code: 'alt_text_too_long', limit: 1_500, count: 2_000 }),
    );
    const { fits, omissions } = await only({ ...shown, alt_texts: ['Boats at the pier.'], platforms: ['telegram'] });
    expect({ fits, omissions }).toEqual({ fits: true, omissions: [{ text: 'Boats at the pier.', reason: 'refused', start: 0, end: 0 }] });
    expectProblem(await validate({ ...shown, media_ids: ['med_1'] }), 'validation_failed');
    expectProblem(await validate({ ...shown, alt_texts: ['one', 'two'] }), 'validation_failed');
  });
});

describe('an invalid request', () => {
  it.each([
    [{ text: 'Words.', platforms: ['nowhere'] }, 'unknown_platform'],
    [{ platforms: ['sandbox'] }, 'validation_failed'],
    [{ text: 'Words.' }, 'validation_failed'],
    [{ captions: [{ platform: 'nowhere', text: 'Words.' }] }, 'validation_failed'],
    [{ text: 'Words.', platforms: ['sandbox'], captions: [{ platform: 'bluesky', text: 'Words.' }] }, 'validation_failed'],
    [{ captions: [1, 2].map(() => ({ platform: 'sandbox', text: 'Words.' })) }, 'validation_failed'],
    [{ text: 'Words.', platforms: ['sandbox'], link: 'https://a b' }, 'validation_failed'],
  ] as const)('%j is refused as %s', async (body, code) => {
    expectProblem(await validate(body), code);
  });
});
