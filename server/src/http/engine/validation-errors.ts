import type { FastifySchemaValidationError } from 'fastify';
import type { FieldError } from '../../errors.ts';

/** A body can contain thousands of errors; only this many are reported. */
const MOST = 50;

/** These only say that something inside them failed, which has an error of its own. */
const FRAMES = new Set(['anyOf', 'oneOf', 'if']);

const PATTERNS: Record<string, string> = {
  '\\S': 'must hold more than white space',
};
const FORMATS: Record<string, string> = {
  'http-url': 'must be an http or https URL',
  'date-time-or-next-slot': 'must be an RFC 3339 time such as 2026-01-31T09:00:00Z, or next_slot',
  'date-time': 'must be an RFC 3339 time such as 2026-01-31T09:00:00Z',
};

/** Converts Ajv's errors to pointers and messages; `part` is the part of the request. */
export function toFieldErrors(errors: readonly FastifySchemaValidationError[], part = 'body'): FieldError[] {
  const telling = errors.filter(({ keyword }) => !FRAMES.has(keyword));
  return telling.slice(0, MOST).map((error) => ({ pointer: pointerOf(error), message: messageOf(error, part) }));
}

function pointerOf(error: FastifySchemaValidationError): string {
  const { missingProperty, additionalProperty } = error.params as { missingProperty?: string; additionalProperty?: string };
  const name = missingProperty ?? additionalProperty;
  return name === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(name)}`;
}

/** RFC 6901, section 3. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function messageOf(error: FastifySchemaValidationError, part: string): string {
  const sentence = sentenceOf(error);
  return part === 'body' ? sentence : `The ${part} parameter ${sentence}`;
}

function sentenceOf(error: FastifySchemaValidationError): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'pattern':
      return PATTERNS[String(params.pattern)] ?? `must match ${String(params.pattern)}`;
    case 'format':
      return FORMATS[String(params.format)] ?? `must be a valid ${String(params.format)}`;
    case 'uniqueItems':
      return 'must not name the same thing twice';
    default:
      return error.message ?? 'is not valid';
  }
}
