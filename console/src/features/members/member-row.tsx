import { Button, Select, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { texts as shared } from '../../components/texts.ts';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Dialog, DialogButtons } from '../../components/ui/dialog.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import rows from '../../components/ui/rows.module.css';
import { showToast } from '../../components/ui/toasts.tsx';
import { ChangeMemberRoleDocument, type MemberViewFragment, RemoveMemberDocument, type Role } from '../../gql/graphql.ts';
import { postJson } from '../../lib/http/post-json.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './members.module.css';
import { roleChoices, texts } from './texts.ts';

interface Props {
  accountId: string;
  member: MemberViewFragment;
  canManage: boolean;
}

/** One member; owners change the role in place. */
export function MemberRow({ accountId, member, canManage }: Props) {
  const { userId, name, email, isConfirmed, role, createdAt, isViewer } = member;
  // The role that an owner is about to give themselves, which they cannot take back.
  const [own, setOwn] = useState<Role | null>(null);
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (next: Role) => freshly(() => runDocument(ChangeMemberRoleDocument, { input: { accountId, userId, role: next } })),
    onSuccess: async (changed) => {
      if (changed) showToast(texts.roleChanged({ name }));
      await queryClient.invalidateQueries();
    },
  });
  const remove = useMutation({
    mutationFn: () => freshly(() => runDocument(RemoveMemberDocument, { accountId, userId })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <span className={rows.title}>
          {name} {isViewer && <span className={classes.dim}>{texts.you}</span>}
        </span>
        <span className={rows.line}>
          <span>{email}</span>
          <span>
            {texts.since} <Moment at={createdAt} />
          </span>
        </span>
        {!isConfirmed && (
          <span className={classes.unconfirmed}>
            <strong>{texts.unconfirmed}</strong> {isViewer && texts.unconfirmedYou}
          </span>
        )}
        {!isConfirmed && isViewer && <ConfirmAddress email={email} />}
      </div>
      {canManage ? (
        <div className={rows.side}>
          <Select
            aria-label={texts.roleOf({ name })}
            size="xs"
            w={140}
            data={roleChoices}
            value={role}
            allowDeselect={false}
            disabled={change.isPending}
            onChange={(next) => next && next !== role && (isViewer ? setOwn(next as Role) : change.mutate(next as Role))}
          />
          {/* One's own way out is "Leave the account", above. */}
          {!isViewer && (
            <ConfirmButton
              size="xs"
              label={texts.remove}
              title={texts.removeAsk({ name })}
              what={texts.removeWhat}
              failed={texts.removeFailed}
              onConfirm={() => remove.mutateAsync()}
            />
          )}
        </div>
      ) : (
        <span className={classes.roleName}>{texts.roles[role].name}</span>
      )}
      <OwnRole
        next={own}
        onClose={() => setOwn(null)}
        onConfirm={(next) => {
          setOwn(null);
          change.mutate(next);
        }}
      />
      {change.error && (
        <div className={classes.whole}>
          <Problem error={change.error} title={texts.roleFailed} />
        </div>
      )}
    </li>
  );
}

interface OwnRoleProps {
  /** Null while nothing is asked. */
  next: Role | null;
  onClose: () => void;
  onConfirm: (next: Role) => void;
}

/** Owners stop being one on purpose only: what follows needs another owner. */
function OwnRole({ next, onClose, onConfirm }: OwnRoleProps) {
  return (
    <Dialog opened={next !== null} onClose={onClose} title={texts.ownRoleAsk} size="sm" closeButtonProps={{ 'aria-label': shared.cancel }}>
      {next && (
        <Stack gap="md">
          <p>{texts.ownRoleWhat({ role: texts.roles[next].name })}</p>
          <DialogButtons onCancel={onClose}>
            <Button color="red.9" onClick={() => onConfirm(next)} data-autofocus>
              {texts.ownRole}
            </Button>
          </DialogButtons>
        </Stack>
      )}
    </Dialog>
  );
}

/** Mails the link of a lost password: who opens it has the address. */
function ConfirmAddress({ email }: { email: string }) {
  const ask = useMutation({ mutationFn: () => postJson<{ by_mail: boolean }>('/api/auth/password/forgot', { email }) });
  if (ask.data) return <p role="status">{ask.data.by_mail ? texts.confirmSent : texts.confirmNone}</p>;
  return (
    <>
      <Button size="xs" variant="default" className={classes.confirm} loading={ask.isPending} onClick={() => ask.mutate()}>
        {texts.confirmSend}
      </Button>
      {ask.error && <Problem error={ask.error} title={texts.confirmFailed} />}
    </>
  );
}
