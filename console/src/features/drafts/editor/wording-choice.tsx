import { Select } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { Wording } from '../../../gql/graphql.ts';
import { texts } from '../texts.ts';

/** Empty: as the workspace does. */
export type WordingValue = Wording | '';

const words = texts.wording;
const options = (['', 'ADAPT', 'EXACT'] as const).map((value) => ({ value, label: words.of[value || 'WORKSPACE'] }));

/** How closely generated captions follow the text. */
export function WordingChoice(field: GetInputPropsReturnType) {
  return <Select label={words.title} description={words.hint} data={options} allowDeselect={false} maw={420} {...field} />;
}
