import { setTimeout as delay } from 'node:timers/promises';
import type { ModelMessage } from 'ai';
import type { CaptionModelConfig } from '../../config/operator-services-config.ts';
import { detectLanguage } from '../../platforms/language/detect-language.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Omission } from '../../platforms/text/omission.ts';
import type { CaptionRequest, GeneratedCaption, MadeCaption } from '../caption-generator.ts';
import { askModel, type ModelReply } from './ask-model.ts';
import { findDepartures } from './find-departures.ts';
import { findWordFaults, tidyWords } from './find-word-faults.ts';
import { describeRequest, INSTRUCTIONS } from './instructions.ts';
import { retryDelayOf } from './retry-delay.ts';
import { hasMeaning, readSentences, readWordForms } from './word-forms.ts';

export interface ModelOutcome {
  /** Captions that fit, marked where they may differ from the source; platforms may be missing. */
  captions: MadeCaption[];
  rounds: number;
  inputTokens: number;
  outputTokens: number;
  /** Why it ended before every platform had a caption; null if the rounds were used up. */
  failure: unknown;
}

/** One answer, and two attempts to correct it. */
const MOST_ROUNDS = 3;
/** The part of a faulty answer that is shown to the model again. */
const MOST_SHOWN = 8_000;
const MOST_FAULTS = 20;

/** Requests all platforms at once, checks every caption, and requests those that do not fit again. Never throws. */
export async function writeWithModel(config: CaptionModelConfig, request: CaptionRequest): Promise<ModelOutcome> {
  const deadline = Date.now() + config.timeoutMs;
  const signal = AbortSignal.timeout(config.timeoutMs);
  const messages: ModelMessage[] = [{ role: 'user', content: describeRequest(request) }];
  const fitting = new Map<string, GeneratedCaption>();
  const total = { rounds: 0, inputTokens: 0, outputTokens: 0 };
  let failure: unknown = null;
  try {
    while (total.rounds < MOST_ROUNDS && fitting.size < request.platforms.length) {
      total.rounds += 1;
      const reply = await askWithRetry(() => askModel(config, INSTRUCTIONS, messages, signal), { signal, deadline });
      total.inputTokens += reply.inputTokens;
      total.outputTokens += reply.outputTokens;
      const faults = keepFitting(reply, request, fitting, total.rounds === MOST_ROUNDS);
      messages.push(
        { role: 'assistant', content: reply.text.slice(0, MOST_SHOWN).toWellFormed() || '(nothing)' },
        { role: 'user', content: JSON.stringify({ mend_only_these: faults }) },
      );
    }
  } catch (error) {
    failure = error;
  }
  return { captions: withUse(config, [...fitting.values()], total), ...total, failure };
}

/** One retry if the service allows one before the deadline; a longer delay fails immediately. */
async function askWithRetry(
  ask: () => Promise<ModelReply>,
  { signal, deadline }: { signal: AbortSignal; deadline: number },
): Promise<ModelReply> {
  try {
    return await ask();
  } catch (error) {
    const wait = retryDelayOf(error);
    if (wait === null || Date.now() + wait >= deadline) throw error;
    await delay(wait, undefined, { signal });
    return ask();
  }
}

/** Adds the captions that fit to `fitting`; returns the errors of the others, by platform. */
function keepFitting(
  reply: ModelReply,
  request: CaptionRequest,
  fitting: Map<string, GeneratedCaption>,
  isLast: boolean,
): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  for (const platform of request.platforms) {
    if (fitting.has(platform.id)) continue;
    const caption = reply.answer?.captions.find((candidate) => candidate.platform === platform.id);
    const words = caption && tidyWords(platform, caption);
    const found = words ? findWordFaults(platform, words, request, isLast) : [missingFault(reply)];
    if (words && found.length === 0) fitting.set(platform.id, compared(platform, words, request));
    else faults[platform.id] = found.slice(0, MOST_FAULTS);
  }
  return faults;
}

/** The caption with the omitted parts of the source, and where it may differ from it. */
function compared(platform: Platform, words: GeneratedCaption, request: CaptionRequest): GeneratedCaption {
  const omissions = omissionsOfModel(request.sourceText, [words.text, ...words.thread]);
  return { ...words, omissions, departures: findDepartures(platform, words, request) };
}

function missingFault({ answer }: ModelReply): string {
  return answer ? 'There is no caption for this platform.' : 'The answer was not one JSON object of the form asked for, or too long.';
}

/** Divides the tokens of all rounds by the length of the captions; the first gets the remainder. */
function withUse(
  { model, prices }: CaptionModelConfig,
  captions: readonly GeneratedCaption[],
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): MadeCaption[] {
  const lengths = captions.map(({ text, thread }) => text.length + thread.join('').length + 1);
  const inputs = distribute(inputTokens, lengths);
  const outputs = distribute(outputTokens, lengths);
  return captions.map((caption, index) => {
    const use = { inputTokens: inputs[index] ?? 0, outputTokens: outputs[index] ?? 0 };
    return { ...caption, origin: 'model', modelUse: { model, ...use, costMicros: prices && costOf(prices, use) } };
  });
}

/** The largest integer of a column. */
const MOST_COST = 2 ** 31 - 1;

/** In millionths of a US dollar, since prices are in dollars per million tokens. */
export function costOf(
  prices: NonNullable<CaptionModelConfig['prices']>,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number {
  return Math.min(MOST_COST, Math.round(inputTokens * prices.input + outputTokens * prices.output));
}

function distribute(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const shares = weights.map((weight) => Math.floor((total * weight) / sum));
  const rest = total - shares.reduce((all, share) => all + share, 0);
  return shares.map((share, index) => (index === 0 ? share + rest : share));
}

const MOST_LISTED = 60;
const LONGEST_TEXT = 300;
/** The share of a sentence's words from which it counts as included. */
const SAID = 0.5;

/**
 * The sentences of a source that a model's caption does not include, judged by their words; none if the languages
 * differ.
 */
function omissionsOfModel(sourceText: string, parts: readonly string[]): Omission[] {
  const language = detectLanguage(sourceText);
  const own = detectLanguage(parts.join('\n\n'));
  if (language !== null && own !== null && language !== own) return [];
  const said = new Set(parts.flatMap((part) => readWordForms(part)).map(({ stem }) => stem));
  const places: { start: number; end: number }[] = [];
  let isOpen = false;
  for (const { words } of readSentences(sourceText)) {
    const meant = words.filter((word) => hasMeaning(word, language));
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last || meant.length === 0) continue;
    const isSaid = meant.filter(({ stem }) => said.has(stem)).length >= meant.length * SAID;
    const before = places.at(-1);
    if (!isSaid && isOpen && before) before.end = last.end;
    else if (!isSaid) places.push({ start: first.start, end: last.end });
    isOpen = !isSaid;
  }
  return places.slice(0, MOST_LISTED).map(({ start, end }) => {
    const whole = sourceText.slice(start, end);
    const text = whole.length > LONGEST_TEXT ? `${whole.slice(0, LONGEST_TEXT).toWellFormed()}…` : whole;
    return { text, reason: 'condensed', start, end, isEssential: false };
  });
}
