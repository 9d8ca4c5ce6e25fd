import { loadAhead } from '../load-ahead.ts';
import { areLong, inThread } from '../long-work/long-work.ts';
import { createMemo, keyOf, type Question } from '../memoize.ts';
import {
  PLAIN_SETTINGS,
  type SafetyFinding,
  type SafetyPost,
  type SafetySettings,
  type TextFinding,
  weighFindings,
} from './safety-finding.ts';
import { findForeignNames } from './words/find-foreign-names.ts';

/** Loaded with the first text: it includes the personal and phone number formats of all countries. */
const reading = loadAhead(() => import('./read-findings.ts'));

/** Lists of jobs check the same frozen texts repeatedly. Caches the findings of recent texts. */
const remembered = createMemo<TextFinding[]>({ answers: 4_000 });

/**
 * Checks texts before publication: leaked credentials, links to private, denied, deceptive or unclear hosts or with a
 * password, personal data, profanity, blocked terms, hidden characters, drafting leftovers, claims, stuffing of
 * mentions and tags, handles of another network; each with the severity set by the workspace. Deterministic, in the
 * order of the texts. No network access. Long texts queue per owner.
 */
export async function checkSafety(
  posts: readonly SafetyPost[],
  settings: SafetySettings = PLAIN_SETTINGS,
  owner?: string,
): Promise<SafetyFinding[]> {
  const asked = posts.flatMap((post) => questionsOf(post, settings, owner).map((question) => ({ post, question })));
  const questions = asked.map(({ question }) => question);
  const answers = await remembered.answer(questions, areLong(remembered.unread(questions)));
  const found = Map.groupBy(
    asked.map(({ post }, index) => ({ post, findings: answers[index] ?? [] })),
    ({ post }) => post,
  );
  const findings = posts.flatMap((post) =>
    // The meaning of a name depends on the network, so it is not cached with the text.
    [...(found.get(post) ?? []).flatMap((each) => each.findings), ...findForeignNames(post)].map((finding) => ({
      ...finding,
      platform: post.platform,
      field: post.field,
    })),
  );
  return weighFindings(findings, settings);
}

/** The number of characters of each text that checkSafety() still needs to read. */
export function uncheckedIn(posts: readonly SafetyPost[], settings: SafetySettings = PLAIN_SETTINGS): number[] {
  return remembered.unread(posts.flatMap((post) => questionsOf(post, settings)));
}

/** The general checks, and the workspace's own lists. */
function questionsOf(
  { text, links = [] }: SafetyPost,
  { timeZone, deniedHosts, blockedTerms }: SafetySettings,
  owner?: string,
): Question<TextFinding[]>[] {
  const characters = text.length;
  const general = {
    key: keyOf(timeZone, text),
    characters,
    here: async () => (await reading()).readFindings(text, timeZone),
    there: () => inThread('findings', { text, timeZone }, owner),
  };
  if (deniedHosts.length + blockedTerms.length === 0) return [general];
  const said = { text, links };
  const terms = { deniedHosts, blockedTerms };
  const own = {
    key: keyOf(said, terms),
    characters,
    here: async () => (await reading()).readOwnFindings(said, terms),
    there: () => inThread('ownFindings', { said, terms }, owner),
  };
  return [general, own];
}
