import type { Source } from '../reading/read-source.ts';
import type { Unit } from '../reading/read-units.ts';
import { isEssential } from './essentials.ts';
import { readTerms, type Term } from './read-terms.ts';

/** A unit with what it is worth to a reader who sees nothing else. */
export interface RankedUnit extends Unit {
  index: number;
  score: number;
  /** Whether it makes sense only after the unit before it. */
  isLeaning: boolean;
  terms: readonly Term[];
  /** What it is about: the stems of the terms. */
  stems: ReadonlySet<string>;
}

const MOST_UNITS = 500;
const HEAVIEST = 6;
/** What a short text would be wrong without is told before what is merely good. */
const ESSENTIAL_WORTH = 0.6;
const BOILERPLATE_SECTION =
  /\b(?:contents|licen[cs]e|contribut\w*|install\w*|getting started|quick ?start|usage|acknowledg\w+|credits|references|see also|support|team|sponsors?|security|development|requirements|setup|build\w*|test\w*|faq|links?|appendix|impressum|lizenz|datenschutz)\b/iu;
const HIGHLIGHT_SECTION =
  /what['’]?s new|what is new|what it does|what (?:we|has|have|we have|we['’]ve) (?:changed|learned|learnt)|new in|highlights?|key (?:points|takeaways|features)|^features|^added|summary|tl;?dr|^news?\b|results?$|neuerungen|das ist neu|nouveautés|novedades/iu;
const BOILERPLATE =
  /^(?:(?:i|we) )?hope (?:you|this|everyone)\b|all rights reserved|©|copyright|unsubscribe|cookie|privacy policy|terms of (?:service|use)|\bclick here\b|\bfor more (?:details|info\w*)|\bsee (?:our|the|also)\b|table of contents|full changelog|thanks? (?:to|go)|licensed under|made their first contribution|^(?:chore|build|ci|test|style|refactor|deps)(?:\([^)]*\))?!?:|pull requests? (?:is|are)|follow (?:me|us) on|subscribe|^(?:updated|posted|published|written|released) (?:on|by)\b[^,;]{0,40}$|^p\.?\s?s\.?[:\s]/i;
