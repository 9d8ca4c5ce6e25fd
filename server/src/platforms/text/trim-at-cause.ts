import { findPhones } from '../checks/check-phones.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { Facet, RuleField, Span } from '../platform.ts';
import { findFacets } from './facets.ts';
import { networkFacets } from './text-limits.ts';

/** Texts within a network's rules, and what was removed for that. */
export interface Trimmed {
  parts: string[];
  /** As it was written, in order. */
  refused: string[];
}

interface Edit extends Span {
  put: string;
}

/** The closest readable substitute for a character that a network refuses. */
const STAND_INS: Record<string, string> = { '<': '‹', '>': '›' };
const TAGS_AT_END = /(?:(?:^|\s+)[#＃][^\s#＃]+)+\s*$/u;
const LONGEST_TAG_LINE = 2000;

/**
 * The parts of a post with exactly those spots changed that the network refuses, and never the sentence
 * around them: the number sign of a tag too many, the "@" of a mention too many, a link too many, a phone
 * number, a character.
 */
export function trimAtCause(network: NetworkRules, parts: readonly string[], mostTags = Number.POSITIVE_INFINITY): Trimmed {
  const refused: string[] = [];
  let tagsLeft = Math.min(mostTags, tagLimit(network));
  const trimmed = parts.map((text) => {
    const tags = tagsLeft === Number.POSITIVE_INFINITY ? [] : networkFacets(network, text).filter(({ kind }) => kind === 'tag');
    const edits = [
      ...characterEdits(network, text),
      ...phoneEdits(network, text),
      ...beyond(network, text, 'links').map((link) => ({ ...link, put: '' })),
      ...beyond(network, text, 'mentions').map(({ start }) => ({ start, end: start + 1, put: '' })),
      ...tagEdits(text, tags.slice(Math.max(0, tagsLeft))),
    ];
    tagsLeft -= tags.length;
    return applyEdits(text, edits, refused);
  });
  return { parts: trimmed, refused };
}

/** Tags in the text are limited by one rule or the other. */
function tagLimit({ limits, tagsIn, hidesTags }: NetworkRules): number {
  const most = (field: RuleField): number => limits.find((limit) => limit.field === field)?.max ?? Number.POSITIVE_INFINITY;
  return Math.min(most('text_tags'), tagsIn === 'text' && !hidesTags ? most('tags') : Number.POSITIVE_INFINITY);
}

function characterEdits({ forbids }: NetworkRules, text: string): Edit[] {
  if (!forbids) return [];
  return [...text].reduce<{ at: number; edits: Edit[] }>(
    ({ at, edits }, character) => {
      const end = at + character.length;
      if (forbids.includes(character)) edits.push({ start: at, end, put: STAND_INS[character] ?? '' });
      return { at: end, edits };
    },
    { at: 0, edits: [] },
  ).edits;
}

function phoneEdits({ refusesPhones }: NetworkRules, text: string): Edit[] {
  return refusesPhones ? findPhones(text).map((span) => ({ ...span, put: '' })) : [];
}

/** The excess over the network's number of different ones. */
function beyond({ limits }: NetworkRules, text: string, field: 'links' | 'mentions'): Facet[] {
  const most = limits.find((limit) => limit.field === field)?.max;
  if (most === undefined) return [];
  const found = findFacets(text).filter(({ kind }) => kind === (field === 'links' ? 'link' : 'mention'));
  const taken = new Set([...new Set(found.map(({ target }) => target))].slice(0, most));
  return found.filter(({ target }) => !taken.has(target));
}

/** Tags in a row at the end are removed whole; within a sentence the word stays. */
function tagEdits(text: string, tags: readonly Facet[]): Edit[] {
  if (tags.length === 0) return [];
  const tail = text.slice(-LONGEST_TAG_LINE);
  const row = text.length - (TAGS_AT_END.exec(tail)?.[0].length ?? 0);
  return tags.map(({ start, end }) => ({ start, end: start >= row ? end : start + 1, put: '' }));
}

/** An adjacent space is removed too. */
function applyEdits(text: string, edits: Edit[], refused: string[]): string {
  let out = '';
  let from = 0;
  for (const { start, end, put } of edits.sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    refused.push(writtenAt(text, start, end));
    const isAlone = put === '' && end - start > 1 && /^(?:$|[\s.,;:!?)])/.test(text.charAt(end)) && /[^\S\n]/.test(text.charAt(start - 1));
    out += text.slice(from, isAlone ? start - 1 : start) + put;
    from = end;
  }
  return edits.length > 0 ? (out + text.slice(from)).trimEnd() : text;
}

/** A sign alone is of no use in the list of omissions: includes the word that follows it. */
function writtenAt(text: string, start: number, end: number): string {
  if (end - start > 1 || !/[@#＃]/u.test(text.charAt(start))) return text.slice(start, end);
  return text.charAt(start) + (/^[\p{L}\p{M}\p{N}_]+/u.exec(text.slice(end, end + 80))?.[0] ?? '');
}
