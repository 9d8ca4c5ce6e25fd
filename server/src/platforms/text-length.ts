import twitterText from 'twitter-text';
import { findFacets } from './facets.ts';
import { countGraphemes } from './graphemes.ts';
import type { LengthUnit } from './platform.ts';

/** Longer runs without a space are no links to twitter-text either, and its patterns take quadratic time on them. */
const LONGEST_WEIGHTED_RUN = 4096;

/**
 * How long a text is in a platform's own unit. `urlWeight` is what every link counts as, where
 * the platform does not count its characters; `weighted` knows X's own 23 without being told.
 */
export function measureText(text: string, unit: LengthUnit, urlWeight?: number): number {
  if (unit === 'weighted') return measureWeighted(text);
  if (urlWeight === undefined) return measurePlain(text, unit);

  const links = findFacets(text).filter((facet) => facet.kind === 'link');
  let length = links.length * urlWeight;
  let from = 0;
  for (const link of links) {
    length += measurePlain(text.slice(from, link.start), unit);
    from = link.end;
  }
  return length + measurePlain(text.slice(from), unit);
}

function measurePlain(text: string, unit: Exclude<LengthUnit, 'weighted'>): number {
  switch (unit) {
    case 'graphemes':
      return countGraphemes(text);
    case 'utf16':
      return text.length;
    case 'code_points':
      return countCodePoints(text);
    case 'bytes':
      return Buffer.byteLength(text, 'utf8');
  }
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Run by run: no link and no emoji reaches over a space, so the sum is the same and the time stays linear. */
function measureWeighted(text: string): number {
  let length = 0;
  for (const run of text.normalize('NFC').split(/(\s+)/)) {
    if (run.length <= LONGEST_WEIGHTED_RUN) length += run ? twitterText.parseTweet(run).weightedLength : 0;
    else length += weighWithoutLinks(run);
  }
  return length;
}

/** The weights of docs.x.com "Counting characters", version 3. */
function weighWithoutLinks(run: string): number {
  let length = 0;
  for (const character of run) {
    const code = character.codePointAt(0) ?? 0;
    const isLight = code <= 4351 || (code >= 8192 && code <= 8205) || (code >= 8208 && code <= 8223) || (code >= 8242 && code <= 8247);
    length += isLight ? 1 : 2;
  }
  return length;
}
