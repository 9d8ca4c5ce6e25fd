import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ConnectFieldFragment } from '../../gql/graphql.ts';
import { texts } from './texts.ts';

export type FieldValues = Record<string, string>;

/** The platform's fields, in order. */
export function FieldInputs({ fields, form }: { fields: ConnectFieldFragment[]; form: UseFormReturnType<FieldValues> }) {
  return fields.map(({ name, label, help, isMasked, placeholder }) =>
    isMasked ? (
      <PasswordInput
        key={name}
        label={label}
        description={`${help} ${texts.sealed}`}
        placeholder={placeholder ?? undefined}
        // Browsers heed this one where they ignore "off": it is not a password of this site.
        autoComplete="new-password"
        data-1p-ignore
        {...form.getInputProps(name)}
      />
    ) : (
      <TextInput
        key={name}
        label={label}
        description={help}
        placeholder={placeholder ?? undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps(name)}
      />
    ),
  );
}

export function initialValues(fields: ConnectFieldFragment[]): FieldValues {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial ?? '']));
}

/** The missing fields by name; the platform validates the rest. */
export function missingValues(fields: ConnectFieldFragment[], values: FieldValues): Record<string, string> {
  const missing = fields.filter(({ name, isOptional }) => !isOptional && values[name]?.trim() === '');
  return Object.fromEntries(missing.map(({ name }) => [name, texts.missing]));
}
