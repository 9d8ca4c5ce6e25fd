import type { CostViewFragment } from '../../gql/graphql.ts';
import { texts as shared } from '../texts.ts';
import { dayOf, dollars, texts } from './texts.ts';

type Cost = Pick<CostViewFragment, 'unit' | 'quantity' | 'posts'>;

/** A post's surcharges, and the networks' own charges; nothing if there are none. */
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
  const charged = sumsOf(posts, ({ charge }) => charge?.usd ?? 0);
  if (surcharged.length + charged.length === 0) return null;
  return (
    <p className={className}>
      {surcharged.length > 0 &&
        texts.takes(
          shared.credits(quantity, unit),
          surcharged.map(([platform, credits]) => texts.surcharge(credits, nameOf(platform))),
        )}{' '}
      {charged.map(([platform, usd]) => {
        const charge = posts.find((post) => post.platform === platform && post.charge)?.charge;
        return (
          charge && (
            <span key={platform}>
              {texts.charged(nameOf(platform), dollars(usd), dayOf(charge.checkedOn))}{' '}
              {charge.source.startsWith('https://') && (
                <a href={charge.source} target="_blank" rel="noreferrer">
                  {texts.source}
                </a>
              )}{' '}
            </span>
          )
        );
      })}
    </p>
  );
}

/** The button's label, with the credits if there are surcharges. */
export function withCost(label: string, { unit, quantity, posts }: Cost): string {
  return posts.some(({ surcharge }) => surcharge > 0) ? texts.button(label, shared.credits(quantity, unit)) : label;
}

/** Non-zero sums by platform. */
function sumsOf(posts: Cost['posts'], amountOf: (post: Cost['posts'][number]) => number): [string, number][] {
  const sums = new Map<string, number>();
  for (const post of posts) sums.set(post.platform, (sums.get(post.platform) ?? 0) + amountOf(post));
  return [...sums].filter(([, sum]) => sum > 0);
}
