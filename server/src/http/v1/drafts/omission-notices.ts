import type { EnglishNotice } from '../../../drafts/resolve-approval-required.ts';
import type { Payload } from '../../../payloads/payload.entity.ts';
import type { Omission, OmissionReason } from '../../../platforms/text/omission.ts';

const WHY: Record<OmissionReason, string> = {
  furniture: 'which belongs to a page or a mail rather than to a post',
  voice: 'which this workspace does not say',
  too_long: 'for which there was no room',
  refused: 'which the platform does not take',
  markup: 'which a post cannot carry',
  no_place: 'which has no place there but the text',
  condensed: 'which the language model did not use',
};
const LONGEST_QUOTED = 80;

interface WrittenCaption {
  platform: string;
  omissions?: readonly Omission[];
  keptPercent?: number | null;
}

/** What generated captions leave out of their source, platform by platform, and where a person is needed. */
export function omissionNotices(captions: readonly WrittenCaption[]): EnglishNotice[] {
  return captions.flatMap(({ platform, omissions = [], keptPercent = null }): EnglishNotice[] => {
    const presented = omissions.map(presentOmission);
    return [
      ...(keptPercent === null ? [] : [keptPercent === 0 ? needsPerson(platform, presented) : shortened(platform, keptPercent)]),
      ...(omissions.length > 0 && keptPercent !== 0 ? [leftOut(platform, omissions, presented)] : []),
    ];
  });
}

/** Captions with what is not in their posts, which know of descriptions too. */
export const withOmissions = <C extends WrittenCaption>(captions: readonly C[], payloads: readonly Payload[] = []): C[] =>
  captions.map((caption) => {
    const omissions = payloads.find(({ platform }) => platform === caption.platform)?.preview.omissions;
    return omissions ? { ...caption, omissions } : caption;
  });

type PresentedOmissions = ReturnType<typeof presentOmission>[];

function leftOut(platform: string, omissions: readonly Omission[], presented: PresentedOmissions): EnglishNotice {
  const [first] = omissions;
  const more = omissions.length > 1 ? ` There ${omissions.length === 2 ? 'is one more' : `are ${omissions.length - 1} more`}.` : '';
  const message = first ? `The post for ${platform} leaves out ${quoted(first)}, ${WHY[first.reason]}.${more}` : '';
  return { code: 'left_out', message, platform, omissions: presented };
}

function shortened(platform: string, keptPercent: number): EnglishNotice {
  const message = `The post for ${platform} is shortened to the first paragraphs: ${keptPercent} % of the source.`;
  return { code: 'shortened', message, platform };
}

/** A program must not choose which part of a text is used. */
function needsPerson(platform: string, omissions: PresentedOmissions): EnglishNotice {
  const message = `Not even the first paragraph of the source fits ${platform}. Write words for it, or leave ${platform} out; until then it cannot be approved.`;
  return { code: 'needs_person', message, platform, omissions };
}

export function presentOmission({ text, reason, start, end }: Omission) {
  return { text, reason, start, end };
}

function quoted({ text }: Omission): string {
  const line = text.replace(/\s+/g, ' ');
  return `“${line.length > LONGEST_QUOTED ? `${line.slice(0, LONGEST_QUOTED).toWellFormed().trimEnd()}…` : line}”`;
}
