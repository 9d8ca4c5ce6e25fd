import type { CaptionRequest } from '../captions/caption-generator.ts';
import { DomainError, type ErrorCode, type FieldError } from '../errors.ts';
import type { Platform } from '../platforms/platform.ts';
import type { PostWish } from '../platforms/read-post.ts';
import type { OwnTerms, SaidText } from '../safety/read-findings.ts';
import { beginWork, endWork, tooComplex } from './work-budget.ts';

/** A platform in serialisable form: the thread creates its own. */
type Ruled<Wish> = Omit<Wish, 'platform' | 'platforms'>;
type Rules = Pick<Platform, 'id' | 'rules' | 'accountLimits'>;

/** The tasks of a thread: pure computation on plain data, with everything needed loaded before. */
const TASKS = {
  async captions({ platforms, ...request }: Ruled<CaptionRequest> & { platforms: Rules[] }) {
    const [{ composeCaptions }, { platformByRules }] = await Promise.all([
      import('../captions/embedded/compose-captions.ts'),
      import('../platforms/platform-by-rules.ts'),
    ]);
    return composeCaptions({ ...request, platforms: platforms.map(platformByRules) });
  },
  async post({ platform, ...wish }: Ruled<PostWish> & { platform: Rules }) {
    const [{ readPost }, { platformByRules }] = await Promise.all([
      import('../platforms/read-post.ts'),
      import('../platforms/platform-by-rules.ts'),
    ]);
    return readPost({ ...wish, platform: platformByRules(platform) });
  },
  async findings({ text, timeZone }: { text: string; timeZone: string | null }) {
    const { readFindings } = await import('../safety/read-findings.ts');
    return readFindings(text, timeZone);
  },
  async ownFindings({ said, terms }: { said: SaidText; terms: OwnTerms }) {
    const { readOwnFindings } = await import('../safety/read-findings.ts');
    return readOwnFindings(said, terms);
  },
  async weakness({ password, about }: { password: string; about: readonly string[] }) {
    const { findPasswordWeakness } = await import('../access/passwords/password-strength.ts');
    return findPasswordWeakness(password, about);
  },
  async page({ html, base }: { html: string; base: string }) {
    const { readPage } = await import('../links/read-page.ts');
    return readPage(html, new URL(base));
  },
  async video({ path }: { path: string }) {
    const { readContainer } = await import('../media/read-container.ts');
    return readContainer(path);
  },
};

export type Tasks = typeof TASKS;

/** The result of a task: a refusal is rethrown at the caller. */
export type TaskResult<T> =
  | { value: T }
  | { refused: { code: ErrorCode; message: string; details: Record<string, unknown>; fields: FieldError[] } };

/** Markup that is nested thousands of times is more than a parser can follow. */
const isTooDeep = (thrown: unknown): boolean => thrown instanceof RangeError && /call stack/.test(thrown.message);

/** Works on one task at a time, within its budget. A refusal goes back as data: a class does not travel. */
export default async function work<Name extends keyof Tasks>({ name, input }: { name: Name; input: never }): Promise<TaskResult<unknown>> {
  beginWork();
  try {
    return { value: await TASKS[name](input) };
  } catch (thrown) {
    const refusal = isTooDeep(thrown) ? tooComplex() : thrown;
    if (!(refusal instanceof DomainError)) throw refusal;
    const { code, message, details, fields } = refusal;
    return { refused: { code, message, details, fields } };
  } finally {
    endWork();
  }
}
