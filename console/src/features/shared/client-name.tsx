import { TextInput } from '@mantine/core';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { readChoice, useChoice, writeChoice } from '../../lib/local-choice.ts';
import { texts } from './texts.ts';

const CHOICE = 'client-name';

/** The name that goes with the client's answers; kept in this browser for the next time. */
export const clientName = (): { name?: string } => {
  const name = readChoice(CHOICE)?.trim();
  return name ? { name } : {};
};

/** Who answers, in their own words; the address is known from the link. */
export function ClientName() {
  return (
    <TextInput
      label={texts.name}
      description={texts.nameHint}
      autoComplete="name"
      maxLength={FIELD_RULES.client.name.maxLength}
      value={useChoice(CHOICE) ?? ''}
      onChange={({ currentTarget: { value } }) => writeChoice(CHOICE, value)}
    />
  );
}
