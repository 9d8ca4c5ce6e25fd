import { NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { Panel } from '../../components/ui/panel.tsx';
import type { EmojiUse, TextLength, Wording } from '../../gql/graphql.ts';
import { faultOf } from '../../lib/check-field.ts';
import { useFollowedForm } from '../../lib/use-followed-form.ts';
import { linesOf } from './lines-of.ts';
import type { Settings } from './queries.ts';
import { SaveBar } from './save-bar.tsx';
import classes from './settings.module.css';
import { SettingsFormPage } from './settings-form-page.tsx';
import { texts } from './texts.ts';
import { useSaveSettings } from './use-save.ts';

const words = texts.voice;
const RULES = FIELD_RULES.voice;
const emoji = (Object.keys(words.emojiUses) as EmojiUse[]).map((value) => ({ value, label: words.emojiUses[value] }));
const wordings = (Object.keys(words.wordings) as Wording[]).map((value) => ({ value, label: words.wordings[value] }));
const lengths = (Object.keys(words.lengths) as TextLength[]).map((value) => ({ value, label: words.lengths[value] }));

/** How posts should sound. */
export function VoicePage() {
  return <SettingsFormPage title={words.title}>{(settings) => <VoiceForm settings={settings} />}</SettingsFormPage>;
}

function VoiceForm({ settings }: { settings: Settings }) {
  const { filled, save } = useVoiceForm(settings);
  const { form } = filled;
  return (
    <form onSubmit={form.onSubmit(save.submit)} noValidate>
      <Stack gap="md">
        <Panel title={words.sound}>
          <Stack gap="md">
            <Select
              label={words.wording}
              description={words.wordingHint}
              data={wordings}
              allowDeselect={false}
              maw={420}
              {...form.getInputProps('wording')}
            />
            <TextInput label={words.tone} description={words.toneHint} {...form.getInputProps('tone')} />
            <Select label={words.emoji} data={emoji} allowDeselect={false} maw={360} {...form.getInputProps('emoji')} />
            <Select label={words.length} data={lengths} allowDeselect={false} maw={360} {...form.getInputProps('length')} />
            <NumberInput
              label={words.maxTags}
              description={words.maxTagsHint}
              {...RULES.maxTags}
              clampBehavior="none"
              classNames={{ wrapper: classes.narrow }}
              {...form.getInputProps('maxTags')}
            />
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
        <SaveBar name="voice" filled={filled} save={save} />
      </Stack>
    </form>
  );
}

const valuesOf = ({ voice: { tone, emoji, length, wording, maxTags, bannedWords } }: Settings) => ({
  ...{ tone, emoji, length, wording: wording ?? 'ADAPT' },
  maxTags: (maxTags ?? '') as number | string,
  bannedWords: bannedWords.join('\n'),
});

function useVoiceForm(settings: Settings) {
  const filled = useFollowedForm(settings, valuesOf, {
    tone: (text) => faultOf(RULES.tone, text),
    maxTags: (most) => (most === '' ? null : faultOf(RULES.maxTags, most)),
    bannedWords: (text) => faultOf(RULES.bannedWords, linesOf(text)),
  });
  const { mutate, ...save } = useSaveSettings(filled.seen, filled.following);
  const submit = (values: ReturnType<typeof valuesOf>): void =>
    mutate({
      voice: {
        tone: values.tone,
        emoji: values.emoji,
        length: values.length,
        wording: values.wording,
        maxTags: values.maxTags === '' ? null : Number(values.maxTags),
        bannedWords: linesOf(values.bannedWords),
      },
    });
  return { filled, save: { ...save, submit } };
}
