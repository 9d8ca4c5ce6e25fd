import { PLAIN_VOICE, type Voice } from '../../access/workspace-policies.ts';
import { findFacets } from '../../platforms/facets.ts';
import { fitText } from '../../platforms/fit-text.ts';
import type { Platform } from '../../platforms/platform.ts';
import { textLimits } from '../../platforms/text-limits.ts';
import type { CaptionGenerator, CaptionRequest, GeneratedCaption } from '../caption-generator.ts';
import { chooseLink, isWholeLink } from './choose-link.ts';
import { chooseTags } from './choose-tags.ts';
import { composeCaption } from './compose-caption.ts';
import type { Material } from './compose-post.ts';
import { heedVoice, limitsOfLength, saysNone } from './heed-voice.ts';
import { rankUnits } from './rank-units.ts';
import { readSource, type Source } from './read-source.ts';
import { readTerms } from './read-terms.ts';
import { wholeText } from './whole-text.ts';

const MOST_TAGS = 3;
const PARTS_OF_LENGTH = { short: 1, medium: 4, full: 10 } as const;
/** Beyond these people do not read on in a feed. */
const COMFORT = { whole: { max: 3000, unit: 'code_points' }, summary: { max: 1300, unit: 'code_points' } } as const;
const PLAIN_LINK = 'https://example.org/';
/** What makes a platform refuse a text that is short enough. */
const REFUSALS = ['character_refused', 'too_many_tags', 'too_many_links', 'too_many_mentions', 'phone_refused'];
/**
 * Words for each platform out of the source's own words: no model, no network, nothing invented.
 * The same source gives the same words. It does not change the tone.
 */
export function createExtractiveGenerator(): CaptionGenerator {
  return {
    origin: 'extractive',
    async generate(request) {
      const voice = request.voice ?? PLAIN_VOICE;
      const source = heedVoice(readSource(request.sourceText, request.language), voice);
      const material = gatherMaterial(source, request, voice);
      const telling = { material, whole: wholeText(source), isLinkGiven: Boolean(request.link?.trim()) };
      return request.platforms.map((platform) => writeCaption(platform, telling, voice));
    },
  };
}

/** What there is to tell, before any platform is looked at. */
interface Telling {
  material: Material;
  /** The source in full. */
  whole: string;
  isLinkGiven: boolean;
}

function gatherMaterial(source: Source, request: CaptionRequest, { maxTags, bannedWords }: Voice): Material {
  const { title } = source;
  const hook = title ? { text: title, stems: stemsOf(title, source.language) } : null;
  // A link that was given is used or left out, but never replaced.
  const given = request.link?.trim();
  const link = given ? wholeLinkOrNone(given) : chooseLink(source);
  const units = rankUnits(source);
  const tags = chooseTags(source, units, MOST_TAGS).filter(saysNone(bannedWords));
  return { hook, units, link, tags: tags.slice(0, maxTags ?? tags.length) };
}

function wholeLinkOrNone(link: string): string | null {
  return isWholeLink(link) ? link : null;
}

function stemsOf(text: string, language: string | null): ReadonlySet<string> {
  return new Set(readTerms(text, language).map((term) => term.stem));
}

function writeCaption(platform: Platform, { material, whole, isLinkGiven }: Telling, { length }: Voice): GeneratedCaption {
  const limits = limitsOfLength(textLimits(platform.rules), length);
  const mostParts = Math.min(PARTS_OF_LENGTH[length], ruleMax(platform, 'thread', 1));
  const comfort = length === 'full' || isForArticles(platform) ? null : COMFORT;
  const usable = material.tags.filter((tag) => isTagOf(platform, tag)).slice(0, ruleMax(platform, 'tags', material.tags.length));
  const inText = platform.tagsIn === 'text' ? usable : [];
  const link = material.link !== null && isOfUse(platform, material.link, isLinkGiven) ? material.link : null;
  const compose = (from: Material, all: string): string[] =>
    composeCaption({ ...from, link, tags: inText }, all, { limits, mostParts, comfort }).map((part) => fitText(part, limits));
  const [text = '', ...thread] = acceptedParts(platform, material, whole, compose);
  return { platform: platform.id, text, thread, tags: platform.tagsIn === 'text' ? tagsOf(platform, text, thread) : usable };
}

/** The posts of all the material, or, where the platform refuses something in them, of what it does not refuse. */
function acceptedParts(
  platform: Platform,
  material: Material,
  whole: string,
  compose: (material: Material, whole: string) => string[],
): string[] {
  const parts = compose(material, whole);
  if (accepts(platform, parts)) return parts;
  const told = compose(material, '');
  if (accepts(platform, told)) return told;
  const isPlain = ({ text }: { text: string }) => accepts(platform, [text]) && findFacets(text).length === 0;
  return compose(
    { ...material, hook: material.hook && isPlain(material.hook) ? material.hook : null, units: material.units.filter(isPlain) },
    '',
  );
}

/** Whether the platform takes what stands in these texts, their length aside. */
function accepts(platform: Platform, [text = '', ...thread]: readonly string[]): boolean {
  const { parts } = platform.preview({ text, tags: [], thread, link: null });
  const tags = parts.flatMap(({ facets }) => facets.flatMap(({ kind, target }) => (kind === 'tag' ? target : [])));
  return platform.validate({ text, tags, thread, link: null }).every(({ code }) => !REFUSALS.includes(code));
}

/** An address that nobody can click on is noise, unless somebody asked for it and there is no other place. */
function isOfUse(platform: Platform, link: string, isGiven: boolean): boolean {
  const { parts, linkCard } = platform.preview({ text: PLAIN_LINK, tags: [], thread: [], link });
  return parts.some(({ facets }) => facets.some(({ kind }) => kind === 'link')) || (isGiven && linkCard === null);
}

/** Where a post has a title of its own, whole articles stand. */
function isForArticles({ rules }: Platform): boolean {
  return rules.some(({ field }) => field === 'title');
}

/** Whether the platform takes it for a tag, by itself. */
function isTagOf(platform: Platform, tag: string): boolean {
  return platform.validate({ text: `#${tag}`, tags: [tag], thread: [], link: null }).every(({ field }) => field !== 'tags');
}

/** The tags that stand in the posts by the platform's own syntax, each once. */
function tagsOf(platform: Platform, text: string, thread: string[]): string[] {
  const { parts } = platform.preview({ text, tags: [], thread, link: null });
  const written = parts.flatMap(({ facets }) => facets).filter(({ kind }) => kind === 'tag');
  const unique = new Map(written.map(({ target }) => [target.toLowerCase(), target]));
  return [...unique.values()].slice(0, ruleMax(platform, 'tags', unique.size));
}

function ruleMax(platform: Platform, field: 'thread' | 'tags', otherwise: number): number {
  return platform.rules.find((rule) => rule.field === field)?.max ?? otherwise;
}
