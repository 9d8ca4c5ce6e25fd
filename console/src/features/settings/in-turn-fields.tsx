import { MultiSelect, NumberInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { DecidingPeopleDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import type { Settings } from './queries.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';

const words = texts.policy.inTurn;
const RULES = FIELD_RULES.approvals;

type Fields = Pick<Settings, 'askInTurn' | 'turnHours'>;

/** Members who may decide, as choices; plus chosen ones who no longer may, so they can be removed. */
export function useDecidingPeople(workspaceId: string, chosen: readonly string[]): { value: string; label: string }[] {
  const query = useQuery({
    queryKey: ['deciding-people', workspaceId],
    queryFn: ({ signal }) => runDocument(DecidingPeopleDocument, { workspaceId }, signal),
  });
  const members = query.data?.workspace?.account.members ?? [];
  const people = members
    .filter(({ role }) => role === 'OWNER' || role === 'APPROVER')
    .map(({ userId, name }) => ({ value: userId, label: name }));
  const left = query.data ? chosen.filter((userId) => !people.some(({ value }) => value === userId)) : [];
  return [...people, ...left.map((value) => ({ value, label: texts.policy.mayNotDecide }))];
}

/** The order in which approvers are notified, as chosen; if empty, all of them at once. */
export function InTurnFields<Values extends Fields>({ workspaceId, form }: { workspaceId: string; form: UseFormReturnType<Values> }) {
  const { askInTurn } = form.getValues();
  const people = useDecidingPeople(workspaceId, askInTurn);
  return (
    <>
      <MultiSelect
        label={words.people}
        description={words.peopleHint}
        data={people}
        placeholder={askInTurn.length === 0 ? words.everybody : undefined}
        maxValues={RULES.askInTurn.maxItems}
        clearable
        searchable
        maw={480}
        {...form.getInputProps('askInTurn')}
      />
      {askInTurn.length > 0 && (
        <NumberInput
          label={words.hours}
          description={words.hoursHint}
          {...RULES.turnHours}
          clampBehavior="none"
          allowDecimal={false}
          classNames={{ wrapper: classes.narrow }}
          {...form.getInputProps('turnHours')}
        />
      )}
    </>
  );
}
