import type { SafetyCheck } from '../../access/safety-policy.ts';
import { keepWords } from '../../languages/kept-sentence.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import type { TextFinding } from '../safety-finding.ts';

interface StuffingRule {
  check: SafetyCheck;
  /** The message for an excess. */
  tell(count: number, max: number): Sentence;
  /** More than this many is a warning, more than three times as many a block. */
  max: number;
  shape: RegExp;
}

const RULES: StuffingRule[] = [
  {
    check: 'mention_stuffing',
    tell: (count, max) => say`There are ${count} mentions; more than ${max} look like spam. Remove some.`,
    max: 5,
    shape: /(?<![\p{L}\p{N}_@./-])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?(?:@[\p{L}\p{N}.-]*[\p{L}\p{N}])?/gu,
  },
  {
    check: 'tag_stuffing',
    tell: (count, max) => say`There are ${count} tags; more than ${max} look like spam. Remove some.`,
    max: 10,
    shape: /(?<![\p{L}\p{N}_&#＃/])[#＃](?=[\p{N}_]*[\p{L}\p{M}])[\p{L}\p{M}\p{N}_]+/gu,
  },
];

/** More mentions or tags than readers expect, which platforms treat as spam. */
export function findStuffing(text: string): TextFinding[] {
  return RULES.flatMap(({ check, tell, max, shape }) => {
    const found = [...text.matchAll(shape)];
    const first = found[max];
    const last = found.at(-1);
    if (!first || !last) return [];
    return {
      check,
      severity: found.length > 3 * max ? ('block' as const) : ('warn' as const),
      ...keepWords(tell(found.length, max)),
      // The excess ones.
      span: { start: first.index, end: last.index + last[0].length },
    };
  });
}
