import { NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Panel } from '../../components/panel.tsx';
import type { EmojiUse, TextLength } from '../../gql/graphql.ts';
import type { Settings } from './queries.ts';
import { SaveBar } from './save-bar.tsx';
import { SettingsFormPage } from './settings-form-page.tsx';
import { texts } from './texts.ts';
import { useSaveSettings } from './use-save.ts';

const words = texts.voice;
const emoji = (Object.keys(words.emojiUses) as EmojiUse[]).map((value) => ({ value, label: words.emojiUses[value] }));
const lengths = (Object.keys(words.lengths) as TextLength[]).map((value) => ({ value, label: words.lengths[value] }));

/** How posts should sound, and what they never say. */
export function VoicePage() {
  return <SettingsFormPage title={words.title}>{(settings) => <VoiceForm settings={settings} />}</SettingsFormPage>;
}

function VoiceForm({ settings }: { settings: Settings }) {
  const { form, save } = useVoiceForm(settings);
  return (
    <form onSubmit={form.onSubmit(save.submit)} noValidate>
      <Stack gap="md">
        <Panel title={words.sound}>
          <Stack gap="md">
            <TextInput label={words.tone} description={words.toneHint} {...form.getInputProps('tone')} />
            <Select label={words.emoji} data={emoji} allowDeselect={false} maw={360} {...form.getInputProps('emoji')} />
            <Select label={words.length} data={lengths} allowDeselect={false} maw={360} {...form.getInputProps('length')} />
            <NumberInput label={words.maxTags} description={words.maxTagsHint} min={0} maw={240} {...form.getInputProps('maxTags')} />
            <Textarea
              label={words.banned}
              description={words.oneALine}
              autosize
              minRows={2}
              maxRows={8}
              {...form.getInputProps('bannedWords')}
            />
          </Stack>
        </Panel>
        <Panel title={words.never}>
          <Stack gap="md">
            <Textarea
              label={words.blocked}
              description={words.blockedHint}
              autosize
              minRows={3}
              maxRows={12}
              {...form.getInputProps('blockedTerms')}
            />
            <Textarea
              label={words.hosts}
              description={words.hostsHint}
              autosize
              minRows={3}
              maxRows={12}
              {...form.getInputProps('deniedHosts')}
            />
          </Stack>
        </Panel>
        <SaveBar isSaving={save.isPending} error={save.error} />
      </Stack>
    </form>
  );
}

function useVoiceForm(settings: Settings) {
  const { tone, maxTags, bannedWords, ...voice } = settings.voice;
  const form = useForm({
    initialValues: {
      tone,
      emoji: voice.emoji,
      length: voice.length,
      maxTags: maxTags ?? ('' as const),
      bannedWords: bannedWords.join('\n'),
      blockedTerms: settings.blockedTerms.join('\n'),
      deniedHosts: settings.deniedHosts.join('\n'),
    },
  });
  const { mutate, isPending, error } = useSaveSettings(settings);
  const submit = (values: typeof form.values): void =>
    mutate({
      voice: {
        tone: values.tone,
        emoji: values.emoji,
        length: values.length,
        maxTags: values.maxTags === '' ? null : Number(values.maxTags),
        bannedWords: linesOf(values.bannedWords),
      },
      blockedTerms: linesOf(values.blockedTerms),
      deniedHosts: linesOf(values.deniedHosts),
    });
  return { form, save: { submit, isPending, error } };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
