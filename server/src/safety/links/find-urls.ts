const URL_SHAPE = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,15}:\/\/[^\s<>"'`{}|\\^]+/giu;

export interface WrittenUrl {
  url: URL;
  start: number;
  end: number;
}

/** Every address with its scheme, as it is written. */
export function findUrls(text: string): WrittenUrl[] {
  return [...text.matchAll(URL_SHAPE)].flatMap((match) => {
    const written = withoutTrailingPunctuation(match[0]);
    // A zone ("%25eth0") belongs to one machine; URL parsers refuse it.
    const url = URL.parse(written.replace(/%25\w+(?=\])/, ''));
    return url ? { url, start: match.index, end: match.index + written.length } : [];
  });
}

/** The sentence around a link may end right after it; a closing bracket is the link's own only where the link opened it. */
function withoutTrailingPunctuation(link: string): string {
  const excess = { ')': countOf(link, ')') - countOf(link, '('), ']': countOf(link, ']') - countOf(link, '[') };
  let end = link.length;
  for (; end > 0; end -= 1) {
    const last = link[end - 1] ?? '';
    if ((last === ')' || last === ']') && excess[last] > 0) excess[last] -= 1;
    else if (!'.,;:!?…*_'.includes(last)) break;
  }
  return link.slice(0, end);
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}
