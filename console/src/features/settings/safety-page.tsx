import { NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { Panel } from '../../components/ui/panel.tsx';
import type { SafetyCheck, SafetyWeight } from '../../gql/graphql.ts';
import { faultOf } from '../../lib/check-field.ts';
import { useFollowedForm } from '../../lib/use-followed-form.ts';
import { linesOf } from './lines-of.ts';
import type { Settings } from './queries.ts';
import { SafetyChecks } from './safety-checks.tsx';
import { SaveBar } from './save-bar.tsx';
import classes from './settings.module.css';
import { SettingsFormPage } from './settings-form-page.tsx';
import { texts } from './texts.ts';
import { useSaveSafety } from './use-save.ts';

const words = texts.safety;
const RULES = FIELD_RULES.safety;

/** The checks of every post, and their effect. */
export function SafetyPage() {
  return <SettingsFormPage title={words.title}>{(settings) => <SafetyForm settings={settings} />}</SettingsFormPage>;
}

function SafetyForm({ settings }: { settings: Settings }) {
  const { filled, save } = useSafetyForm(settings);
  const { form } = filled;
  return (
    <form onSubmit={form.onSubmit(save.submit)} noValidate>
      <Stack gap="md">
        <Panel title={words.checks} isFlush>
          <SafetyChecks
            checks={settings.safety.weights}
            weights={form.values.weights}
            onChange={(check, weight) => form.setFieldValue('weights', (all) => ({ ...all, [check]: weight }))}
          />
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
        <Panel title={words.more}>
          <Stack gap="md">
            <NumberInput
              label={words.days}
              description={words.daysHint}
              allowDecimal={false}
              classNames={{ wrapper: classes.narrow }}
              {...RULES.repeatDays}
              clampBehavior="none"
              {...form.getInputProps('repeatDays')}
            />
            <TextInput
              label={words.disclosure}
              description={words.disclosureHint}
              placeholder="#AI"
              maw={360}
              {...form.getInputProps('aiDisclosure')}
            />
          </Stack>
        </Panel>
        <SaveBar name="safety" filled={filled} save={save} />
      </Stack>
    </form>
  );
}

type Weights = Partial<Record<SafetyCheck, SafetyWeight | null>>;

const valuesOf = ({ safety, blockedTerms, deniedHosts }: Settings) => ({
  weights: Object.fromEntries(safety.weights.map(({ check, weight }) => [check, weight])) as Weights,
  repeatDays: safety.repeatDays as number | string,
  aiDisclosure: safety.aiDisclosure ?? '',
  blockedTerms: blockedTerms.join('\n'),
  deniedHosts: deniedHosts.join('\n'),
});

function useSafetyForm(settings: Settings) {
  const { safety } = settings;
  const filled = useFollowedForm(settings, valuesOf, {
    repeatDays: (days) => faultOf(RULES.repeatDays, days),
    aiDisclosure: (text) => faultOf(RULES.aiDisclosure, text),
    blockedTerms: (text) => faultOf(RULES.blockedTerms, linesOf(text)),
    deniedHosts: (text) => faultOf(RULES.deniedHosts, linesOf(text)),
  });
  const { mutate, ...save } = useSaveSafety(filled.seen, filled.following);
  const submit = (values: ReturnType<typeof valuesOf>): void =>
    mutate({
      weights: safety.weights.flatMap(({ check }) => {
        const weight = values.weights[check];
        return weight ? [{ check, weight }] : [];
      }),
      repeatDays: Number(values.repeatDays),
      aiDisclosure: values.aiDisclosure,
      blockedTerms: linesOf(values.blockedTerms),
      deniedHosts: linesOf(values.deniedHosts),
    });
  return { filled, save: { ...save, submit } };
}
