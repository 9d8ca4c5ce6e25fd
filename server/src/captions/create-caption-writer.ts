import type { Logger } from 'pino';
import type { CaptionModelConfig } from '../config/operator-services-config.ts';
import type { RequestNotice } from '../drafts/resolve-approval-required.ts';
import { baseLanguage } from '../languages/language.ts';
import { LanguageName, say } from '../languages/sentence.ts';
import { inThread, isLong } from '../long-work/long-work.ts';
import { detectLanguage } from '../platforms/language/detect-language.ts';
import { rulesOf } from '../platforms/read-posts.ts';
import type { CaptionRequest, CaptionWriter, MadeCaption } from './caption-generator.ts';
import { composeCaptions } from './embedded/compose-captions.ts';
import { createModelWriter } from './model/create-model-writer.ts';
import { createPictureDescriber } from './model/describe-picture.ts';
import { createTextImprover } from './model/improve-text.ts';

/**
 * Captions from the model if one is configured; those that it does not write well come from the embedded
 * generator.
 */
export function createCaptionWriter({ model, log }: { model: CaptionModelConfig | null; log: Logger }): CaptionWriter {
  const generate = (request: CaptionRequest) =>
    isLongRequest(request) ? inThread('captions', asData(request), request.owner) : composeCaptions(request);
  const compose = async (request: CaptionRequest): Promise<MadeCaption[]> =>
    (await generate(request)).map((caption) => ({ ...caption, origin: 'extractive', modelUse: null }));

  const writeWithModel = model && createModelWriter(model, log);
  return {
    compose,
    improve: model && createTextImprover(model, log),
    describe: model?.seesPictures ? createPictureDescriber(model, log) : null,
    async write(request) {
      const isBudgetSpent = model !== null && request.isBudgetSpent === true;
      const isAsked = !isBudgetSpent && request.voice?.wording !== 'exact';
      const written = isAsked && writeWithModel ? await writeWithModel(request) : null;
      const missing = request.platforms.filter(({ id }) => !written?.captions.some(({ platform }) => platform === id));
      const composed = missing.length > 0 ? await compose({ ...request, platforms: missing }) : [];
      return {
        captions: [...(written?.captions ?? []), ...composed],
        use: written?.use ?? null,
        notices: [
          ...(isBudgetSpent ? [budgetNotice()] : []),
          ...(written?.notices(missing.map(({ label }) => label)) ?? []),
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
  return { ...request, platforms: platforms.map(rulesOf) };
}

function budgetNotice(): RequestNotice {
  const message = say`This workspace has reached its limit for the language model within 24 hours. The text was taken from your source text instead.`;
  return { code: 'model_budget_spent', message };
}

/** The embedded generator does not translate; a notice says so when another language is requested. */
function languageNotices({ sourceText, language }: CaptionRequest, isComposed: boolean): RequestNotice[] {
  if (!isComposed) return [];
  const written = detectLanguage(sourceText);
  if (!language || !written || baseLanguage(language) === baseLanguage(written)) return [];
  const message = say`The text is in ${new LanguageName(written)} and stays so: only a language model could put it into ${new LanguageName(language)}.`;
  return [{ code: 'language_not_followed', message }];
}