// What begins so leans on what stood before it.
const LEANING =
  /^["“„«'(]*(?:it|this|that|these|those|they|he|she|him|them|but|and|or|then|also|however|therefore|thus|moreover|furthermore|instead|otherwise|still|yet|such|here|there(?! (?:is|are|was|were|will) no\b)|its|their|his|her|both|another|others|neither|either|the (?:other|latter|former|rest|same)|none of|some of|most of|all of (?:this|that|them)|twice|which|how|whether|because|in addition|for example|for instance|as a result|on the other hand|one more thing|the answer|das|dies\w*|er|sie|es|ihr|ihre|sein|seine|aber|und|doch|also|deshalb|außerdem|jedoch|dabei|dadurch|dort|da|trotzdem|mais|et|cela|ces?|cette|il|elle|elles|ils|leur|cependant|ainsi|pero|y|esto|estas?|estos?|ello|además|sin embargo|a cambio|así)(?![\p{L}\p{N}])/iu;
// A quotation that goes on, and what only continues a sentence.
const CONTINUING = /^(?:["“„«「『]|\p{Ll})/u;
// "Harbour is a …": the sentence that says what it is all about.
const DEFINITION =
  /^\p{L}[\p{L}\p{N} .-]{0,40} (?:is|are|ist|sind|est|es|è|é|is een) (?:an?|the|eine?|der|die|das|une?|un[ao]?|el|la|le)\s/u;
const COMMAND = /^\s*(?:\$|npm|npx|pnpm|yarn|pip|git|curl|docker|cargo|sudo|brew)\s/;
// Identifiers, paths, options, code: what nobody reads aloud.
const TECHNICAL = /\w_\w|\w\(\)|\s--\w|[{}=|\\;]|(?<![/\w])\.{0,2}\/\w|\.(?:ts|js|py|md|json|txt|ya?ml)\b/g;

/** Scores every unit by where it stands, what it is about and how it reads by itself. */
export function rankUnits(source: Source): RankedUnit[] {
  const units = source.units.slice(0, MOST_UNITS);
  const terms = units.map((unit) => readTerms(unit.text, source.language));
  const weights = weighStems(terms);
  const titleStems = new Set(readTerms(source.title ?? '', source.language).map((term) => term.stem));
  const isList = units.filter((unit) => unit.kind === 'item').length > units.length / 2;
  const leads = leadOf(units);
  return units.map((unit, index) => {
    const own = terms[index] ?? [];
    const stems = new Set(own.map((term) => term.stem));
    const score =
      scorePlace(unit, index, units.length, leads.get(index) ?? 0) +
      scoreContent(stems, weights, titleStems) +
      scoreForm(unit, own, index, isList) +
      (!source.kind.isDocument && isEssential(unit.text) ? ESSENTIAL_WORTH : 0);
    return { ...unit, index, score, terms: own, stems, isLeaning: leans(unit, index) };
  });
}

/** Whether it makes sense only after the sentence before it. The first of a list stands below its intro. */
function leans({ text, kind, isFirstOfBlock }: Unit, index: number): boolean {
  if (index === 0) return false;
  if (kind === 'item') return !isFirstOfBlock;
  return LEANING.test(text) || (!isFirstOfBlock && (CONTINUING.test(text) || /^so\b/i.test(text)));
}

/** Words that come back are what the text is about; the third time says less than the second. */
function weighStems(terms: readonly Term[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const own of terms) for (const { stem } of own) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Map([...counts].map(([stem, count]) => [stem, count === 1 ? 0.15 : Math.min(1, Math.log2(count) / 3)]));
}

/** What the first sentences are worth that say something; pleasantries and what leans on them are not among them. */
function leadOf(units: readonly Unit[]): Map<number, number> {
  const telling = [...units.entries()].filter(
    ([index, unit]) => !BOILERPLATE.test(unit.text) && !(leans(unit, index) && isDull(units[index - 1])),
  );
  return new Map([1.6, 0.7, 0.4].map((worth, place) => [telling[place]?.[0] ?? -1, worth]));
}

function isDull(unit: Unit | undefined): boolean {
  return unit !== undefined && BOILERPLATE.test(unit.text);
}

function scorePlace(unit: Unit, index: number, total: number, lead: number): number {
  const section = BOILERPLATE_SECTION.test(unit.section) ? -0.9 : 0;
  const highlight = HIGHLIGHT_SECTION.test(unit.section) ? 0.5 : 0;
  return lead + 0.5 * (1 - index / total) + (unit.isFirstOfBlock ? 0.15 : 0) + section + highlight;
}

function scoreContent(stems: ReadonlySet<string>, weights: ReadonlyMap<string, number>, titleStems: ReadonlySet<string>): number {
  const heaviest = [...stems]
    .map((stem) => weights.get(stem) ?? 0)
    .sort((a, b) => b - a)
    .slice(0, HEAVIEST);
  const density = heaviest.reduce((sum, weight) => sum + weight, 0) / HEAVIEST;
  const shared = [...titleStems].filter((stem) => stems.has(stem)).length;
  return density * 1.2 + (titleStems.size > 0 ? (shared / titleStems.size) * 0.6 : 0);
}

function scoreForm({ text, kind, isFirstOfBlock, placeInList }: Unit, terms: readonly Term[], index: number, isList: boolean): number {
  // In prose, a list is an aside; where there is little else, it is the matter.
  const isItem = kind === 'item';
  let score = isItem && !isList ? -0.15 : 0;
  if (/\p{Nd}/u.test(text)) score += 0.15;
  if (terms.some(({ word, isFirst }) => !isFirst && /^\p{Lu}/u.test(word))) score += 0.12;
  if (terms.length < 2) score -= isItem ? 0.2 : 0.7;
  if (terms.length < 4 && !isItem) score -= 0.2;
  if (text.length < 30) score -= isItem ? 0.1 : 0.6;
  if (index < 10 && DEFINITION.test(text) && !LEANING.test(text)) score += 0.5;
  if (text.length > 180) score -= 0.3;
  if (text.length > 260) score -= 0.6;
  if (/[:：]$/.test(text)) score -= 1.2;
  if (/[?？]$/.test(text) && index > 0) score -= 0.6;
  if (index > 0 && LEANING.test(text)) score -= 0.3;
  if (isItem && !isFirstOfBlock) score -= 0.6;
  if (isItem) score -= Math.min(0.4, placeInList * 0.07);
  if (BOILERPLATE.test(text)) score -= 1.5;
  const technical = text.match(TECHNICAL)?.length ?? 0;
  return score - Math.min(1.5, technical * 0.35) - (COMMAND.test(text) ? 1 : 0);
}
