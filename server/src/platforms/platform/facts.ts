import type { Platform } from '../platform.ts';

/** What a connector says of its platform in the platform's own words. */
const FACTS = [
  'duplicateClass',
  'idFromLink',
  'repeatableForSeconds',
  'settlesWithinSeconds',
  'isFoundWithoutIntent',
  'continuesThreads',
  'renewsByClient',
  'renewsAheadDays',
  'provenBy',
  'quotaCost',
  'isRelay',
  'takesImages',
  'takesVideo',
  'takesAltTextOf',
  'takesAnimations',
  'takesDocuments',
  'imageTypes',
  'takesCover',
  'coverTypes',
  'takesSubtitles',
  'subtitleLanguages',
] as const;

export type PlatformFacts = Pick<Platform, (typeof FACTS)[number]>;

/** Those facts alone. */
export function factsOf(connector: PlatformFacts): PlatformFacts {
  const given = FACTS.flatMap((name) => (connector[name] === undefined ? [] : [[name, connector[name]]]));
  return Object.fromEntries(given) as PlatformFacts;
}
