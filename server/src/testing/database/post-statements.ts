import { findFacets } from '../../platforms/text/facets.ts';

/** One statement of a post. */
export interface Statement {
  kind: 'link' | 'number' | 'word';
  value: string;
}

export const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}\p{Emoji_Presentation}]/gu, '');

/** All statements of a post, piece by piece. Scripts without spaces are left to the tests of cutting. */
export function statementsOf(post: string): Statement[] {
  const part = post.replace(/\n\n\d{1,2}\/\d{1,2}$/, '');
  const facets = findFacets(part);
  const spoken = facets.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, part);
  const words = spoken.split(/[\s()]+/).map(lettersOf);
  return [
    ...facets.flatMap(({ kind, target }): Statement[] => (kind === 'link' ? [{ kind, value: target }] : [])),
    ...(spoken.match(/\p{Nd}+/gu) ?? []).map((value): Statement => ({ kind: 'number', value })),
    ...words.flatMap((value): Statement[] =>
      /[\p{Script=Han}\p{Script=Thai}\p{Emoji_Presentation}]|^$/u.test(value) ? [] : [{ kind: 'word', value }],
    ),
  ];
}

/** Whether a source, or its link, contains the statement. */
export function knownIn(source: string, links: readonly (string | null)[]): (statement: Statement) => boolean {
  const plain = source.replace(/[*`_[\]]/g, ' ');
  const written = [source, source.replace(/[*`[\]]/g, ' ')].flatMap((text) => findFacets(text)).map(({ target }) => target);
  const known = {
    word: new Set(plain.split(/[\s()]+/).map(lettersOf)),
    number: new Set<string>(plain.match(/\p{Nd}+/gu)),
    link: new Set([...written, ...links]),
  };
  return ({ kind, value }) => known[kind].has(value);
}
