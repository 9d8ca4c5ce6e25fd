import { Button, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { Command } from '../../components/ui/command.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { InviteMemberDocument, type Language, type Role } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { language } from '../../lib/language.ts';
import classes from './members.module.css';
import { roleChoices, texts } from './texts.ts';

/** Creates an invitation link; the owner can send it by any channel. */
export function InviteForm({ accountId }: { accountId: string }) {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const form = useForm<{ email: string; role: Role }>({ initialValues: { email: '', role: 'APPROVER' } });
  const invite = useMutation({
    mutationFn: (values: typeof form.values) =>
      freshly(() => runDocument(InviteMemberDocument, { input: { accountId, language: language.toUpperCase() as Language, ...values } })),
    onSuccess: async (made) => {
      if (!made) return;
      form.reset();
      await queryClient.invalidateQueries({ queryKey: ['members'] });
    },
  });
  const made = invite.data?.inviteMember;
  return (
    <div className={classes.invite}>
      <form onSubmit={form.onSubmit((values) => invite.mutate(values))} className={classes.form}>
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="off"
          required
          className={classes.email}
          {...form.getInputProps('email')}
        />
        <Select label={texts.role} data={roleChoices} allowDeselect={false} className={classes.role} {...form.getInputProps('role')} />
        <Button type="submit" loading={invite.isPending}>
          {texts.makeLink}
        </Button>
      </form>
      <p className={classes.dim}>{texts.roles[form.values.role].what}</p>
      {invite.error && <Problem error={invite.error} title={texts.inviteFailed} />}
      {made && (
        <Notice
          tone="good"
          title={made.isMailed ? texts.mailed({ email: made.invitation.email }) : texts.linkMade({ email: made.invitation.email })}
        >
          <p>{made.isMailed ? texts.mailedHow : texts.linkWhy}</p>
          <div className={classes.link}>
            <Command text={made.link} label={texts.link} />
          </div>
        </Notice>
      )}
    </div>
  );
}
