import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import type { TextFinding } from './safety-finding.ts';

/** English only, with spellings such as "sh1t" and with words that merely contain such a one let through. */
const MATCHER = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/** The library also finds these letters within a word: "cockpit" has them. Only a whole word, in its usual forms, is meant. */
const BEFORE = /(?:^|[^\p{L}\p{N}])(?:mother|bull|horse|dumb|jack|ape|bat)?$/iu;
const AFTER = /^(?:s|es|ed|er|ers|in|ing|y|ty|hole|holes|head|heads|face)?(?![\p{L}\p{N}])/iu;
const LONGEST_FORM = 12;

/** Words that many readers take offence at. */
export function findProfanity(text: string): TextFinding[] {
  const findings: TextFinding[] = [];
  let end = 0;
  for (const { startIndex, endIndex } of MATCHER.getAllMatches(text, true)) {
    // One word may be found under several headings.
    if (startIndex < end || !isWholeWord(text, startIndex, endIndex + 1)) continue;
    end = endIndex + 1;
    findings.push({
      check: 'profanity',
      severity: 'warn',
      message: 'Many readers take offence at this word. Leave it in only if you mean it.',
      span: { start: startIndex, end },
    });
  }
  return findings;
}

function isWholeWord(text: string, start: number, end: number): boolean {
  return BEFORE.test(text.slice(Math.max(0, start - LONGEST_FORM), start)) && AFTER.test(text.slice(end, end + LONGEST_FORM));
}
