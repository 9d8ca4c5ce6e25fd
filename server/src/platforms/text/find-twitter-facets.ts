import twitterText from 'twitter-text';
import type { Facet } from '../platform.ts';

/** twitter-text ignores links in longer runs without a space too, and its patterns take quadratic time on them. */
export const LONGEST_TWITTER_RUN = 4096;

/** What X links, found by its own library, run by run, since nothing extends over a space. */
export function findTwitterFacets(text: string): Facet[] {
  const facets: Facet[] = [];
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    if (run.length > LONGEST_TWITTER_RUN || !/[.#＃@＠]/u.test(run)) continue;
    for (const entity of twitterText.extractEntitiesWithIndices(run)) {
      const facet = facetOf(entity);
      const [start, end] = entity.indices;
      if (facet) facets.push({ ...facet, start: index + start, end: index + end });
    }
  }
  return facets;
}

function facetOf(entity: ReturnType<typeof twitterText.extractEntitiesWithIndices>[number]): Pick<Facet, 'kind' | 'target'> | null {
  if ('url' in entity) return { kind: 'link', target: /^https?:\/\//i.test(entity.url) ? entity.url : `http://${entity.url}` };
  if ('hashtag' in entity) return { kind: 'tag', target: entity.hashtag };
  if ('screenName' in entity) return { kind: 'mention', target: entity.screenName };
  return null;
}
