import { texts } from '../../components/cost/texts.ts';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import type { PriceViewFragment } from '../../gql/graphql.ts';
import { number } from '../../lib/language.ts';
import classes from './credits.module.css';

/** Platforms where a post takes more than its one credit; nothing if there are none. */
export function Prices({ prices }: { prices: readonly PriceViewFragment[] }) {
  if (prices.length === 0) return null;
  return (
    <Panel title={texts.prices}>
      <p className={classes.dim}>{texts.pricesWhy}</p>
      <table className={`${classes.table} ${classes.prices}`}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.network}</th>
            <th scope="col" data-number>
              {texts.columns.credits}
            </th>
          </tr>
        </thead>
        <tbody>
          {prices.map(({ platform, label, credits, creditsWithLink }) => (
            <tr key={platform}>
              <th scope="row">
                <PlatformMark id={platform} label={label} />
              </th>
              <td data-number data-label={texts.columns.credits}>
                {number(credits)}
                {creditsWithLink !== null && ` · ${texts.creditsWithLink({ credits: creditsWithLink })}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
