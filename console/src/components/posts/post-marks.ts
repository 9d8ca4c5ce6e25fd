import type { FindingViewFragment, PayloadViewFragment } from '../../gql/graphql.ts';
import { texts } from '../texts.ts';
import type { Mark } from './post-text.tsx';

type Spanned = { field: string | null; start: number | null; end: number | null };

/** The findings in one post of a payload; `part` 0 is the first post, those of a thread follow. */
export function marksOf(
  payload: Pick<PayloadViewFragment, 'platform' | 'violations'>,
  findings: readonly FindingViewFragment[],
  part: number,
): Mark[] {
  const own = findings.filter(({ platform }) => platform === null || platform === payload.platform.id);
  return [
    ...payload.violations.flatMap((violation) => toMark(violation, part, 'bad', `${violation.message} ${violation.remedy}`)),
    ...own.flatMap((finding) => toMark(finding, part, isOpen(finding) ? 'bad' : 'wait', sentenceOf(finding))),
  ];
}

const isOpen = ({ severity, override }: FindingViewFragment): boolean => severity === 'BLOCK' && !override;

function sentenceOf({ message, override }: FindingViewFragment): string {
  return override ? `${message} ${texts.overriddenBy({ name: override.by, reason: override.reason })}` : message;
}

function toMark({ field, start, end }: Spanned, part: number, tone: Mark['tone'], message: string): Mark[] {
  if (start === null || end === null || field !== (part === 0 ? 'text' : `thread/${part - 1}`)) return [];
  return [{ start, end, tone, message }];
}
