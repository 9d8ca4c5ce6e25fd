import { Button, Select, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { type Language, ShareWithClientDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { LANGUAGES, language } from '../../lib/language.ts';
import { useFreshly } from '../identity/use-freshly.ts';
import { Command } from '../ui/command.tsx';
import { Notice } from '../ui/notice.tsx';
import { Problem } from '../ui/problem.tsx';
import { useKeptText } from '../unsaved/use-kept-text.tsx';
import { clientSharingQuery } from './queries.ts';
import { texts } from './texts.ts';

interface Props {
  workspaceId: string;
  draftIds: readonly string[];
  onShared: (() => void) | undefined;
  onClose: () => void;
}

const languageChoices = Object.entries(LANGUAGES).map(([code, { name }]) => ({ value: code.toUpperCase() as Language, label: name }));

const MOST = FIELD_RULES.client.drafts.maxItems;

/** To whom, for how long. The link itself is in the mail alone. */
export function ShareForm(props: Props) {
  const { length: count } = props.draftIds;
  if (count <= MOST) return <Form {...props} />;
  return (
    <Notice tone="wait" title={texts.tooMany({ most: MOST })}>
      <p>{texts.tooManyHow({ count })}</p>
    </Notice>
  );
}

function Form({ workspaceId, draftIds, onShared, onClose }: Props) {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(clientSharingQuery(workspaceId));
  const { text: email, setText: setEmail, notice } = useKeptText(`share ${workspaceId}`);
  const form = useForm({ initialValues: { days: '14', language: language.toUpperCase() as Language } });
  const share = useMutation({
    mutationFn: ({ days, ...values }: typeof form.values) =>
      freshly(() =>
        runDocument(ShareWithClientDocument, { input: { workspaceId, draftIds: [...draftIds], email, days: Number(days), ...values } }),
      ),
    onSuccess: (made) => {
      if (!made) return;
      setEmail('');
      void queryClient.invalidateQueries({ queryKey: ['client-sharing'] });
    },
  });
  const sent = share.data?.shareWithClient;
  if (error) return <Problem error={error} />;
  if (!data) return <Skeleton height={180} radius={8} aria-busy="true" />;
  if (!data.clientSharing.isOffered) {
    return (
      <Notice tone="wait" title={texts.notOffered}>
        <p>{data.clientSharing.reason}</p>
      </Notice>
    );
  }
  const { isMailed } = data.clientSharing;
  if (sent) {
    const close = (): void => {
      onClose();
      onShared?.();
    };
    return (
      <Stack gap="md">
        <Notice tone="good" title={sent.url ? texts.made({ email: sent.email }) : texts.sent({ email: sent.email })}>
          <p>{sent.url ? texts.madeHow : texts.sentHow}</p>
          {sent.url && <Command text={sent.url} label={texts.link} />}
        </Notice>
        <Button variant="default" onClick={close} autoFocus>
          {texts.close}
        </Button>
      </Stack>
    );
  }
  return (
    <form onSubmit={form.onSubmit((values) => share.mutate(values))}>
      <Stack gap="md">
        <p>{isMailed ? texts.how : texts.howCopied}</p>
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="off"
          required
          data-autofocus
          // Its dialog opens before it is loaded.
          autoFocus
          value={email}
          onChange={({ currentTarget: { value } }) => setEmail(value)}
        />
        {notice}
        <Select label={texts.days} data={[...texts.dayChoices]} allowDeselect={false} {...form.getInputProps('days')} />
        {isMailed && <Select label={texts.language} data={languageChoices} allowDeselect={false} {...form.getInputProps('language')} />}
        {share.error && <Problem error={share.error} title={texts.failed} />}
        <Button type="submit" loading={share.isPending}>
          {isMailed ? texts.send : texts.make}
        </Button>
      </Stack>
    </form>
  );
}
