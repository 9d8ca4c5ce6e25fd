import { Button, Group, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowUp, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { SettingsPlatformsDocument, type StageDeciders } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useDecidingPeople } from './in-turn-fields.tsx';
import type { PolicyValues, Settings } from './queries.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';

const words = texts.policy.stages;
const RULES = FIELD_RULES.stages;
const deciders = (Object.keys(words.who) as StageDeciders[]).map((value) => ({ value, label: words.who[value] }));

type Stage = Settings['stages'][number];
interface Props {
  workspaceId: string;
  form: UseFormReturnType<PolicyValues>;
}

/** The stages of an approval; without any, the number of people above applies. */
export function StageFields({ workspaceId, form }: Props) {
  const { stages } = form.getValues();
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{words.title}</legend>
      <p className={classes.small}>{words.hint}</p>
      <ol className={classes.times}>
        {stages.map((stage, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no name of their own, and the form knows them by their place.
          <li key={index} className={classes.time}>
            <StageRow workspaceId={workspaceId} form={form} stage={stage} index={index} />
          </li>
        ))}
      </ol>
      {stages.length < RULES.most.maxItems && (
        <Button
          variant="default"
          size="xs"
          mt={12}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem('stages', emptyStage(stages.length))}
        >
          {words.add}
        </Button>
      )}
    </fieldset>
  );
}

/** Who usually approves in the stages of the usual names. */
const USUAL: readonly StageDeciders[] = ['OWNERS_AND_APPROVERS', 'PEOPLE', 'CLIENTS'];

const emptyStage = (before: number): Stage => ({
  ...{ name: words.usual[before] ?? '', who: USUAL[before] ?? 'PEOPLE' },
  ...{ userIds: [], required: 1, platforms: [], agentIds: [] },
});

function StageRow({ workspaceId, form, stage, index }: Props & { stage: Stage; index: number }) {
  const people = useDecidingPeople(workspaceId, stage.userIds);
  const platforms = useQuery({
    queryKey: ['settings-platforms'],
    queryFn: ({ signal }) => runDocument(SettingsPlatformsDocument, {}, signal),
  });
  const field = (name: keyof Stage) => form.getInputProps(`stages.${index}.${name}`);
  return (
    <>
      <TextInput label={words.name({ place: index + 1 })} maxLength={RULES.name.maxLength} required {...field('name')} />
      <Select label={words.asked} data={deciders} allowDeselect={false} w={290} {...field('who')} />
      {stage.who === 'PEOPLE' && <MultiSelect label={words.people} data={people} searchable miw={220} {...field('userIds')} />}
      {stage.who !== 'CLIENTS' && (
        <NumberInput label={words.required} {...RULES.required} allowDecimal={false} w={110} {...field('required')} />
      )}
      <MultiSelect
        label={words.platforms}
        data={(platforms.data?.platforms ?? []).map(({ id, label }) => ({ value: id, label }))}
        placeholder={stage.platforms.length === 0 ? words.everywhere : undefined}
        clearable
        searchable
        miw={220}
        {...field('platforms')}
      />
      <Group gap="xs">
        {index > 0 && (
          <Button
            variant="default"
            aria-label={words.earlier({ name: stage.name })}
            onClick={() => form.reorderListItem('stages', { from: index, to: index - 1 })}
          >
            <IconArrowUp size={14} aria-hidden />
          </Button>
        )}
        <Button variant="default" onClick={() => form.removeListItem('stages', index)}>
          {texts.remove}
        </Button>
      </Group>
    </>
  );
}
