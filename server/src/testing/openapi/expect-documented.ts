import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { LightMyRequestResponse } from 'fastify';
import type { OfferedOperation } from '../../http/engine/add-operation.ts';
import { refusalsOf } from '../../http/openapi/components.ts';

/** For responses and examples: every format of the description is defined here. */
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
for (const own of ['http-url', 'date-time-or-next-slot']) ajv.addFormat(own, true);

const compiled = new WeakMap<object, ValidateFunction>();

/** The schema violations of `value`; empty if there are none. */
export function faultsOf(schema: object, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Why an operation's response is not documented; null if it is. */
export function undocumented(
  offered: OfferedOperation,
  { statusCode, headers, body }: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>,
): string | null {
  if (statusCode === 304) return offered.isRead ? null : 'It answered 304 to a change.';
  const success = offered.operation.success.find(({ status }) => status === statusCode);
  if (success) return faultsOf(success.schema, JSON.parse(body)).join('; ') || null;
  if (!/^application\/problem\+json/.test(String(headers['content-type']))) return `It answered ${statusCode} without a problem document.`;
  return undocumentedCode(offered, JSON.parse(body));
}

interface Refused {
  code?: string;
  status?: number;
  errors?: { message: string }[];
}

/** As above for a problem document, whose messages must be sentences. */
export function undocumentedCode(offered: OfferedOperation, { code, status, errors = [] }: Refused): string | null {
  const unclear = errors.find(({ message }) => !/^\S.* .*[.!?]$/s.test(message) || /\bNOT\b|[<>]=|\^\(/.test(message));
  if (unclear) return `It said: ${unclear.message}`;
  return refusalsOf(offered).some((known) => known === code) && Number(status) < 500 ? null : `It was refused with ${code} (${status}).`;
}
