import type { Context } from '../context.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { wordsOfViolation } from '../platforms/checks/violation.ts';
import type { Platform, Settings } from '../platforms/platform.ts';
import type { GeneratedCaption } from './caption-generator.ts';

/** An author's caption for one platform. */
export interface OwnWords {
  platform: string;
  text: string;
  /** For platforms with titles; on others it is the first line of the text. */
  title?: string | undefined;
  tags?: string[] | undefined;
  thread?: string[] | undefined;
  /** The network's own settings, all of them; those of the previous caption if omitted. */
  settings?: Settings | undefined;
}

/**
 * Converts it to the stored form: a separate title becomes the first line of the text (decision 040), nothing
 * else changes. Throws `validation_failed` for a title that could not be restored exactly.
 */
export function keptWords(
  ctx: Pick<Context, 'platforms'>,
  words: readonly OwnWords[],
  pointerOf = (index: number): string => `/captions/${index}`,
): GeneratedCaption[] {
  const fields = words.flatMap((own, index): FieldError[] => {
    const message = titleFault(own, ctx.platforms.get(own.platform));
    return message ? [{ pointer: `${pointerOf(index)}/title`, message }] : [];
  });
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
  return words.map(({ platform, text, title, tags = [], thread = [], settings }) => ({
    platform,
    text: title === undefined ? text : `${title.trim()}\n\n${text}`,
    tags,
    thread,
    ...(settings && { settings }),
  }));
}

function titleFault({ title }: OwnWords, platform: Platform | undefined): LocalizedMessage | null {
  // An unknown platform is reported by the command that stores the captions.
  if (title === undefined || !platform) return null;
  if (!platform.rules.some(({ field }) => field === 'title')) return say`must be left out: ${platform.label} shows no title.`;
  if (/[\r\n]/.test(title.trim())) return say`must be one line.`;
  if (/^#{1,6} /.test(title.trim())) return say`must not begin with a number sign and a space.`;
  // Only the title: the text may be long, and is checked later.
  const wrong = platform.validate({ text: '', title, tags: [], thread: [], link: null }).find(({ field }) => field === 'title');
  return wrong ? say`does not fit: ${wordsOfViolation(wrong).message}` : null;
}
