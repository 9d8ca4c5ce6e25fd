import type { OutPostFragment } from '../gql/graphql.ts';
import { PlatformIcon, PlatformLink } from './posts/platform-mark.tsx';
import { texts } from './texts.ts';
import { Moment } from './ui/moment.tsx';
import { removalState } from './ui/states.ts';
import { Status } from './ui/status.tsx';

/** When a post was published, with links to it, and where it was removed since. */
export function OutLine({ post: { wentOutAt, publications }, className }: { post: OutPostFragment; className: string | undefined }) {
  const out = publications.filter(({ state }) => state === 'PUBLISHED');
  const removed = out.filter(({ retraction }) => retraction?.isPostGone);
  const removal = removed[0] && removalState(removed[0]);
  return (
    <p className={className}>
      {wentOutAt && <Moment at={wentOutAt} />}
      {out
        .filter((each) => !removed.includes(each))
        .map(({ id, platform, connection, providerUrl }) => (
          <PlatformLink
            key={id}
            id={platform.id}
            href={providerUrl}
            words={texts.openAs({ platform: platform.label, handle: connection?.handle ?? null })}
          />
        ))}
      {removed.map(({ id, platform }) => (
        <PlatformIcon key={id} id={platform.id} size={14} />
      ))}
      {removal && <Status state={removal} />}
    </p>
  );
}
