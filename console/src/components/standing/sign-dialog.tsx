import { Button, Modal, NumberInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StandingViewFragment } from '../../gql/graphql.ts';
import { texts as shared } from '../texts.ts';
import { DialogButtons } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Problem } from '../ui/problem.tsx';
import { showToast } from '../ui/toasts.tsx';
import { type Limits, signStanding } from './queries.ts';
import { ReplayTable } from './replay-table.tsx';
import classes from './standing.module.css';
import { TemplateText } from './template-text.tsx';
import { texts } from './texts.ts';

interface Props {
  standing: StandingViewFragment;
  isOpen: boolean;
  onClose: () => void;
}

const DAYS = 30;
/** As the server takes them. */
const MOST: Limits = { perDay: 20, credits: 500, days: 90 };
const FIELDS = ['perDay', 'credits', 'days'] as const;
const TYPING_MS = 400;

/** What would be signed: the template, its limits, and a replay. */
export function SignDialog({ standing, isOpen, onClose }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      title={texts.dialog({ agent: standing.agentName })}
      closeButtonProps={{ 'aria-label': shared.cancel }}
    >
      <SignForm standing={standing} onClose={onClose} />
    </Modal>
  );
}

function SignForm({ standing, onClose }: Omit<Props, 'isOpen'>) {
  const { perDay, credits, suspension } = standing;
  const form = useForm<Limits>({ initialValues: { perDay, credits, days: DAYS } });
  const isWhole = FIELDS.every(
    (field) => Number.isInteger(form.values[field]) && form.values[field] >= 1 && form.values[field] <= MOST[field],
  );
  const [limits] = useDebouncedValue(form.values, TYPING_MS);
  const sign = useSign(standing, onClose);
  return (
    <form onSubmit={form.onSubmit((values) => sign.mutate(values))} noValidate>
      <Stack gap="md">
        <section aria-label={texts.template}>
          <p className={classes.hint}>{texts.templateHow}</p>
          <TemplateText targets={standing.targets} />
        </section>
        <div className={classes.limits}>
          {FIELDS.map((field) => (
            <NumberInput
              key={field}
              label={texts[field]}
              min={1}
              max={MOST[field]}
              allowDecimal={false}
              allowNegative={false}
              {...form.getInputProps(field)}
            />
          ))}
        </div>
        {isWhole && <ReplayTable id={standing.id} limits={limits} />}
        <p className={classes.hint}>{texts.promise}</p>
        {standing.needsSignature && <p className={classes.hint}>{sign.isPending ? texts.passkeyAsked : texts.passkey}</p>}
        {suspension && (
          <Notice tone="wait" title={texts.cannot}>
            <p>{suspension}</p>
          </Notice>
        )}
        {sign.error && <Problem error={sign.error} title={texts.failed} />}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={sign.isPending} disabled={!isWhole || suspension !== null}>
            {texts.sign}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function useSign(standing: StandingViewFragment, onClose: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (limits: Limits) => signStanding(standing, limits),
    onSuccess: async () => {
      onClose();
      showToast(texts.signed);
      await queryClient.invalidateQueries();
    },
  });
}
