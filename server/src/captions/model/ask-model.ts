import type { JSONSchema7, LanguageModel, ModelMessage } from 'ai';
import { Ajv } from 'ajv';
import type { CaptionModelConfig } from '../../config/operator-services-config.ts';
import { createOperatorFetch } from '../../outbound/operator-fetch.ts';
import type { GeneratedCaption } from '../caption-generator.ts';

export interface ModelReply {
  /** Null if it does not have the requested form. */
  answer: ModelAnswer | null;
  /** As received. */
  text: string;
  /** As reported, or estimated if the report is impossible. */
  inputTokens: number;
  outputTokens: number;
}

const MOST_BYTES = 1024 * 1024;

/**
 * One call of the model, without retries. The SDK is loaded with the first call: a service without a model
 * starts without it. Throws the SDK's errors if there is no response at all.
 */
export async function askModel(
  config: CaptionModelConfig,
  instructions: string,
  messages: readonly ModelMessage[],
  signal: AbortSignal,
): Promise<ModelReply> {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import('ai');
  const schema = jsonSchema<ModelAnswer>(ANSWER_SCHEMA, {
    validate: (value) =>
      isModelAnswer(value) ? { success: true, value } : { success: false, error: new Error('Not the answer asked for.') },
  });
  const sent = instructions.length + messages.reduce((sum, { content }) => sum + charactersOf(content), 0);
  const replyOf = (text: string, usage: Parameters<typeof readUsage>[0]): ModelReply => ({
    // Some models wrap their JSON in a code fence, or add a sentence.
    answer: readModelAnswer(text),
    text,
    ...readUsage(usage, { sent, received: text.length, maxOutputTokens: config.maxOutputTokens }),
  });
  try {
    const result = await generateText({
      model: await openModel(config),
      output: Output.object({ schema }),
      instructions,
      messages: [...messages],
      maxOutputTokens: config.maxOutputTokens,
      maxRetries: 0,
      abortSignal: signal,
    });
    return replyOf(result.text, result.usage);
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error)) return replyOf(error.text ?? '', error.usage);
    throw error;
  }
}

/** For a picture, as many as its tokens are worth: providers count about 1,000 for one of this size. */
const PICTURE_CHARACTERS = 3_000;

function charactersOf(content: ModelMessage['content']): number {
  if (typeof content === 'string') return content.length;
  return content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : PICTURE_CHARACTERS), 0);
}

async function openModel({ provider, model, baseUrl, key }: CaptionModelConfig): Promise<LanguageModel> {
  const fetch = createOperatorFetch(MOST_BYTES);
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: baseUrl, apiKey: key ?? '', fetch })(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: 'captions',
    baseURL: baseUrl,
    ...(key ? { apiKey: key } : {}),
    fetch,
    supportsStructuredOutputs: true,
  })(model);
}

interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

/** Typical; providers count more for some scripts. */
const CHARACTERS_PER_TOKEN = 3;
/** More than one token per byte is impossible, apart from the provider's own overhead. */
const BYTES_PER_CHARACTER = 4;
const OWN_TOKENS = 20_000;

/** The tokens that a provider reports; an estimate if the report is missing or impossible. */
function readUsage(
  reported: { inputTokens: number | undefined; outputTokens: number | undefined } | undefined,
  { sent, received, maxOutputTokens }: { sent: number; received: number; maxOutputTokens: number },
): Tokens {
  return {
    inputTokens: plausible(reported?.inputTokens, sent, sent * BYTES_PER_CHARACTER + OWN_TOKENS),
    outputTokens: plausible(reported?.outputTokens, received, Math.max(maxOutputTokens, received * BYTES_PER_CHARACTER) + OWN_TOKENS),
  };
}

function plausible(tokens: number | undefined, characters: number, most: number): number {
  // A call is never free, so a count of zero is a missing one.
  const isCount = tokens !== undefined && Number.isInteger(tokens) && tokens >= (characters > 0 ? 1 : 0) && tokens <= most;
  return isCount ? tokens : Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/** The requested form of an answer. */
interface ModelAnswer {
  captions: GeneratedCaption[];
}

/** Closed, and with every field required: some providers accept no other schema. */
const ANSWER_SCHEMA = {
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

/** Whether an answer has the form that further checks need. */
function isModelAnswer(value: unknown): value is ModelAnswer {
  return isShaped(value) && value.captions.length <= MOST_ITEMS && value.captions.every(isBounded);
}

function isBounded({ text, tags, thread }: GeneratedCaption): boolean {
  return (
    tags.length <= MOST_ITEMS && thread.length <= MOST_ITEMS && [text, ...tags, ...thread].every((part) => part.length <= LONGEST_TEXT)
  );
}

/**
 * The JSON answer in a model's text, also in a code fence or between sentences; null if there is none of the
 * form.
 */
function readModelAnswer(text: string): ModelAnswer | null {
  const [open, close] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (open < 0 || close < open) return null;
  try {
    const value: unknown = JSON.parse(text.slice(open, close + 1));
    return isModelAnswer(value) ? value : null;
  } catch {
    return null;
  }
}
