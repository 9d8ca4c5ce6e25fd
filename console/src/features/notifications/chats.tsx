import { Button, Group, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import rows from '../../components/ui/rows.module.css';
import { showToast } from '../../components/ui/toasts.tsx';
import { AddNoticeChatDocument, type NoticeChatKind, RemoveNoticeChatDocument, TestNoticeChatDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './notifications.module.css';
import { type NoticeSettings, noticeSettingsQuery } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.chats;
const RULES = FIELD_RULES.chat;
const KINDS: NoticeChatKind[] = ['SLACK', 'DISCORD', 'TELEGRAM'];

/** Chats for notifications, and a form to add one. */
export function Chats({ settings: { chats } }: { settings: NoticeSettings }) {
  return (
    <Panel title={words.title} isFlush>
      <div className={classes.padded}>
        <p className={classes.small}>{words.how}</p>
      </div>
      <ul className={rows.rows}>
        {chats.map((chat) => (
          <ChatRow key={chat.id} chat={chat} />
        ))}
        <li className={rows.row}>
          <NewChat />
        </li>
      </ul>
    </Panel>
  );
}

function useShown() {
  const queryClient = useQueryClient();
  return (settings: NoticeSettings) => queryClient.setQueryData(noticeSettingsQuery.queryKey, settings);
}

function ChatRow({ chat }: { chat: NoticeSettings['chats'][number] }) {
  const { id, kind, name, createdAt, stoppedAt, refusals, fault } = chat;
  const show = useShown();
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => runDocument(TestNoticeChatDocument, { chatId: id }),
    onSuccess: ({ testNoticeChat }) => {
      show(testNoticeChat);
      showToast(words.tested({ name }));
    },
    // That it was not reached may have stopped it.
    onError: () => queryClient.invalidateQueries({ queryKey: noticeSettingsQuery.queryKey }),
  });
  const remove = useMutation({
    mutationFn: () => runDocument(RemoveNoticeChatDocument, { chatId: id }),
    onSuccess: ({ removeNoticeChat }) => show(removeNoticeChat),
  });
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <p className={rows.title} dir="auto">
          {name}
        </p>
        <p className={rows.line}>
          <span>{words.kinds[kind]}</span>
          <span>
            {stoppedAt ? words.stopped : texts.devices.since} <Moment at={stoppedAt ?? createdAt} />
          </span>
        </p>
        {(fault || refusals > 0) && (
          <p className={classes.small} dir="auto">
            {fault ? words.refusedBecause({ reason: fault }) : words.refused}
          </p>
        )}
      </div>
      <div className={rows.side}>
        <Button variant="default" size="xs" onClick={() => test.mutate()} loading={test.isPending}>
          {words.test}
        </Button>
        <Button variant="default" size="xs" onClick={() => remove.mutate()} loading={remove.isPending}>
          {words.remove}
        </Button>
      </div>
      {test.error && <Problem error={test.error} title={words.testFailed} />}
      {remove.error && <Problem error={remove.error} title={words.failed} />}
    </li>
  );
}

const EMPTY: { kind: NoticeChatKind; name: string; secret: string; chatId: string } = { kind: 'SLACK', name: '', secret: '', chatId: '' };

function NewChat() {
  const show = useShown();
  const freshly = useFreshly();
  const form = useForm({ initialValues: EMPTY });
  const { kind } = form.getValues();
  const add = useMutation({
    mutationFn: ({ chatId, ...values }: typeof EMPTY) =>
      freshly(() => runDocument(AddNoticeChatDocument, { input: { ...values, chatId: values.kind === 'TELEGRAM' ? chatId : null } })),
    onSuccess: (done) => {
      if (!done) return;
      form.reset();
      show(done.addNoticeChat);
      showToast(words.added);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))} className={classes.whole}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start">
          <NativeSelect
            label={words.kind}
            data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
            {...form.getInputProps('kind')}
          />
          <TextInput
            label={words.name}
            placeholder={words.nameHint}
            required
            maxLength={RULES.name.maxLength}
            {...form.getInputProps('name')}
          />
        </Group>
        <PasswordInput
          label={words.secret[kind]}
          description={words.where[kind]}
          required
          maxLength={RULES.secret.maxLength}
          maw={520}
          autoComplete="off"
          {...form.getInputProps('secret')}
        />
        {kind === 'TELEGRAM' && (
          <TextInput label={words.chatId} required maxLength={RULES.chatId.maxLength} maw={320} {...form.getInputProps('chatId')} />
        )}
        {add.error && <Problem error={add.error} title={words.failed} />}
        <Group>
          <Button type="submit" variant="default" loading={add.isPending}>
            {words.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
