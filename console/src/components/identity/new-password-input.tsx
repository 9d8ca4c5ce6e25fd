import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { texts } from '../texts.ts';

/** For choosing a password, with advice on good ones. */
export function NewPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      description={texts.passwordHint}
      autoComplete="new-password"
      minLength={FIELD_RULES.password.minLength}
      required
      {...props}
    />
  );
}
