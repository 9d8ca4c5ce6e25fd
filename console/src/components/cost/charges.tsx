import type { OperatorPriceViewFragment } from '../../gql/graphql.ts';
import { dayOf, dollars, texts } from './texts.ts';

/** A network's charges to the operator, with date and source. */
export function Charges({ charges }: Pick<OperatorPriceViewFragment, 'charges'>) {
  const [first] = charges;
  if (!first || charges.every(({ usd }) => usd === 0)) return texts.nothing;
  const words = charges.map(({ per, usd }) =>
    per === 'post' ? texts.perPost({ dollars: dollars(usd) }) : texts.perPostWithLink({ dollars: dollars(usd) }),
  );
  return (
    <>
      {words.join(' · ')} ({texts.asOf({ day: dayOf(first.checkedOn) })}
      {first.source.startsWith('https://') && (
        <>
          {', '}
          <a href={first.source} target="_blank" rel="noreferrer">
            {texts.source}
          </a>
        </>
      )}
      )
    </>
  );
}
