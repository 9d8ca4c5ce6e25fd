import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ClientLinkViewFragment, RevokeClientLinkDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Moment } from '../ui/moment.tsx';
import { Panel } from '../ui/panel.tsx';
import rows from '../ui/rows.module.css';
import { clientSharingQuery } from './queries.ts';
import { texts } from './texts.ts';

/** For owners: client links, which can be revoked. */
export function ClientLinks({ workspaceId }: { workspaceId: string }) {
  const { data } = useQuery({ ...clientSharingQuery(workspaceId), refetchInterval: 30_000 });
  if (!data?.clientLinks) return null;
  return (
    <Panel title={texts.clients} isFlush>
      {data.clientLinks.length > 0 ? (
        <ul className={rows.rows}>
          {data.clientLinks.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </ul>
      ) : (
        <Empty title={texts.none}>
          <p>
            {texts.clientsHow} {data.clientSharing.reason ?? texts.noneHow}
          </p>
        </Empty>
      )}
    </Panel>
  );
}

function LinkRow({ link }: { link: ClientLinkViewFragment }) {
  const { id, email, count, sharedBy, createdAt, expiresAt, isActive } = link;
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => runDocument(RevokeClientLinkDocument, { linkId: id }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <span className={rows.title}>{email}</span>
        <span className={rows.line}>
          <span>{texts.posts({ count })}</span>
          <span>
            {texts.since} <Moment at={createdAt} /> {texts.by({ name: sharedBy })}
          </span>
          <span>
            {texts.works} <Moment at={expiresAt} as="when" />
          </span>
          {!isActive && <span>{texts.inactive({ name: sharedBy })}</span>}
        </span>
      </div>
      <ConfirmButton
        size="xs"
        label={texts.end}
        title={texts.endAsk({ email })}
        what={texts.endWhat}
        failed={texts.endFailed}
        onConfirm={() => revoke.mutateAsync()}
      />
    </li>
  );
}
