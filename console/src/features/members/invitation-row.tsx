import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import rows from '../../components/ui/rows.module.css';
import { type InvitationViewFragment, RevokeInvitationDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { texts } from './texts.ts';

/** An unused invitation link. The link itself is not shown again. */
export function InvitationRow({ invitation: { id, email, role, createdAt, expiresAt } }: { invitation: InvitationViewFragment }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => runDocument(RevokeInvitationDocument, { invitationId: id }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <span className={rows.title}>{email}</span>
        <span className={rows.line}>
          <span>{texts.roles[role].name}</span>
          <span>
            {texts.invited} <Moment at={createdAt} />
          </span>
          <span>
            {texts.works} <Moment at={expiresAt} as="when" />
          </span>
        </span>
      </div>
      <ConfirmButton
        size="xs"
        label={texts.takeBack}
        title={texts.takeBackAsk({ email })}
        what={texts.takeBackWhat}
        failed={texts.takeBackFailed}
        onConfirm={() => revoke.mutateAsync()}
      />
    </li>
  );
}
