import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { texts } from '../texts.ts';

/** For a password that somebody chooses, with what makes a good one. */
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
