import { describe, expect, it } from 'vitest';
import { PLAIN_VOICE } from '../access/workspace-policies.ts';
import { inTransaction } from '../db/transaction.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import type { CaptionRequest, MadeCaption } from './caption-generator.ts';
import { generateCaptions } from './generate-captions.ts';

const database = useTestDatabase();
const WORKSPACE = 'wsp_01890000-0000-7000-8000-000000000000';

/** A writer that returns captions for these platforms, and records its requests. */
function contextWith(answer: (request: CaptionRequest) => MadeCaption[]) {
  const requests: CaptionRequest[] = [];
  const compose = async (request: CaptionRequest) => {
    requests.push(request);
    return answer(request);
  };
  const write = async (request: CaptionRequest) => ({ captions: await compose(request), notices: [] });
  return { requests, ctx: contextFor(createTestServices(database, { captions: { compose, write, improve: null, describe: null } })) };
}

const wordsFor = (platform: string, text = 'Words.'): MadeCaption => ({
  platform,
  text,
  tags: [],
  thread: [],
  origin: 'extractive',
  modelUse: null,
});

describe('generateCaptions', () => {
  it('requests each platform once, in one call, and returns them in their order', async () => {
    const { ctx, requests } = contextWith(({ platforms }) => platforms.map(({ id }) => wordsFor(id)).reverse());
    const { captions } = await generateCaptions(ctx, {
      workspaceId: WORKSPACE,
      sourceText: 'Source.',
      platforms: ['bluesky', 'sandbox', 'bluesky'],
      tone: 'dry',
      voice: PLAIN_VOICE,
    });
    expect(captions.map(({ platform }) => platform)).toEqual(['bluesky', 'sandbox']);
    expect(requests).toMatchObject([{ sourceText: 'Source.', link: null, tone: 'dry', language: null }]);
  });

  it('reports that it cannot follow the requested tone', async () => {
    const { ctx } = contextWith(({ platforms }) => platforms.map(({ id }) => wordsFor(id)));
    const input = { workspaceId: WORKSPACE, sourceText: 'Source.', platforms: ['sandbox'], voice: { ...PLAIN_VOICE, tone: 'warm' } };
    expect((await generateCaptions(ctx, { ...input, tone: 'dry' })).notices).toMatchObject([{ code: 'tone_not_followed' }]);
    expect((await generateCaptions(ctx, input)).notices).toEqual([]);
  });

  it('refuses an unknown platform without a request', async () => {
    const { ctx, requests } = contextWith(() => []);
    await expect(
      generateCaptions(ctx, { workspaceId: WORKSPACE, sourceText: 'Source.', platforms: ['myspace'], voice: PLAIN_VOICE }),
    ).rejects.toMatchObject({
      code: 'unknown_platform',
    });
    expect(requests).toEqual([]);
  });

  it('treats a missing platform or an unstorable caption from the generator as a bug', async () => {
    const input = { workspaceId: WORKSPACE, sourceText: 'Source.', platforms: ['sandbox'], voice: PLAIN_VOICE };
    await expect(generateCaptions(contextWith(() => []).ctx, input)).rejects.toThrow('left out sandbox');
    await expect(generateCaptions(contextWith(() => [wordsFor('sandbox', 'a\0')]).ctx, input)).rejects.toThrow('NUL');
  });

  it('never runs inside a transaction', async () => {
    const { ctx } = contextWith(() => [wordsFor('sandbox')]);
    await expect(
      inTransaction(ctx, (tx) =>
        generateCaptions(tx, { workspaceId: WORKSPACE, sourceText: 'S', platforms: ['sandbox'], voice: PLAIN_VOICE }),
      ),
    ).rejects.toThrow('before the transaction');
  });
});
