import { isDeepStrictEqual } from 'node:util';
import type { GeneratedCaption, MadeCaption } from './caption-generator.ts';
import type { CaptionOrigin } from './caption-set.entity.ts';
import type { ModelUse } from './model/model-use.ts';

export interface OwnedCaption extends Omit<GeneratedCaption, 'keptPercent'> {
  keptPercent?: number | null | undefined;
  origin: CaptionOrigin;
  /** The model usage for it; null for captions that cost nothing. */
  modelUse?: ModelUse | null | undefined;
}

export interface MergedCaptions {
  captions: OwnedCaption[];
  /** Platforms whose captions are kept, since a person wrote them and programs do not overwrite people. */
  kept: string[];
  /** Whether anything differs from the previous captions. */
  isChanged: boolean;
}

/**
 * The next set: the new captions, otherwise those of the previous set; in the order of the platforms.
 * Generated captions keep their own origin, the others get the writer's. Pure.
 */
export function mergeCaptions(
  platforms: readonly string[],
  current: readonly OwnedCaption[],
  given: readonly (GeneratedCaption | MadeCaption)[],
  writer: CaptionOrigin,
  replacesPersons: boolean,
): MergedCaptions {
  const kept: string[] = [];
  const captions = platforms.flatMap((platform): OwnedCaption[] => {
    const before = current.find((caption) => caption.platform === platform);
    const after = given.find((caption) => caption.platform === platform);
    if (!after) return before ? [before] : [];
    const madeBy = 'origin' in after ? after.origin : writer;
    if (before && isSame(before, after)) return [before];
    if (before?.origin === 'person' && madeBy !== 'person' && !replacesPersons) {
      kept.push(platform);
      return [before];
    }
    return [{ ...after, origin: madeBy, settings: after.settings ?? before?.settings }];
  });
  const isChanged = captions.length !== current.length || captions.some((caption) => !current.includes(caption));
  return { captions, kept, isChanged };
}

/** Omitted settings stay unchanged. */
function isSame(before: OwnedCaption, after: GeneratedCaption): boolean {
  const { settings = {} } = before;
  const said = [after.text, after.tags, after.thread, after.settings ?? settings];
  return isDeepStrictEqual([before.text, before.tags, before.thread, settings], said);
}
