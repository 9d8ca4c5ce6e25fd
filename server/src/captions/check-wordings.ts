import type { Context } from '../context.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { textFault } from '../drafts/draft-text.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { joined, say } from '../languages/sentence.ts';
import { settingFaults } from '../platforms/checks/check-settings.ts';
import type { Platform, Settings } from '../platforms/platform.ts';
import type { GeneratedCaption, MadeCaption } from './caption-generator.ts';

/** Limits tags and the posts of a thread; no platform accepts as many. */
const MAX_ITEMS = 100;

/**
 * Whether captions can be stored: valid Unicode, not empty if the platform requires text, for a platform of the
 * draft. Whether they fit the platform is a separate check, reported as violations of the payload. Returns them with
 * bare tags; throws `validation_failed` naming every error.
 */
export function checkWordings(
  ctx: Context,
  draft: Draft,
  captions: readonly (GeneratedCaption | MadeCaption)[],
): (GeneratedCaption | MadeCaption)[] {
  const bare = captions.map((caption) => ({ ...caption, tags: caption.tags.map((tag) => tag.trim().replace(/^[#＃]/u, '')) }));
  const faults = bare.flatMap((caption, index) => [
    ...platformFaults(draft, bare, index),
    ...wordingFaults(caption, ctx.platforms.get(caption.platform), draft.link ?? null, `/captions/${index}`),
    ...faultsOfSettings(ctx.platforms.get(caption.platform), caption.settings, `/captions/${index}/settings`),
  ]);
  if (faults.length > 0) {
    throw new DomainError('validation_failed', {
      message: joined(faults.map(({ pointer, message }) => joined([pointer, message]))),
      fields: faults,
    });
  }
  return bare;
}

function platformFaults(draft: Draft, captions: readonly GeneratedCaption[], index: number): FieldError[] {
  const platform = captions[index]?.platform ?? '';
  const pointer = `/captions/${index}/platform`;
  const wanted = draft.platforms.join(', ');
  if (!draft.platforms.includes(platform)) return [{ pointer, message: say`must be one of the draft's platforms: ${wanted}.` }];
  const isRepeated = captions.findIndex((caption) => caption.platform === platform) < index;
  return isRepeated ? [{ pointer, message: say`appears twice.` }] : [];
}

function wordingFaults(
  caption: GeneratedCaption | MadeCaption,
  platform: Platform | undefined,
  link: string | null,
  pointer: string,
): FieldError[] {
  const texts = [
    // A generator without a result leaves the caption to a person, with a notice; the post is not valid yet.
    { field: 'text', text: caption.text, isEmptyAllowed: 'origin' in caption || allowsEmptyText(platform, link) },
    ...caption.thread.map((text, part) => ({ field: `thread/${part}`, text, isEmptyAllowed: false })),
    ...caption.tags.map((text, place) => ({ field: `tags/${place}`, text, isEmptyAllowed: false })),
  ];
  const faults = texts.flatMap(({ field, text, isEmptyAllowed }): FieldError[] => {
    const message = !isEmptyAllowed && text.trim() === '' ? say`must not be empty.` : textFault(text);
    return message ? [{ pointer: `${pointer}/${field}`, message }] : [];
  });
  return [...faults, ...lengthFaults(`${pointer}/tags`, caption.tags), ...lengthFaults(`${pointer}/thread`, caption.thread)];
}

/** Unknown names, and invalid values of a setting; a missing setting is a violation of the payload. */
function faultsOfSettings(platform: Platform | undefined, settings: Settings | undefined, pointer: string): FieldError[] {
  if (!platform || !settings) return [];
  const faults = settingFaults(platform, settings);
  const texts = Object.entries(settings).flatMap(([name, value]) => {
    const message = typeof value === 'string' ? textFault(value) : null;
    return message ? [{ name, message }] : [];
  });
  return [...faults, ...texts].map(({ name, message }) => ({ pointer: `${pointer}/${name}`, message }));
}

function lengthFaults(pointer: string, list: readonly string[]): FieldError[] {
  return list.length > MAX_ITEMS ? [{ pointer, message: say`must not have more than ${MAX_ITEMS} items.` }] : [];
}

function allowsEmptyText(platform: Platform | undefined, link: string | null): boolean {
  return platform?.validate({ text: '', tags: [], thread: [], link }).every((violation) => violation.field !== 'text') ?? false;
}
