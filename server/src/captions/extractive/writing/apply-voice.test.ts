import { describe, expect, it } from 'vitest';
import { PLAIN_VOICE, type Voice } from '../../../access/workspace-policies.ts';
import { createBlueskyPlatform } from '../../../platforms/bluesky/bluesky-platform.ts';
import { blueskyRules } from '../../../platforms/bluesky/bluesky-rules.ts';
import { countGraphemes } from '../../../platforms/text/graphemes.ts';
import { createTestOutbound } from '../../../testing/test-outbound.ts';
import { createExtractiveGenerator } from '../extractive-generator.ts';

const SOURCE = `# The harbour opens again 🎉

The harbour opens again on Saturday at eight 🚤. Boats leave every hour for the islands. The cheap café on the pier serves breakfast from nine.
Tickets are sold at the gate. The music plays until midnight, and the last boat waits for the last guest of the evening.`;

async function write(voice: Partial<Voice>) {
  const generator = createExtractiveGenerator();
  const request = {
    sourceText: SOURCE,
    link: null,
    platforms: [createBlueskyPlatform(blueskyRules, createTestOutbound())],
    tone: null,
    language: null,
  };
  const [caption] = await generator.generate({ ...request, voice: { ...PLAIN_VOICE, ...voice } });
  return caption ?? { text: '', tags: [], thread: [] };
}

describe('the voice of a workspace', () => {
  it('without a wish changes nothing', async () => {
    expect((await write({})).text).toContain('🎉');
  });

  it('leaves out every emoji where it uses none', async () => {
    const { text } = await write({ emoji: 'none' });
    expect(text).not.toMatch(/\p{RGI_Emoji}/v);
    expect(text).toContain('The harbour opens again on Saturday at eight.');
  });

  it('says no sentence with a banned word, and takes a word for banned only as a whole', async () => {
    const { text, tags } = await write({ bannedWords: ['CHEAP', 'boat'] });
    expect(text).not.toMatch(/cheap|last boat/i);
    expect(text).toContain('Boats leave');
    expect(tags.map((tag) => tag.toLowerCase())).not.toContain('cheap');
  });

  it('keeps to as many tags as it wants', async () => {
    expect((await write({ maxTags: 0 })).tags).toEqual([]);
    expect((await write({ maxTags: 1 })).tags.length).toBeLessThanOrEqual(1);
  });

  it('is brief where it wants to be', async () => {
    const short = countGraphemes((await write({ length: 'short' })).text);
    expect(short).toBeLessThanOrEqual(160);
    expect(countGraphemes((await write({ length: 'medium' })).text)).toBeGreaterThan(short);
  });
});
