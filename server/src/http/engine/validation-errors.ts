import type { FastifySchemaValidationError } from 'fastify';
import { escapePointer, type FieldError } from '../../errors.ts';

/** A body can contain thousands of errors; only this many are reported. */
const MOST = 50;

/** These only say that something inside them failed, which has an error of its own. */
const FRAMES = new Set(['anyOf', 'oneOf', 'if']);

const PATTERNS: Record<string, string> = {
  '\\S': 'must not be blank',
  '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$': 'must be a language tag such as en or pt-BR',
};
/** One or several of some names. */
const LIST = /^\^\(([\w|]+)\)\(,\(\1\)\)\*\$$/;
const FORMATS: Record<string, string> = {
  'http-url': 'must be an http or https URL',
  'date-time-or-next-slot': 'must be an RFC 3339 time such as 2026-01-31T09:00:00Z, or next_slot',
  'date-time': 'must be an RFC 3339 time such as 2026-01-31T09:00:00Z',
};

const TYPES: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Limits of how many, by Ajv's keyword. */
const COUNTED: Record<string, { bound: 'least' | 'most'; thing: string }> = {
  minItems: { bound: 'least', thing: 'item' },
  maxItems: { bound: 'most', thing: 'item' },
  minLength: { bound: 'least', thing: 'character' },
  maxLength: { bound: 'most', thing: 'character' },
  minProperties: { bound: 'least', thing: 'field' },
  maxProperties: { bound: 'most', thing: 'field' },
};

/** Converts Ajv's errors to pointers and messages, which continue the name of the field. */
export function toFieldErrors(errors: readonly FastifySchemaValidationError[], isQuery = false): FieldError[] {
  const telling = errors.filter(({ keyword }) => !FRAMES.has(keyword));
  return telling.slice(0, MOST).map((error) => {
    const pointer = pointerOf(error);
    return { pointer, message: isQuery && pointer === '/status' ? BY_STATE : messageOf(error) };
  });
}

/** A draft has its state in `status`. */
const BY_STATE = 'is not a known field: drafts and publish jobs are filtered by `state`';

function pointerOf(error: FastifySchemaValidationError): string {
  const { missingProperty, additionalProperty } = error.params as { missingProperty?: string; additionalProperty?: string };
  const name = missingProperty ?? additionalProperty;
  return name === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(name)}`;
}

function messageOf(error: FastifySchemaValidationError & { data?: unknown }): string {
  // Only in the query string, whose validator adds the value.
  if (Array.isArray(error.data)) return 'must be given only once';
  const params = error.params as Record<string, unknown>;
  const limit = Number(params.limit);
  const counted = COUNTED[error.keyword];
  if (counted) return `must have at ${counted.bound} ${count(limit, counted.thing)}`;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field: remove it or correct its name';
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'pattern':
      return PATTERNS[String(params.pattern)] ?? ofPattern(String(params.pattern));
    case 'type':
      return `must be ${[params.type]
        .flat()
        .map((type) => TYPES[String(type)] ?? String(type))
        .join(' or ')}`;
    case 'minimum':
      return `must be ${limit} or more`;
    case 'maximum':
      return `must be ${limit} or less`;
    case 'format':
      return FORMATS[String(params.format)] ?? `must be a valid ${String(params.format)}`;
    case 'uniqueItems':
      return 'must not contain duplicates';
    default:
      return error.message ?? 'is not valid';
  }
}

function ofPattern(pattern: string): string {
  const [, names] = LIST.exec(pattern) ?? [];
  return names ? `must be one or more of ${names.replaceAll('|', ', ')}, separated by commas` : 'contains characters that are not allowed';
}

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;
