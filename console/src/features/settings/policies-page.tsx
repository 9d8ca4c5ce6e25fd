import { NumberInput, Select, Stack, Switch } from '@mantine/core';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { Panel } from '../../components/ui/panel.tsx';
import type { Deciders } from '../../gql/graphql.ts';
import { faultOf } from '../../lib/check-field.ts';
import { useFollowedForm } from '../../lib/use-followed-form.ts';
import { ApproverWarning } from './approver-warning.tsx';
import { InTurnFields } from './in-turn-fields.tsx';
import type { PolicyValues, Settings } from './queries.ts';
import { SaveBar } from './save-bar.tsx';
import classes from './settings.module.css';
import { SettingsFormPage } from './settings-form-page.tsx';
import { SignatureFields } from './signature-fields.tsx';
import { StageFields } from './stage-fields.tsx';
import { texts } from './texts.ts';
import { useSavePolicy } from './use-save.ts';

const words = texts.policy;
const RULES = FIELD_RULES.approvals;
const deciders = (Object.keys(words.deciders) as Deciders[]).map((value) => ({ value, label: words.deciders[value] }));

/** What is required before anything is published. */
export function PoliciesPage() {
  return <SettingsFormPage title={words.title}>{(settings) => <PolicyForm settings={settings} />}</SettingsFormPage>;
}

/** How many members must approve: each is in one stage, and clients are in none of them. */
const peopleNeeded = ({ stages, approvalsRequired }: PolicyValues): number =>
  stages.length > 0 ? stages.reduce((sum, { who, required }) => sum + (who === 'CLIENTS' ? 0 : required), 0) : approvalsRequired;

/** Whole days alone: others are as plain in hours. */
const inDays = (hours: number): string => (hours > 0 && hours % 24 === 0 ? words.inDays({ days: hours / 24 }) : '');

function valuesOf(settings: Settings): PolicyValues {
  const { approvalsRequired, deciders, refusesSelfApproval, countsClients, approvalHours, allowsAuto, movesAskAgain } = settings;
  const { requiresSignature, signedPlatforms, askInTurn, turnHours, stages } = settings;
  return {
    ...{ approvalsRequired, deciders, refusesSelfApproval, countsClients, stages, askInTurn, turnHours },
    ...{ requiresSignature, signedPlatforms, approvalHours, allowsAuto, movesAskAgain },
  };
}

/** A field that is not shown keeps what is saved, whatever was typed in it before. */
const withHidden = (policy: PolicyValues, { approvalsRequired, turnHours }: Settings): PolicyValues => ({
  ...policy,
  ...(policy.stages.length > 0 ? { approvalsRequired } : {}),
  ...(policy.askInTurn.length === 0 ? { turnHours } : {}),
});

function PolicyForm({ settings }: { settings: Settings }) {
  const filled = useFollowedForm(settings, valuesOf, {
    approvalsRequired: (people, { stages }) => (stages.length > 0 ? null : faultOf(RULES.approvalsRequired, people)),
    approvalHours: (hours) => faultOf(RULES.approvalHours, hours),
    turnHours: (hours, { askInTurn }) => (askInTurn.length === 0 ? null : faultOf(RULES.turnHours, hours)),
  });
  const { form } = filled;
  const save = useSavePolicy(filled.seen, filled.following);
  return (
    <Panel title={words.title}>
      <form onSubmit={form.onSubmit((policy) => save.mutate(withHidden(policy, filled.seen)))} noValidate>
        <Stack gap="md">
          {form.values.stages.length === 0 && (
            <NumberInput
              label={words.approvals}
              description={words.approvalsHint}
              {...RULES.approvalsRequired}
              clampBehavior="none"
              allowDecimal={false}
              classNames={{ wrapper: classes.narrow }}
              {...form.getInputProps('approvalsRequired')}
            />
          )}
          <div>
            <Select label={words.who} data={deciders} allowDeselect={false} maw={360} {...form.getInputProps('deciders')} />
            <ApproverWarning settings={settings} policy={{ ...form.values, approvalsRequired: peopleNeeded(form.values) }} />
          </div>
          <StageFields workspaceId={settings.id} form={form} />
          <Switch label={words.self} description={words.selfHint} {...form.getInputProps('refusesSelfApproval', { type: 'checkbox' })} />
          <Switch label={words.clients} description={words.clientsHint} {...form.getInputProps('countsClients', { type: 'checkbox' })} />
          <InTurnFields workspaceId={settings.id} form={form} />
          <SignatureFields form={form} />
          <NumberInput
            label={words.hours}
            description={`${words.hoursHint} ${inDays(form.values.approvalHours)}`}
            {...RULES.approvalHours}
            clampBehavior="none"
            allowDecimal={false}
            classNames={{ wrapper: classes.narrow }}
            {...form.getInputProps('approvalHours')}
          />
          <Switch label={words.moves} description={words.movesHint} {...form.getInputProps('movesAskAgain', { type: 'checkbox' })} />
          <Switch label={words.auto} description={words.autoHint} {...form.getInputProps('allowsAuto', { type: 'checkbox' })} />
          <p>{words.pending}</p>
          <SaveBar name="policies" filled={filled} save={save} />
        </Stack>
      </form>
    </Panel>
  );
}
