import type { LanguageModel, ModelMessage } from 'ai';
import type { CaptionModelConfig } from '../../config/caption-model-config.ts';
import { createOperatorFetch } from '../../outbound/operator-fetch.ts';
import { ANSWER_SCHEMA, isModelAnswer, type ModelAnswer } from './model-answer.ts';

export interface ModelReply {
  /** Null when it was not what was asked for. */
  answer: ModelAnswer | null;
  /** As it came. */
  text: string;
  inputTokens: number;
  outputTokens: number;
}

const MOST_BYTES = 1024 * 1024;
const RETRIES = 1;

/**
 * One call of the model. The SDK is loaded with the first one: a service without a model starts
 * without it. Throws what the SDK throws when there is no answer at all.
 */
export async function askModel(
  config: CaptionModelConfig,
  instructions: string,
  messages: readonly ModelMessage[],
  signal: AbortSignal,
): Promise<ModelReply> {
  const { generateText, jsonSchema, NoObjectGeneratedError, NoOutputGeneratedError, Output } = await import('ai');
  const schema = jsonSchema<ModelAnswer>(ANSWER_SCHEMA, {
    validate: (value) =>
      isModelAnswer(value) ? { success: true, value } : { success: false, error: new Error('Not the answer asked for.') },
  });
  try {
    const result = await generateText({
      model: await openModel(config),
      output: Output.object({ schema }),
      instructions,
      messages: [...messages],
      maxOutputTokens: config.maxOutputTokens,
      maxRetries: RETRIES,
      abortSignal: signal,
    });
    const reply = { text: result.text, ...tokensOf(result.usage) };
    try {
      return { ...reply, answer: result.output };
    } catch (error) {
      // It stopped before the end: too many tokens, or a filter of the provider.
      if (NoOutputGeneratedError.isInstance(error)) return { ...reply, answer: null };
      throw error;
    }
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error)) return { answer: null, text: error.text ?? '', ...tokensOf(error.usage) };
    throw error;
  }
}

function tokensOf(usage: { inputTokens: number | undefined; outputTokens: number | undefined } | undefined): {
  inputTokens: number;
  outputTokens: number;
} {
  return { inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 };
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
