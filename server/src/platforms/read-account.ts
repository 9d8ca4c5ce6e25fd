import { say, sentenceOf } from '../languages/sentence.ts';
import { ConnectError, type ConnectField, type Credentials } from './platform.ts';

const LONGEST_VALUE = 4096;

/** Credentials of a connector: texts by name. */
export type AccountValues = Record<string, string>;

/** Throws ConnectError for an entered name that the network does not need. `kept`: names that only `connect()` adds. */
export function refuseUnknownNames(label: string, fields: readonly ConnectField[], kept: readonly string[], entered: Credentials): void {
  const names = fields.map(({ name }) => name);
  const unknown = Object.keys(entered).filter((name) => !names.includes(name) && !kept.includes(name));
  if (unknown.length > 0) throw new ConnectError(say`${label} does not use "${unknown.join('", "')}"; enter ${names.join(', ')}.`);
}

/**
 * Parses what a person entered, or what `connect()` stored, by the declared fields. `kept`: names that only
 * `connect()` adds. Others, which another version may have stored, are ignored.
 */
export function readAccount(
  label: string,
  fields: readonly ConnectField[],
  kept: readonly string[],
  credentials: Credentials,
): AccountValues {
  const values: AccountValues = {};
  for (const field of fields) {
    const value = readValue(label, field, credentials[field.name] ?? field.initial ?? '');
    if (value !== '') values[field.name] = value;
  }
  for (const name of kept) {
    const value = credentials[name];
    if (typeof value === 'string' && value !== '') values[name] = value;
  }
  return values;
}

function readValue(label: string, { name, label: meaning, help, isOptional }: ConnectField, value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST_VALUE || /[\0\r\n]/.test(value.trim())) {
    throw new ConnectError(say`"${name}" must be a text of one line.`);
  }
  const trimmed = value.trim();
  if (trimmed === '' && !isOptional) throw new ConnectError(say`${label} needs "${name}": ${sentenceOf(meaning)}. ${sentenceOf(help)}`);
  return trimmed;
}

/** Includes the values that `connect()` added: ids are of no use in an error message, and some values are secret. */
export function secretsOf(account: AccountValues, fields: readonly ConnectField[], kept: readonly string[]): string[] {
  const secret = new Set([...fields.filter(({ isSecret }) => isSecret).map(({ name }) => name), ...kept]);
  return Object.entries(account).flatMap(([name, value]) => (secret.has(name) ? [value] : []));
}
