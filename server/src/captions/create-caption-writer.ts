import type { Logger } from 'pino';
import type { CaptionModelConfig } from '../config/caption-model-config.ts';
import type { Notice } from '../drafts/resolve-approval-required.ts';
import { grouped, joined, type Sentence, say, Tongue } from '../languages/sentence.ts';
import { inThread, isLong } from '../long-work/long-work.ts';
import { createCircuitBreaker } from '../outbound/circuit-breaker.ts';
import { detectLanguage } from '../platforms/language/detect-language.ts';
import type { CaptionGenerator, CaptionRequest, CaptionWriter, MadeCaption, ModelUse } from './caption-generator.ts';
import { isOfService, retryAfterOf } from './model/retry-delay.ts';
import { costOf, type ModelOutcome, writeWithModel } from './model/write-with-model.ts';

export interface CaptionWriterParts {
  embedded: CaptionGenerator;
  /** Null: only the embedded generator is used. */
  model: CaptionModelConfig | null;
  log: Logger;
}

/**
 * Captions from the model if one is configured; those that it does not write, or not well, come from the embedded
 * generator.
 */
export function createCaptionWriter({ embedded, model, log }: CaptionWriterParts): CaptionWriter {
  const generate = (request: CaptionRequest) =>
    isLongRequest(request) ? inThread('captions', asData(request), request.owner) : embedded.generate(request);
  const compose = async (request: CaptionRequest): Promise<MadeCaption[]> =>
    (await generate(request)).map((caption) => ({ ...caption, origin: 'extractive', modelUse: null }));

  const breaker = createCircuitBreaker();
  const ask = async (config: CaptionModelConfig, request: CaptionRequest): Promise<ModelOutcome | null> => {
    if (!breaker.isClosed()) return null;
    const outcome = await writeWithModel(config, request);
    logOutcome(log, outcome);
    if (outcome.failure === null) breaker.succeeded();
    else if (isOfService(outcome.failure)) breaker.failed(retryAfterOf(outcome.failure) ?? 0);
    return outcome;
  };

  return {
    compose,
    async write(request) {
      const isAsked = model && !request.isBudgetSpent && request.voice?.wording !== 'exact';
      const outcome = isAsked ? await ask(model, request) : null;
      const written = outcome?.captions ?? [];
      const missing = request.platforms.filter(({ id }) => !written.some(({ platform }) => platform === id));
      const composed = missing.length > 0 ? await compose({ ...request, platforms: missing }) : [];
      return {
        captions: [...written, ...composed],
        use: model && outcome ? useOf(model, outcome) : null,
        notices: [
          ...(model && request.isBudgetSpent ? [budgetNotice()] : []),
          ...(isAsked
            ? fallbackNotices(
                outcome,
                missing.map(({ label }) => label),
                model,
              )
            : []),
          ...languageNotices(request, composed.length > 0),
        ],
      };
    },
  };
}

/** Whether its captions are generated in a worker thread. */
export function isLongRequest({ sourceText, platforms }: { sourceText: string; platforms: readonly unknown[] }): boolean {
  return isLong(sourceText.length * platforms.length);
}

function asData({ platforms, owner: _owner, ...request }: CaptionRequest) {
  return { ...request, platforms: platforms.map(({ id, rules }) => ({ id, rules })) };
}

function useOf({ model, prices }: CaptionModelConfig, { inputTokens, outputTokens }: ModelOutcome): ModelUse {
  return { model, inputTokens, outputTokens, costMicros: prices && costOf(prices, { inputTokens, outputTokens }) };
}

function budgetNotice(): Notice {
  const message = say`This workspace has used up what it may take of the language model within 24 hours. The words were taken from your text instead.`;
  return { code: 'model_budget_spent', message };
}

/** A provider's own message may quote the key or the source, so only the kind of the failure is logged. */
function logOutcome(log: Logger, { captions, rounds, inputTokens, outputTokens, failure }: ModelOutcome): void {
  const figures = { captions: captions.length, rounds, inputTokens, outputTokens };
  if (failure === null) log.info(figures, 'the model wrote captions');
  else log.warn({ ...figures, failure: kindOf(failure) }, 'the model gave no answer');
}

function kindOf(failure: unknown): { name: string; status?: number } {
  const { name, statusCode, lastError } = failure as { name?: string; statusCode?: number; lastError?: { statusCode?: number } };
  const status = statusCode ?? lastError?.statusCode;
  return { name: name ?? 'unknown', ...(status === undefined ? {} : { status }) };
}

/** `outcome`: null while the model is not called, after it failed several times. */
function fallbackNotices(outcome: ModelOutcome | null, missing: readonly string[], model: CaptionModelConfig): Notice[] {
  if (missing.length === 0) return [];
  const instead = say`The words for ${missing.join(', ')} were taken from your text instead.`;
  if (outcome === null || outcome.failure !== null) {
    return [{ code: 'model_unavailable', message: say`The language model gave no answer in time. ${instead}` }];
  }
  const refused = say`The language model's words did not fit, or said what your text does not. ${instead}`;
  return [{ code: 'model_words_refused', message: joined([refused, costWords(model, outcome)]) }];
}

/** The cost of calls with rejected captions: they are charged all the same. */
function costWords(model: CaptionModelConfig, outcome: ModelOutcome): Sentence {
  const { costMicros } = useOf(model, outcome);
  const tokens = grouped(outcome.inputTokens + outcome.outputTokens);
  if (costMicros === null) return say`It was asked ${outcome.rounds} times, which took ${tokens} tokens.`;
  const cost = `$${(costMicros / 1_000_000).toFixed(4)}`;
  return say`It was asked ${outcome.rounds} times, which took ${tokens} tokens and cost ${cost}.`;
}

/** The embedded generator does not translate; a notice says so when another language is requested. */
function languageNotices({ sourceText, language }: CaptionRequest, isComposed: boolean): Notice[] {
  if (!isComposed) return [];
  const written = detectLanguage(sourceText);
  if (!language || !written || baseOf(language) === baseOf(written)) return [];
  const message = say`The text is in ${new Tongue(written)} and stays so: only a language model could put it into ${new Tongue(language)}.`;
  return [{ code: 'language_not_followed', message }];
}

function baseOf(language: string): string {
  return language.toLowerCase().split('-', 1)[0] ?? language;
}
