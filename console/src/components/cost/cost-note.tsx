import type { CostViewFragment } from '../../gql/graphql.ts';
import { listed, texts as shared } from '../texts.ts';
import { texts } from './texts.ts';

type Cost = Pick<CostViewFragment, 'unit' | 'quantity' | 'posts'>;

/** What a post takes beyond one credit for each network; nothing if there is no surcharge. */
export function CostNote({
  cost,
  nameOf,
  className,
}: {
  cost: Cost;
  nameOf: (platform: string) => string;
  className?: string | undefined;
}) {
  const { unit, quantity, posts } = cost;
  const surcharged = sumsOf(posts, ({ surcharge }) => surcharge);
  if (surcharged.length === 0) return null;
  return (
    <p className={className}>
      {texts.takes({
        credits: shared.credits({ quantity, unit }),
        surcharges: listed(surcharged.map(([platform, credits]) => texts.surcharge({ credits, platform: nameOf(platform) }))),
      })}
    </p>
  );
}

/** The button's words, with the credits where they are more than one for each network. */
export function withCost(label: string, { unit, quantity, posts }: Cost): string {
  return posts.some(({ surcharge }) => surcharge > 0) ? texts.button({ label, credits: shared.credits({ quantity, unit }) }) : label;
}

/** By platform, those that come to anything. */
function sumsOf(posts: Cost['posts'], amountOf: (post: Cost['posts'][number]) => number): [string, number][] {
  const sums = new Map<string, number>();
  for (const post of posts) sums.set(post.platform, (sums.get(post.platform) ?? 0) + amountOf(post));
  return [...sums].filter(([, sum]) => sum > 0);
}
