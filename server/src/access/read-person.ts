import { DomainError } from '../errors.ts';

/** The name of a person, an account or a workspace. */
export function readName(value: string, pointer: string): string {
  const name = value.trim();
  if (name.length === 0 || name.length > 200) {
    throw new DomainError('validation_failed', { fields: [{ pointer, message: 'Must have 1 to 200 characters.' }] });
  }
  return name;
}

/** Deliberately shallow: only a message that arrives proves an address. In lower case. */
export function readEmail(value: string, pointer: string): string {
  const email = value.trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new DomainError('validation_failed', { fields: [{ pointer, message: 'Must be an e-mail address.' }] });
  }
  return email;
}
