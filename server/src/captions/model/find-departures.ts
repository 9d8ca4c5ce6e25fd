import { baseLanguage } from '../../languages/language.ts';
import { detectLanguage } from '../../platforms/language/detect-language.ts';
import type { Platform } from '../../platforms/platform.ts';
import { findFacets } from '../../platforms/text/facets.ts';
import type { Departure } from '../../platforms/text/omission.ts';
import type { CaptionRequest, GeneratedCaption } from '../caption-generator.ts';
import { findChangedNegations } from './find-changed-negations.ts';
import { findChangedNumbers } from './find-changed-numbers.ts';
import { findInventions } from './find-inventions.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { hasMeaning, readSentences, readWordForms } from './word-forms.ts';

type Place = Pick<Departure, 'start' | 'end'>;
type Found = Pick<Departure, 'kind'> & Place;

/** Per post; more would not help a reviewer. */
const MOST_FOUND = 20;
const MARKUP =
  /\*\*[^\s*][^*\n]{0,200}\*\*|__[^\s_][^_\n]{0,200}__|\[[^[\]\n]{1,200}\]\([^()\s]{1,300}\)|^#{1,6} .*$|^```.*$|<\/?[a-z][a-z0-9]{0,10}(?:\s[^<>\n]{0,200})?\/?>|`[^`\n]{1,200}`/gimu;
/** Words that exaggerate the source. */
const QUANTITIES =
  /(?<!\p{L})(?:half|double|triple|twice|everything|everyone|everywhere|always|all|free|guaranteed|unlimited|halb\p{L}{0,3}|doppelt\p{L}{0,2}|alles|alle|immer|überall|kostenlos\p{L}{0,2}|gratis|garantiert|moitié|double|tout(?:e|es)?|tous|toujours|partout|gratuit(?:e|s|es)?|garantie?|mitad|doble|tod[oa]s?|siempre|gratuit[oa]s?|garantizad[oa]s?|metade|dobro|tudo|sempre|grátis|garantid[oa]s?)(?!\p{L})/giu;
/** This many consecutive words are a quotation. */
const QUOTED = 7;
const FEWEST_WORDS = 3;
const LINKED = 0.25;

/**
 * Where a model's caption may differ from its source: for a person to compare, since nothing can be proved.
 * Texts in another language than the source's are compared only by numbers and names.
 */
export function findDepartures(
  platform: Pick<Platform, 'readsMarkdown'>,
  { text, tags, thread }: GeneratedCaption,
  request: CaptionRequest,
): Departure[] {
  const source = `${request.sourceText}\n${request.link ?? ''}`;
  const written = detectLanguage(request.sourceText);
  const asked = request.language ?? written;
  const found = detectLanguage([text, ...thread].join('\n\n'));
  const isTranslated = found !== null && written !== null && baseLanguage(found) !== baseLanguage(written);
  const isMisread = found !== null && asked !== null && baseLanguage(found) !== baseLanguage(asked);
  const compare = createComparison(source, { language: found ?? written, isTranslated, readsMarkdown: platform.readsMarkdown === true });
  const inParts = [text, ...thread].flatMap((part, index): Departure[] =>
    withoutDoubles(compare(part))
      .slice(0, MOST_FOUND)
      .map(({ kind, start, end }) => ({ kind, quote: part.slice(start, end), start, end, part: index === 0 ? null : index - 1 })),
  );
  return [
    ...(isMisread
      ? [{ kind: 'language' as const, quote: null, start: 0, end: 0, part: null, languages: [found, asked] as [string, string] }]
      : []),
    ...inParts,
    ...unknownTags(tags, source).map((tag) => ({ kind: 'added' as const, quote: tag, start: 0, end: 0, part: null })),
  ];
}

