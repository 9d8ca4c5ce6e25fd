import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { say } from '../languages/sentence.ts';

const LONGEST_NAME = FIELD_RULES.workspace.name.maxLength;

/** Validates the name of a person, an account or a workspace. */
export function readName(value: string, pointer: string): string {
  const name = value.trim();
  if (name.length === 0 || name.length > LONGEST_NAME) {
    throw new DomainError('validation_failed', { fields: [{ pointer, message: say`Must have 1 to ${LONGEST_NAME} characters.` }] });
  }
  return name;
}

/** Deliberately shallow: only a message that arrives proves an address. In lower case. */
export function readEmail(value: string, pointer: string): string {
  const email = value.trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new DomainError('validation_failed', { fields: [{ pointer, message: say`Must be an e-mail address.` }] });
  }
  return email;
}
