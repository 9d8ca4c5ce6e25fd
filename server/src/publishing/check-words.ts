import type { GeneratedCaption } from '../captions/caption-generator.ts';
import type { Context } from '../context.ts';
import { knownPlatforms } from '../drafts/known-platforms.ts';
import { DomainError } from '../errors.ts';
import type { Preview, Violation } from '../platforms/platform.ts';
import { checkSafety } from '../safety/check-safety.ts';
import type { SafetyFinding } from '../safety/safety-finding.ts';
import { safetyPostsOf } from '../safety/safety-queries.ts';

export interface CheckedWords {
  platform: string;
  violations: Violation[];
  preview: Preview;
  findings: SafetyFinding[];
}

const MAX_WORDS = 50;

/** What words would come to on their platforms, by the rules that hold when they are saved and sent. Asks and writes nothing. */
export function checkWords(ctx: Context, words: readonly GeneratedCaption[], link: string | null): CheckedWords[] {
  if (words.length > MAX_WORDS) throw new DomainError('bad_user_input', { message: `At most ${MAX_WORDS} platforms at once.` });
  return words.flatMap(({ platform: id, text, tags, thread }) => {
    const post = { text, tags: tags.map((tag) => tag.trim().replace(/^[#＃]/u, '')), thread, link };
    return knownPlatforms(ctx, [id]).map((platform) => {
      const preview = platform.preview(post);
      return {
        platform: id,
        violations: platform.validate(post),
        preview,
        findings: checkSafety(safetyPostsOf({ platform: id, preview })),
      };
    });
  });
}
