import { IconKey } from '@tabler/icons-react';
import { Moment } from '../../components/ui/moment.tsx';
import type { GrantViewFragment } from '../../gql/graphql.ts';
import { useNow } from '../../lib/time/use-now.ts';
import classes from './agents.module.css';
import { texts } from './texts.ts';

type ApiKey = GrantViewFragment['keys'][number];

/** The keys that work, by their public ids; of the others only the newest where none works. */
export function KeyList({ keys }: { keys: ApiKey[] }) {
  const now = useNow();
  const works = ({ expiresAt, revokedAt }: ApiKey): boolean => revokedAt === null && new Date(expiresAt) > now;
  const live = keys.filter(works);
  const shown = live.length > 0 ? live : keys.slice(0, 1);
  const rest = keys.length - shown.length;
  return (
    <section aria-label={texts.keys}>
      <p className={classes.label}>{texts.keys}</p>
      <ul>
        {shown.map((key) => (
          <KeyItem key={key.id} apiKey={key} isLive={works(key)} />
        ))}
      </ul>
      {rest > 0 && <p className={classes.line}>{texts.oldKeys({ count: rest })}</p>}
    </section>
  );
}

function KeyItem({ apiKey, isLive }: { apiKey: ApiKey; isLive: boolean }) {
  const { id, createdAt, expiresAt, lastUsedAt, revokedAt } = apiKey;
  const end = revokedAt ? { word: texts.revokedAt, at: revokedAt } : { word: isLive ? texts.expires : texts.expired, at: expiresAt };
  return (
    <li className={classes.item}>
      <IconKey size={16} stroke={1.6} aria-hidden />
      <div>
        <code className={classes.keyId}>{id}</code>
        <p className={classes.line}>
          <span>
            {texts.made} <Moment at={createdAt} />
          </span>
          <span>
            {lastUsedAt ? (
              <>
                {texts.lastUse} <Moment at={lastUsedAt} />
              </>
            ) : (
              texts.never
            )}
          </span>
          <span>
            {end.word} <Moment at={end.at} />
          </span>
        </p>
      </div>
    </li>
  );
}
