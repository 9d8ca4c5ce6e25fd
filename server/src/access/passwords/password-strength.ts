import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { skeletonOf } from '../../confusables.ts';

/**
 * The second best of zxcvbn's five scores: at least about 10^8 guesses, each of which costs one argon2id
 * hash.
 */
const LEAST_SCORE = 3;
/** The minimum length apart from the person's own words. */
const LEAST_REST = 8;
/** The beginning determines the strength; judging more takes too long. */
const MOST_JUDGED = 60;

let judge: Promise<ZxcvbnFactory> | undefined;

/**
 * What is wrong with a password, in one sentence; null for a good one. Checks common and leaked passwords, words,
 * keyboard patterns, and `about`: the person's address and name, and the names of their accounts and workspaces.
 */
export async function findPasswordWeakness(password: string, about: readonly string[]): Promise<string | null> {
  judge ??= createJudge();
  const own = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  const beginning = password.slice(0, MOST_JUDGED);
  const words = [...own, 'countersign'].map((word) => word.toLowerCase()).sort((a, b) => b.length - a.length);
  const isOwn = isMadeOf(beginning.toLowerCase(), words) || isMadeOf(skeletonOf(beginning), words.map(skeletonOf));
  if (!isOwn && (await judge).check(beginning, words).score >= LEAST_SCORE) return null;
  return isOwn
    ? 'The password is easily guessed from your address, your name, your account or the name of this service. Use a few words that have nothing to do with them.'
    : 'The password is easily guessed: it is common, or follows a common pattern. Use a few unrelated words.';
}

/** Whether almost nothing remains without these words. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => (word.length > 2 ? left.replaceAll(word, '') : left), password);
  return rest.length < LEAST_REST && rest.length < password.length;
}

/** Loaded when the first password is set: its lists are large. */
async function createJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new Factory({ dictionary: { ...common.dictionary, ...english.dictionary }, graphs: common.adjacencyGraphs });
}
