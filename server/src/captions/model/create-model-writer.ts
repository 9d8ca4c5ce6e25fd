import type { Logger } from 'pino';
import type { CaptionModelConfig } from '../../config/operator-services-config.ts';
import type { RequestNotice } from '../../drafts/resolve-approval-required.ts';
import { grouped, joined, type Sentence, say } from '../../languages/sentence.ts';
import { createCircuitBreaker } from '../../outbound/operator-fetch.ts';
import type { CaptionRequest, MadeCaption } from '../caption-generator.ts';
import type { ModelUse } from './model-use.ts';
import { isOfService, retryAfterOf } from './retry-delay.ts';
import { costOf, type ModelOutcome, writeWithModel } from './write-with-model.ts';

/** The model's captions, for some or none of the platforms. */
export interface ModelWords {
  captions: MadeCaption[];
  /** Null if it was not called. */
  use: ModelUse | null;
  /** Why captions are missing for these platforms. */
  notices(missing: readonly string[]): RequestNotice[];
}

/** Captions by the operator's model. After several failures it is not called for a while. */
export function createModelWriter(config: CaptionModelConfig, log: Logger): (request: CaptionRequest) => Promise<ModelWords> {
  const breaker = createCircuitBreaker();
  const ask = async (request: CaptionRequest): Promise<ModelOutcome | null> => {
    if (!breaker.isClosed()) return null;
    const outcome = await writeWithModel(config, request);
    logOutcome(log, outcome);
    if (outcome.failure === null) breaker.succeeded();
    else if (isOfService(outcome.failure)) breaker.failed(retryAfterOf(outcome.failure) ?? 0);
    return outcome;
  };
  return async (request) => {
    const outcome = await ask(request);
    return {
      captions: outcome?.captions ?? [],
      use: outcome && useOf(config, outcome),
      notices: (missing) => fallbackNotices(outcome, missing, config),
    };
  };
}

function useOf({ model, prices }: CaptionModelConfig, { inputTokens, outputTokens }: ModelOutcome): ModelUse {
  return { model, inputTokens, outputTokens, costMicros: prices && costOf(prices, { inputTokens, outputTokens }) };
}

/** A provider's own message may quote the key or the source, so only the kind of the failure is logged. */
function logOutcome(log: Logger, { captions, rounds, inputTokens, outputTokens, failure }: ModelOutcome): void {
  const figures = { captions: captions.length, rounds, inputTokens, outputTokens };
  if (failure === null) log.info(figures, 'the model wrote captions');
  else log.warn({ ...figures, failure: kindOf(failure) }, 'the model did not respond');
}

function kindOf(failure: unknown): { name: string; status?: number } {
  const { name, statusCode, lastError } = failure as { name?: string; statusCode?: number; lastError?: { statusCode?: number } };
  const status = statusCode ?? lastError?.statusCode;
  return { name: name ?? 'unknown', ...(status === undefined ? {} : { status }) };
}

/** `outcome`: null while the model is paused after several failures. */
function fallbackNotices(outcome: ModelOutcome | null, missing: readonly string[], model: CaptionModelConfig): RequestNotice[] {
  if (missing.length === 0) return [];
  const instead = say`The text for ${missing.join(', ')} was taken from your source text instead.`;
  if (outcome === null || outcome.failure !== null) {
    return [{ code: 'model_unavailable', message: say`The language model did not respond in time. ${instead}` }];
  }
  const refused = say`The language model's text did not fit, or said something that your text does not. ${instead}`;
  return [{ code: 'model_words_refused', message: joined([refused, costWords(model, outcome)]) }];
}

/** The cost of calls with rejected captions, which are charged as well. */
function costWords(model: CaptionModelConfig, outcome: ModelOutcome): Sentence {
  const { costMicros } = useOf(model, outcome);
  const tokens = grouped(outcome.inputTokens + outcome.outputTokens);
  if (costMicros === null) return say`It was used ${outcome.rounds} times, for ${tokens} tokens.`;
  const cost = `$${(costMicros / 1_000_000).toFixed(4)}`;
  return say`It was used ${outcome.rounds} times, for ${tokens} tokens and ${cost}.`;
}
