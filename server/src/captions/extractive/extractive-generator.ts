import { PLAIN_VOICE, type Voice } from '../../access/workspace-policies.ts';
import type { Platform } from '../../platforms/platform.ts';
import { fitText } from '../../platforms/text/fit-text.ts';
import { textLimits } from '../../platforms/text/text-limits.ts';
import type { CaptionGenerator, CaptionRequest, GeneratedCaption } from '../caption-generator.ts';
import { chooseLink, isWholeLink } from './choosing/choose-link.ts';
import { chooseTags } from './choosing/choose-tags.ts';
import { withLostLink } from './choosing/lost-link.ts';
import { rankUnits } from './choosing/rank-units.ts';
import { readTerms } from './choosing/read-terms.ts';
import { type OmissionTeller, omissionTeller } from './omissions/tell-omissions.ts';
import { readSource, type Source } from './reading/read-source.ts';
import { wholeText } from './whole-text.ts';
import { applyVoice, limitsOfLength, saysNone } from './writing/apply-voice.ts';
import { composeCaption, type Whole } from './writing/compose-caption.ts';
import type { Material } from './writing/compose-post.ts';

const MOST_TAGS = 3;
const PARTS_OF_LENGTH = { short: 1, medium: 4, full: 10 } as const;
/** Beyond these people do not read on in a feed. */
const COMFORT = { whole: { max: 3000, unit: 'code_points' }, summary: { max: 1300, unit: 'code_points' } } as const;
const PLAIN_LINK = 'https://example.org/';

/**
 * Words for each platform out of the source's own words: no model, no network, nothing invented, and
 * nothing left out untold. The same source gives the same words. It does not change the tone.
 */
export function createExtractiveGenerator(): CaptionGenerator {
  return {
    origin: 'extractive',
    async generate(request) {
      if (request.voice?.wording === 'exact') return request.platforms.map((platform) => exactCaption(platform, request));
      const voice = request.voice ?? PLAIN_VOICE;
      const read = readSource(request.sourceText, request.language);
      const source = applyVoice(read, voice);
      const isWritten = source.written !== null;
      const telling = {
        material: gatherMaterial(source, request, voice),
        whole: { text: source.written ?? wholeText(source), isWritten },
        isLinkGiven: Boolean(request.link?.trim()),
        tellOmissions: omissionTeller(request.sourceText, read, source),
      };
      return request.platforms.map((platform) => withLostLink(platform, writeCaption(platform, telling, voice), request, 'too_long'));
    },
  };
}

/** What there is to tell, before any platform is looked at. */
interface Telling {
  material: Material;
  whole: Whole;
  isLinkGiven: boolean;
  tellOmissions: OmissionTeller;
}

/** The source itself to the last sign; what does not fit is for the checks to say. */
function exactCaption(platform: Platform, request: CaptionRequest): GeneratedCaption {
  const { sourceText: text } = request;
  const tags = platform.tagsIn === 'text' ? tagsOf(platform, text, []) : [];
  return withLostLink(platform, { platform: platform.id, text, thread: [], tags }, request, 'no_place');
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

function writeCaption(platform: Platform, { material, whole, isLinkGiven, tellOmissions }: Telling, voice: Voice): GeneratedCaption {
  const { length, maxTags } = voice;
  const limits = limitsOfLength(textLimits(platform.rules), length);
  const mostParts = Math.min(PARTS_OF_LENGTH[length], ruleMax(platform, 'thread', 1));
  const comfort = length === 'full' || isForArticles(platform) ? null : COMFORT;
  const usable = material.tags.filter((tag) => isTagOf(platform, tag)).slice(0, ruleMax(platform, 'tags', material.tags.length));
  const inText = platform.tagsIn === 'text' ? usable : [];
  // What somebody wrote says itself where it leads.
  const isLinked = material.link !== null && (isLinkGiven || !whole.isWritten) && isOfUse(platform, material.link, isLinkGiven);
  const link = isLinked ? material.link : null;
  const { told, trimmed, changed } = trimMaterial(platform, { ...material, link, tags: inText }, whole);
  const parts = composeCaption(trimmed, told, { limits, mostParts, comfort }).map((part) => fitText(part, limits));
  const { parts: posts, refused } = platform.trim(parts, maxTags ?? undefined);
  const [text = '', ...thread] = posts;
  return {
    platform: platform.id,
    text,
    thread,
    tags: platform.tagsIn === 'text' ? tagsOf(platform, text, thread) : usable,
    omissions: tellOmissions({
      posts,
      refused: [...changed, ...refused],
      isWhole: parts.length === 1 && parts[0]?.includes(told.text) === true,
    }),
  };
}

/** The material without the characters and numbers that the platform refuses, so that what is counted is what goes out. */
function trimMaterial(platform: Platform, material: Material, whole: Whole): { told: Whole; trimmed: Material; changed: string[] } {
  const changed: string[] = [];
  const trim = (text: string, keep = changed): string => {
    const { parts, refused } = platform.trim([text]);
    keep.push(...refused);
    return parts[0] ?? '';
  };
  return {
    told: { ...whole, text: trim(whole.text) },
    trimmed: {
      ...material,
      hook: material.hook && { ...material.hook, text: trim(material.hook.text, []) },
      units: material.units.map((unit) => ({ ...unit, text: trim(unit.text, []) })).filter(({ text }) => text !== ''),
    },
    changed,
  };
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
