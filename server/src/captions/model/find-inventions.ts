import { findFacets } from '../../platforms/text/facets.ts';

/** What a post contains that its source does not. */
export interface Invention {
  kind: 'number' | 'link' | 'mention' | 'name';
  value: string;
}

const NUMBER = /\p{Nd}+/gu;
const THREAD_MARK = /\(?\b\d{1,2}\/\d{1,2}\)?\s*$|^\s*\(?\d{1,2}\/\d{1,2}\b\)?/gmu;
const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}'’]*/gu;
const STARTS_SENTENCE = /(?:^|[.!?…:;"“”«»()\n–—•*-])\s*$/u;
/** Languages whose common nouns are capitalized too. */
const CAPITAL_NOUNS = new Set(['de', 'lb']);

/**
 * Numbers, links, mentions and names of a post that are not in the source: a model must not add any. A name
 * is a word with a capital in the middle of a sentence.
 */
export function findInventions(post: readonly string[], sourceText: string, link: string | null, language: string | null): Invention[] {
  const source = `${sourceText}\n${link ?? ''}`;
  const known = {
    number: new Set(source.match(NUMBER)),
    link: new Set(findFacets(source).flatMap((facet) => (facet.kind === 'link' ? [facet.target] : []))),
    text: source.toLowerCase(),
    words: ` ${source.toLowerCase().replaceAll('’', "'").match(WORD)?.join(' ') ?? ''}`,
  };
  return post.flatMap((part) => [
    ...unknownFacets(part, known),
    ...unknownNumbers(part, known.number),
    ...(CAPITAL_NOUNS.has(language?.slice(0, 2) ?? '') ? [] : unknownNames(part, known.words)),
  ]);
}

function unknownFacets(part: string, known: { link: ReadonlySet<string>; text: string }): Invention[] {
  return findFacets(part).flatMap(({ kind, target, start, end }): Invention[] => {
    if (kind === 'link') return known.link.has(target) ? [] : [{ kind, value: target }];
    const written = part.slice(start, end).toLowerCase();
    return kind === 'mention' && !known.text.includes(written) ? [{ kind, value: part.slice(start, end) }] : [];
  });
}

function unknownNumbers(part: string, known: ReadonlySet<string>): Invention[] {
  const spoken = withoutFacets(part).replace(THREAD_MARK, ' ');
  return [...new Set(spoken.match(NUMBER))].filter((value) => !known.has(value)).map((value) => ({ kind: 'number', value }));
}

function unknownNames(part: string, source: string): Invention[] {
  const spoken = withoutFacets(part);
  const names = [...spoken.matchAll(WORD)].filter(
    ({ 0: word, index }) => /^\p{Lu}/u.test(word) && word.length > 1 && !STARTS_SENTENCE.test(spoken.slice(0, index)),
  );
  const unknown = names
    .map(([word]) => word.replace(/['’]s$/, ''))
    // A known word may begin with it: "Berliner" covers "Berlin", but "parking" does not cover "King".
    .filter((word) => !source.includes(` ${word.toLowerCase().replaceAll('’', "'")}`));
  return [...new Set(unknown)].map((value) => ({ kind: 'name', value }));
}

function withoutFacets(part: string): string {
  return findFacets(part).reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, part);
}
