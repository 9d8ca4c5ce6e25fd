import type { OutPostFragment } from '../gql/graphql.ts';
import { PlatformLink } from './posts/platform-mark.tsx';
import { texts } from './texts.ts';
import { Moment } from './ui/moment.tsx';

/** When a post was published, with links to it. */
export function OutLine({ post: { wentOutAt, publications }, className }: { post: OutPostFragment; className: string | undefined }) {
  const out = publications.filter(({ state }) => state === 'PUBLISHED');
  return (
    <p className={className}>
      {wentOutAt && <Moment at={wentOutAt} />}
      {out.map(({ id, platform, connection, providerUrl }) => (
        <PlatformLink
          key={id}
          id={platform.id}
          href={providerUrl}
          words={texts.openAs({ platform: platform.label, handle: connection?.handle ?? null })}
        />
      ))}
    </p>
  );
}
