import { Button, NumberInput, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { type BudgetViewFragment, ChangeBudgetDocument } from '../../gql/graphql.ts';
import { faultOf } from '../../lib/check-field.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useFollowedForm } from '../../lib/use-followed-form.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './budget-panel.module.css';
import { budgetQuery } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.budget;
const RULE = FIELD_RULES.budget.creditsPerMonth;

/** The workspace's monthly budget: its usage, and for owners its amount. */
export function BudgetPanel() {
  const { id, name, viewerCan } = useWorkspace();
  const query = useQuery(budgetQuery(id));
  return (
    <Panel title={words.title({ workspace: name })}>
      <p className={classes.dim}>{words.what}</p>
      <Loaded query={query} skeleton={<Skeleton height={96} mt={12} radius={8} />}>
        {(workspace) =>
          workspace && (
            <>
              <Standing budget={workspace.budget} />
              {viewerCan.manageSettings && <BudgetForm workspace={workspace} />}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Standing({ budget }: Pick<BudgetViewFragment, 'budget'>) {
  if (!budget) return <p className={classes.standing}>{words.none}</p>;
  const { used, left, creditsPerMonth, renewsAt } = budget;
  const share = Math.min(100, (used / creditsPerMonth) * 100);
  return (
    <div className={classes.standing}>
      <p className={classes.number}>{words.left({ left, of: creditsPerMonth })}</p>
      <div className={classes.bar} aria-hidden>
        <div className={classes.used} data-full={left === 0 || undefined} style={{ inlineSize: `${share}%` }} />
      </div>
      <p className={classes.dim}>
        {words.used({ used })} · {words.renews} <Moment at={renewsAt} as="when" />
      </p>
    </div>
  );
}

function BudgetForm({ workspace }: { workspace: BudgetViewFragment }) {
  const { form, save } = useBudgetForm(workspace);
  return (
    <form onSubmit={form.onSubmit(() => save.mutate())} noValidate>
      <div className={classes.form}>
        <NumberInput
          label={words.label}
          description={words.noneHint}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          {...RULE}
          {...form.getInputProps('creditsPerMonth')}
        />
        <Button type="submit" variant="default" loading={save.isPending} disabled={!form.isDirty()}>
          {words.save}
        </Button>
      </div>
      {save.error && <Problem error={save.error} title={words.notSaved} />}
    </form>
  );
}

const valuesOf = ({ budget }: BudgetViewFragment) => ({ creditsPerMonth: (budget?.creditsPerMonth ?? '') as number | string });

function useBudgetForm(workspace: BudgetViewFragment) {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const { form, seen, following } = useFollowedForm(workspace, valuesOf, {
    creditsPerMonth: (credits) => (credits === '' ? null : faultOf(RULE, credits)),
  });
  const { id: workspaceId, settingsRevision: revision } = seen;
  const save = useMutation({
    onMutate: following.read,
    mutationFn: () => {
      const { creditsPerMonth } = form.getValues();
      const input = { workspaceId, revision, creditsPerMonth: creditsPerMonth === '' ? null : Number(creditsPerMonth) };
      return freshly(() => runDocument(ChangeBudgetDocument, { input }));
    },
    onSuccess: async (answer, _nothing, sent) => {
      if (!answer) return;
      following.onSaved(answer.changeBudget, sent);
      showToast(words.saved);
      queryClient.setQueryData(budgetQuery(workspaceId).queryKey, answer.changeBudget);
      await queryClient.invalidateQueries();
    },
  });
  return { form, save };
}
