import type { WordsCheckViewFragment } from '../../../gql/graphql.ts';

const TYPED = /(?:^|[\s([{«“"'])@([\p{L}\p{N}_][\p{L}\p{N}_.-]*(?:@[\w.-]*)?)$/u;
const NAME = /(?<![\p{L}\p{N}_@./])@[A-Za-z0-9_][A-Za-z0-9_.-]*(?:@[A-Za-z0-9.-]+)?/gu;
/** More are not searched for the beginning of a name. */
const LONGEST_NAME = 120;

/** The name that is being written at the caret; null if there is none. */
export function mentionAt(text: string, caret: number): { start: number; query: string } | null {
  const [, query] = TYPED.exec(text.slice(Math.max(0, caret - LONGEST_NAME), caret)) ?? [];
  return query === undefined ? null : { start: caret - query.length - 1, query };
}

/** The names in a text as they are written, with "@", each once. */
export function namesIn(text: string): string[] {
  const found = [...text.matchAll(NAME)].map(([name]) => name.replace(/[.-]+$/, '')).filter((name) => name.length > 1);
  return [...new Set(found)];
}

/** What a name becomes on the networks of a post. */
export interface NameOutcome {
  name: string;
  mentioned: string[];
  /** A mention if the account's own server has an account of that name. */
  local: string[];
  plain: string[];
  /** Where the network mentions another name than the one that was meant. */
  others: { network: string; name: string }[];
}

interface Network {
  label: string;
  /** "@name" without a server means an account on the author's own server. */
  isFederated: boolean;
}

/** What the names of a post become on each network, read off the previews. */
export function nameOutcomes(checks: readonly WordsCheckViewFragment[], networkOf: (id: string) => Network): NameOutcome[] {
  const outcomes = new Map<string, NameOutcome>();
  for (const { platform, preview } of checks) {
    const mentions = preview.parts.flatMap(({ text, facets }) =>
      facets.filter(({ kind }) => kind === 'MENTION').map(({ start, end }) => text.slice(start, end)),
    );
    for (const name of new Set(preview.parts.flatMap(({ text }) => namesIn(text)))) {
      const outcome = outcomes.get(name) ?? { name, mentioned: [], local: [], plain: [], others: [] };
      outcomes.set(name, outcome);
      const { label: network, isFederated } = networkOf(platform);
      const other = mentions.find((mention) => name.startsWith(mention));
      if (mentions.includes(name)) (isFederated && !name.slice(1).includes('@') ? outcome.local : outcome.mentioned).push(network);
      else if (other) outcome.others.push({ network, name: other });
      else outcome.plain.push(network);
    }
  }
  return [...outcomes.values()];
}
