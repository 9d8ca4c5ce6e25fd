import type { Static } from 'typebox';
import { type ValidatedWords, validateWords } from '../../../publishing/review/content/validate-words.ts';
import { defineOperation } from '../../engine/operation.ts';
import { IdempotencyHeaders } from '../common.schemas.ts';
import * as examples from '../examples/drafts.ts';
import { presentOmission } from './omission-notices.ts';
import { ValidateBody, ValidationSchema } from './validate.schemas.ts';

export const validateOperation = defineOperation({
  id: 'validateWords',
  isCheck: true,
  scope: 'read',
  tag: 'Captions',
  summary: 'Check captions',
  description:
    'Checks your own captions for each platform and returns all violations, with location, count, limit and remedy, and the findings of the safety checks. The same rules apply when captions are saved and published. Stores nothing and makes no external calls.',
  headers: IdempotencyHeaders,
  body: ValidateBody,
  success: [{ status: 200, description: 'The result of the checks.', schema: ValidationSchema, example: examples.VALIDATION }],
  example: { body: examples.WORDS_TO_CHECK },
  refuses: ['unknown_platform', 'text_too_complex'],
  prepare: (ctx, { body }) =>
    validateWords(ctx, {
      workspaceId: body.workspace_id ?? ctx.actor.workspaceId,
      platforms: body.platforms,
      words: body.text === undefined ? undefined : { text: body.text, title: body.title, tags: body.tags, thread: body.thread },
      captions: body.captions,
      link: body.link,
      mediaIds: body.media_ids,
      altTexts: body.alt_texts,
    }),
  async run(_ctx, _input, validated) {
    return { status: 200, body: { fits: validated.every(({ fits }) => fits), platforms: validated.map(validatedView) } };
  },
});

function validatedView({ platform, fits, words, preview, violations, findings }: ValidatedWords) {
  return {
    platform,
    fits,
    text: words.text,
    ...(preview.title === undefined ? {} : { title: preview.title }),
    posts: preview.parts.map(({ text, length, limit, unit }) => ({ text, length, limit, unit })),
    faults: violations.map(({ code, field, message, remedy, count, limit, unit, span }) => ({
      ...{ code, field, message, remedy },
      ...(count === undefined ? {} : { count }),
      ...(limit === undefined ? {} : { limit }),
      ...(unit === undefined ? {} : { unit }),
      ...(span === undefined ? {} : { span }),
    })),
    findings: findings.map(({ check, severity, field, message, span }) => ({ check, severity, field, message, span })),
    ...(preview.omissions && { omissions: preview.omissions.map(presentOmission) }),
    plain_names: preview.plainNames ?? [],
  } satisfies Static<typeof ValidationSchema>['platforms'][number];
}
