import type { JSONSchema7 } from 'ai';
import { Ajv } from 'ajv';
import type { GeneratedCaption } from '../caption-generator.ts';

/** The requested form of an answer. */
export interface ModelAnswer {
  captions: GeneratedCaption[];
}

/** Closed, and with every field required: some providers accept no other schema. */
export const ANSWER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['captions'],
  properties: {
    captions: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['platform', 'text', 'tags', 'thread'],
        properties: {
          platform: { type: 'string', description: 'Its id, as given.' },
          text: { type: 'string', description: 'The whole first post.' },
          tags: { type: 'array', items: { type: 'string' }, description: 'Without the number sign.' },
          thread: { type: 'array', items: { type: 'string' }, description: 'The further posts; empty where one is enough.' },
        },
      },
    },
  },
} satisfies JSONSchema7;

/** More than any platform accepts; a longer answer is broken. */
const LONGEST_TEXT = 100_000;
const MOST_ITEMS = 100;

const isShaped = new Ajv({ strict: false }).compile<ModelAnswer>(ANSWER_SCHEMA);

/** Whether an answer is fit for further checks. */
export function isModelAnswer(value: unknown): value is ModelAnswer {
  return isShaped(value) && value.captions.length <= MOST_ITEMS && value.captions.every(isBounded);
}

function isBounded({ text, tags, thread }: GeneratedCaption): boolean {
  return (
    tags.length <= MOST_ITEMS && thread.length <= MOST_ITEMS && [text, ...tags, ...thread].every((part) => part.length <= LONGEST_TEXT)
  );
}

/** The answer in a model's text: JSON, also in a code fence or between sentences; null if there is none of the form. */
export function readModelAnswer(text: string): ModelAnswer | null {
  const [open, close] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (open < 0 || close < open) return null;
  try {
    const value: unknown = JSON.parse(text.slice(open, close + 1));
    return isModelAnswer(value) ? value : null;
  } catch {
    return null;
  }
}
