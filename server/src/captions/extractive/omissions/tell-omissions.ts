import type { Omission, OmissionReason } from '../../../platforms/text/omission.ts';
import type { Source } from '../reading/read-source.ts';
import { coveredBy, coverSpans, isBesideCovered, omissionOf, omissionsIn, readSourceWords } from './find-omissions.ts';

/** What became of a source on one platform. */
interface Told {
  posts: readonly string[];
  /** What the platform does not take, as it was written. */
  refused: readonly string[];
  /** Whether nothing was left out for its length. */
  isWhole: boolean;
}

export type OmissionTeller = (told: Told) => Omission[];

/**
 * Compares what goes out with the source itself, word by word, so that nothing can be left out untold
 * whichever rule did it. `read` is the source before the workspace's wishes were heeded, `heeded` after.
 */
export function omissionTeller(sourceText: string, read: Source, heeded: Source): OmissionTeller {
  // Most short texts go out as they are, and nothing has to be compared.
  const words = once(() => readSourceWords(sourceText, read.kind));
  const inRead = once(() => coveredBy(words(), textsOf(read)));
  const inHeeded = once(() => coveredBy(words(), textsOf(heeded)));
  return ({ posts, refused, isWhole }) => {
    if (posts.length === 1 && posts[0] === sourceText.trim() && refused.length === 0) return [];
    const covered = coveredBy(words(), posts);
    const trimmed = refusedIn(sourceText, refused).filter(({ start, end }) => isWhole || isBesideCovered(words(), covered, start, end));
    coverSpans(words(), trimmed, covered);
    const reasonAt = (index: number): OmissionReason => {
      if (!inRead()[index]) return read.kind.isDocument ? 'furniture' : 'markup';
      if (!inHeeded()[index]) return 'voice';
      return isWhole ? 'markup' : 'too_long';
    };
    return [...omissionsIn(words(), covered, reasonAt), ...trimmed].sort((a, b) => a.start - b.start);
  };
}

function textsOf({ title, paragraphs, tags, written, links }: Source): string[] {
  if (written !== null) return [written];
  return [
    title ?? '',
    paragraphs.map(({ mark, text }) => `${mark} ${text}`).join('\n'),
    tags.join(' '),
    links
      .filter(({ isAside }) => !isAside)
      .map(({ url }) => url)
      .join('\n'),
  ];
}

const MOST_REFUSED = 20;

/** Where in the source stands what the platform refused. */
function refusedIn(sourceText: string, refused: readonly string[]): Omission[] {
  let from = 0;
  return refused.slice(0, MOST_REFUSED).flatMap((written) => {
    const start = sourceText.indexOf(written, from);
    if (start < 0) return [];
    from = start + written.length;
    return { ...omissionOf(sourceText, start, from, 'refused'), text: written, start, end: from };
  });
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
