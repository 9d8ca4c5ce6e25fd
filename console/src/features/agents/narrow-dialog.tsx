import { Button, Modal, NumberInput, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ScopeSwitches } from '../../components/grants/scope-switches.tsx';
import { texts as shared } from '../../components/texts.ts';
import { DialogButtons } from '../../components/ui/dialog.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import { showToast } from '../../components/ui/toasts.tsx';
import { HALF_TYPED, WhenField } from '../../components/ui/when-field.tsx';
import { KeptNotice } from '../../components/unsaved/kept-notice.tsx';
import { useFoundWords, useKeptWords, useRestoredWords } from '../../components/unsaved/use-kept-words.ts';
import { type GrantViewFragment, NarrowGrantDocument, type NarrowGrantInput } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { fromZonedTime, LAST_DAY, toZonedTime } from '../../lib/time/zoned-time.ts';
import { texts } from './texts.ts';

interface Props {
  grant: GrantViewFragment;
  isOpen: boolean;
  onClose: () => void;
}

/** Reduces a grant. For more, the agent must request it. */
export function NarrowDialog({ grant, isOpen, onClose }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={texts.narrowTitle({ name: grant.agentName })}
      closeButtonProps={{ 'aria-label': shared.cancel }}
    >
      <NarrowForm grant={grant} onClose={onClose} />
    </Modal>
  );
}

function NarrowForm({ grant, onClose }: Omit<Props, 'isOpen'>) {
  const timeZone = useTimeZone();
  const { form, narrow, taken, kept } = useNarrowForm(grant, timeZone, onClose);
  const { jobsPerDay, creditsPerMonth, expiresAt, isSandboxOnly } = grant;
  const limit = { min: 1, allowDecimal: false, allowNegative: false } as const;
  return (
    <form onSubmit={form.onSubmit(() => narrow.mutate())} noValidate>
      <Stack gap="md">
        <KeptNotice
          kept={kept}
          onDiscard={() => {
            kept.forget();
            form.reset();
          }}
        />
        <ScopeSwitches
          label={texts.may}
          hint={texts.narrowHint}
          unattended={texts.unattended}
          offered={grant.scopes}
          kept={form.values.scopes}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        />
        <NumberInput
          label={texts.jobsPerDay}
          description={texts.atMost({ most: jobsPerDay })}
          max={jobsPerDay ?? 1_000_000}
          {...limit}
          {...form.getInputProps('jobsPerDay')}
        />
        <NumberInput
          label={texts.creditsPerMonth}
          description={texts.atMost({ most: creditsPerMonth })}
          max={creditsPerMonth ?? 1_000_000}
          {...limit}
          {...form.getInputProps('creditsPerMonth')}
        />
        <WhenField
          type="date"
          label={texts.lastDay}
          min={toZonedTime(new Date(), timeZone).slice(0, 10)}
          max={expiresAt ? toZonedTime(new Date(expiresAt), timeZone).slice(0, 10) : LAST_DAY}
          value={form.values.lastDay}
          onValue={(day) => form.setFieldValue('lastDay', day)}
        />
        {isSandboxOnly ? (
          <p>{texts.isSandboxOnly}</p>
        ) : (
          <Switch label={texts.sandboxOnlySwitch} {...form.getInputProps('isSandboxOnly', { type: 'checkbox' })} />
        )}
        {narrow.error && <Problem error={narrow.error} title={texts.failed} />}
        {form.values.scopes.length === 0 && <p role="alert">{texts.oneStays}</p>}
        <DialogButtons onCancel={onClose}>
          <Button
            type="submit"
            loading={narrow.isPending}
            disabled={taken === null || form.values.scopes.length === 0 || form.values.lastDay === HALF_TYPED}
            title={taken === null ? texts.nothingTaken : undefined}
          >
            {texts.save}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function useNarrowForm(grant: GrantViewFragment, timeZone: string, onClose: () => void) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      scopes: grant.scopes,
      jobsPerDay: grant.jobsPerDay ?? ('' as number | string),
      creditsPerMonth: grant.creditsPerMonth ?? ('' as number | string),
      lastDay: grant.expiresAt ? toZonedTime(new Date(grant.expiresAt), timeZone).slice(0, 10) : '',
      isSandboxOnly: grant.isSandboxOnly,
    },
  });
  const taken = takenAway(grant, form.values, timeZone);
  // Limits that were changed since are a new base, so choices made over others are not restored.
  const name = `limits ${grant.id}`;
  const base = JSON.stringify(form.getInitialValues());
  const found = useFoundWords<Values>({ name, base });
  const kept = useKeptWords({ name, base, found }, form.values, taken !== null);
  useRestoredWords(found, form.setValues);
  const narrow = useMutation({
    mutationFn: () => runDocument(NarrowGrantDocument, { input: { grantId: grant.id, ...taken } }),
    onSuccess: async () => {
      kept.forget();
      onClose();
      showToast(texts.isNarrowed({ name: grant.agentName }));
      await queryClient.invalidateQueries();
    },
  });
  return { form, narrow, taken, kept };
}

interface Values {
  scopes: string[];
  jobsPerDay: number | string;
  creditsPerMonth: number | string;
  lastDay: string;
  isSandboxOnly: boolean;
}

/** Only the differences; null if there are none. */
function takenAway(grant: GrantViewFragment, values: Values, timeZone: string): Omit<NarrowGrantInput, 'grantId'> | null {
  const { scopes, jobsPerDay, creditsPerMonth, lastDay, isSandboxOnly } = values;
  const today = grant.expiresAt ? toZonedTime(new Date(grant.expiresAt), timeZone).slice(0, 10) : '';
  const expiresAt = lastDay === today ? null : fromZonedTime(`${lastDay}T23:59`, timeZone);
  const taken = {
    ...(scopes.length < grant.scopes.length ? { scopes } : {}),
    ...(typeof jobsPerDay === 'number' && jobsPerDay !== grant.jobsPerDay ? { jobsPerDay } : {}),
    ...(typeof creditsPerMonth === 'number' && creditsPerMonth !== grant.creditsPerMonth ? { creditsPerMonth } : {}),
    ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
    ...(isSandboxOnly && !grant.isSandboxOnly ? { isSandboxOnly } : {}),
  };
  return Object.keys(taken).length > 0 ? taken : null;
}