function createComparison(
  source: string,
  { language, isTranslated, readsMarkdown }: { language: string | null; isTranslated: boolean; readsMarkdown: boolean },
): (part: string) => Found[] {
  const stems = new Set(readWordForms(source).map(({ stem }) => stem));
  const given = wordRuns(INSTRUCTIONS);
  const ownRuns = wordRuns(source);
  const lowered = source.toLowerCase();
  return (part) => {
    const plain = withoutLinks(part);
    const names = findInventions([part], source, null, language).filter(({ kind }) => kind === 'name');
    const all: Found[] = [
      ...instructionsIn(plain, given, ownRuns).map(as('instructions')),
      ...(readsMarkdown
        ? []
        : matches(plain, MARKUP)
            .filter(({ start, end }) => !source.includes(plain.slice(start, end)))
            .map(as('markup'))),
      ...findChangedNumbers(plain, source, { language, isTranslated }).map(as('number')),
      ...names.flatMap(({ value }) => placeOf(part, value)).map(as('added')),
    ];
    if (isTranslated) return all;
    return [
      ...all,
      ...unlinkedIn(plain, stems, language).map(as('unlinked')),
      ...findChangedNegations(plain, source, language).map(as('negation')),
      ...matches(plain, QUANTITIES)
        .filter(({ start, end }) => !lowered.includes(plain.slice(start, end).toLowerCase()))
        .map(as('added')),
    ];
  };
}

const as =
  (kind: Departure['kind']) =>
  ({ start, end }: Place): Found => ({ kind, start, end });

function matches(text: string, pattern: RegExp): Place[] {
  return [...text.matchAll(pattern)].map(({ 0: written, index }) => ({ start: index, end: index + written.length }));
}

function placeOf(text: string, value: string): Place[] {
  const start = text.indexOf(value);
  return start < 0 ? [] : [{ start, end: start + value.length }];
}

/** Links and mentions blanked out at the same length, and the number signs of tags. */
function withoutLinks(part: string): string {
  return findFacets(part).reduce((rest, { kind, start, end }) => {
    const blank = kind === 'tag' ? ` ${rest.slice(start + 1, end)}` : ' '.repeat(end - start);
    return rest.slice(0, start) + blank + rest.slice(end);
  }, part);
}

/** Sentences with hardly a word of the source. */
function unlinkedIn(part: string, stems: ReadonlySet<string>, language: string | null): Place[] {
  return readSentences(part).flatMap(({ words }) => {
    const meant = words.filter((word) => hasMeaning(word, language));
    const linked = meant.filter(({ stem }) => stems.has(stem)).length;
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last || meant.length < FEWEST_WORDS || linked >= meant.length * LINKED) return [];
    return [{ start: first.start, end: last.end }];
  });
}

function instructionsIn(part: string, given: ReadonlySet<string>, own: ReadonlySet<string>): Place[] {
  const words = readWordForms(part);
  const at = words.findIndex((_, index) => {
    const run = runAt(words, index);
    return run !== null && given.has(run) && !own.has(run);
  });
  const [first, last] = [words[at], words[at + QUOTED - 1]];
  return first && last ? [{ start: first.start, end: last.end }] : [];
}

function wordRuns(text: string): Set<string> {
  const words = readWordForms(text);
  return new Set(words.flatMap((_, index) => runAt(words, index) ?? []));
}

function runAt(words: ReturnType<typeof readWordForms>, index: number): string | null {
  return index + QUOTED > words.length
    ? null
    : words
        .slice(index, index + QUOTED)
        .map(({ word }) => word)
        .join(' ');
}

/** A tag is known by its words: "HarbourFestival" matches "the harbour festival". */
function unknownTags(tags: readonly string[], source: string): string[] {
  const run = source.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  const words = source.toLowerCase();
  return tags.filter((tag) => {
    const parts = tag
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .split(/[\s_]+/);
    return !run.includes(tag.toLowerCase().replaceAll('_', '')) && !parts.every((part) => words.includes(part));
  });
}

/** The first departure at each position. */
function withoutDoubles(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const each of found) if (!kept.some(({ start, end }) => start < each.end && each.start < end)) kept.push(each);
  return kept.sort((a, b) => a.start - b.start);
}
