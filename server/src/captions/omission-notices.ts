import type { EnglishNotice } from '../drafts/notice.ts';
import type { Omission, OmissionReason } from '../platforms/text/omission.ts';

const WHY: Record<OmissionReason, string> = {
  furniture: 'which belongs to a page or a mail rather than to a post',
  voice: 'which this workspace does not say',
  too_long: 'for which there was no room',
  refused: 'which the platform does not take',
  markup: 'which a post cannot carry',
  no_place: 'which has no place there but the text',
};
const LONGEST_QUOTED = 80;

/** What generated words leave out of their source, told platform by platform, and where that wants a person. */
export function omissionNotices(captions: readonly { platform: string; omissions?: readonly Omission[] }[]): EnglishNotice[] {
  return captions.flatMap(({ platform, omissions = [] }): EnglishNotice[] => {
    const essential = omissions.filter((omission) => omission.isEssential && omission.reason === 'too_long');
    return [
      ...(omissions.length > 0 ? [leftOut(platform, omissions)] : []),
      ...(essential.length > 0 ? [needsPerson(platform, essential)] : []),
    ];
  });
}

function leftOut(platform: string, omissions: readonly Omission[]): EnglishNotice {
  const [first] = omissions;
  const more = omissions.length > 1 ? ` There ${omissions.length === 2 ? 'is one more' : `are ${omissions.length - 1} more`}.` : '';
  const message = first ? `The post for ${platform} leaves out ${quoted(first)}, ${WHY[first.reason]}.${more}` : '';
  return { code: 'left_out', message, platform, omissions: omissions.map(toldOf) };
}

/** A risk, a deadline or a price that there is no room for: to choose is not for a program. */
function needsPerson(platform: string, essential: readonly Omission[]): EnglishNotice {
  const [first] = essential;
  const message = `There is no room on ${platform} for something that readers need: ${first ? quoted(first) : ''}. A person should look at the words, or shorten the source.`;
  return { code: 'needs_person', message, platform, omissions: essential.map(toldOf) };
}

function toldOf({ text, reason, start, end }: Omission) {
  return { text, reason, start, end };
}

function quoted({ text }: Omission): string {
  const line = text.replace(/\s+/g, ' ');
  return `“${line.length > LONGEST_QUOTED ? `${line.slice(0, LONGEST_QUOTED).toWellFormed().trimEnd()}…` : line}”`;
}
