import { IconRobot } from '@tabler/icons-react';
import { MarkedName } from '../../components/grants/marked-name.tsx';
import { Facts } from '../../components/ui/facts.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import type { GrantRequestViewFragment } from '../../gql/graphql.ts';
import classes from './grant.module.css';
import { texts } from './texts.ts';

/** Who asks, by their own account, and what is known independently: from where, when and how. */
export function WhoAsks({ request }: { request: GrantRequestViewFragment }) {
  const { kind, clientName, clientUri, address, returnsTo, publishedBy, isOriginVerified, registeredAt, createdAt, expiresAt, flow } =
    request;
  const origin =
    publishedBy && (isOriginVerified ? texts.originVerified({ host: publishedBy }) : texts.originClaimed({ host: publishedBy }));
  return (
    <div className={classes.part}>
      <div className={classes.who}>
        <span className={classes.face} aria-hidden>
          <IconRobot size={22} stroke={1.6} />
        </span>
        <div>
          <h2 id="who-asks" className={classes.name}>
            <MarkedName text={texts.asks({ name: clientName })} />
          </h2>
          <p className={classes.dim}>{texts.claimed}</p>
          {kind === 'INTEGRATION' && <p>{texts.ownWhat}</p>}
        </div>
      </div>
      {request.resembles.map(({ name, letInBy, since }) => (
        <Notice key={`${name} ${since}`} tone="wait" title={texts.resembles({ name })}>
          <p>
            {texts.resemblesBy({ by: letInBy })} <Moment at={since} />. {texts.resemblesWhy}
          </p>
        </Notice>
      ))}
      <Facts
        of={[
          // Shown, not linked: it is the agent's own claim, and nothing here should lead there by a slip.
          [texts.homePage, clientUri ?? texts.noHomePage],
          [texts.origin, origin && <strong key="origin">{origin}</strong>],
          [texts.from, <code key="address">{address}</code>],
          [texts.asked, <Moment key="asked" at={createdAt} />],
          [
            texts.known,
            registeredAt ? (
              <span key="known">
                {texts.knownSince} <Moment at={registeredAt} />
              </span>
            ) : publishedBy ? null : (
              texts.notKnown
            ),
          ],
          [texts.how, texts.flows[flow]],
          [texts.returnsTo, returnsTo && <strong>{returnsTo}</strong>],
          [texts.decideBy, <Moment key="by" at={expiresAt} as="when" />],
        ]}
      />
    </div>
  );
}
