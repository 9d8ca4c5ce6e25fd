import { requireScope, requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { textFault } from '../drafts/draft-text.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import type { Departure } from '../platforms/text/omission.ts';
import type { Improvement, ModelUse } from './caption-generator.ts';
import { isBudgetSpent, recordModelCall } from './model/model-budget.ts';

export interface ImproveTextInput {
  workspaceId: string;
  text: string;
  task: Improvement;
  /** BCP 47; of a translation. */
  language?: string | null;
}

export interface ImprovedText {
  /** Null if the text is best left as it is, for the reason. */
  text: string | null;
  reason: Sentence | null;
  /** Where it may say something else than the text before. */
  departures: Departure[];
  /** Null if the model was not called. */
  use: ModelUse | null;
}

/** A post, with room: a model reads no books for one. */
const LONGEST = 10_000;

/**
 * A text as the operator's model revises it; nothing is stored but the use of the model. Must run outside a transaction.
 * Needs the right to write and `captions:write`. Throws `invalid_state` without a model, `validation_failed`.
 */
export async function improveText(ctx: Context, { workspaceId, text, task, language = null }: ImproveTextInput): Promise<ImprovedText> {
  if (ctx.em.isInTransaction()) throw new Error('Texts are revised outside of transactions.');
  const { voice } = await requireWorkspace(ctx, workspaceId, 'write');
  requireScope(ctx, 'captions:write');
  const { improve } = ctx.captions;
  if (!improve) throw new DomainError('invalid_state', { message: say`No language model is configured.` });
  checkInput({ text, task, language });
  if (await isBudgetSpent(ctx, workspaceId)) {
    const reason = say`This workspace has used up what it may take of the language model within 24 hours. Your text is unchanged.`;
    return { text: null, reason, departures: [], use: null };
  }
  const improved = await improve({ text, task, language: task === 'translate' ? language : null, voice });
  if (improved.use) await recordModelCall(ctx, workspaceId, improved.use);
  return { ...improved, reason: reasonOf(improved.failure) };
}

function reasonOf(failure: 'no_answer' | 'refused' | null): Sentence | null {
  if (failure === null) return null;
  return failure === 'no_answer'
    ? say`The language model gave no answer in time. Your text is unchanged.`
    : say`The language model's words said what your text does not. Your text is unchanged.`;
}

function checkInput({ text, task, language }: Pick<ImproveTextInput, 'text' | 'task' | 'language'>): void {
  const wrongText = text.trim() === '' ? say`must not be empty.` : text.length > LONGEST ? tooLong() : textFault(text);
  const wrongLanguage = task === 'translate' && !isLanguage(language) ? say`must be a language tag such as fr or pt-BR.` : null;
  const fields: FieldError[] = [
    ...(wrongText ? [{ pointer: '/text', message: wrongText }] : []),
    ...(wrongLanguage ? [{ pointer: '/language', message: wrongLanguage }] : []),
  ];
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
}

const tooLong = (): Sentence => say`must not be longer than ${LONGEST} characters.`;

function isLanguage(language: string | null | undefined): boolean {
  try {
    return language != null && Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
}
