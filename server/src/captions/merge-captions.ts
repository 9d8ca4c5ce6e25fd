import type { Settings } from '../platforms/platform.ts';
import type { GeneratedCaption, MadeCaption, ModelUse } from './caption-generator.ts';
import type { CaptionOrigin } from './caption-set.entity.ts';

export interface OwnedCaption extends Omit<GeneratedCaption, 'keptPercent'> {
  keptPercent?: number | null | undefined;
  origin: CaptionOrigin;
  /** What a model used for it; null for captions that cost nothing. */
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
 * The next set: the new captions, otherwise those of the previous set; in the order of the platforms. Generated
 * captions keep their own origin, the others get the writer's. Pure.
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
    const made = 'origin' in after ? after : null;
    const madeBy = made?.origin ?? writer;
    if (before && hasSameWords(before, after) && hasSameSettings(before, after)) return [before];
    if (before?.origin === 'person' && madeBy !== 'person' && !replacesPersons) {
      kept.push(platform);
      return [before];
    }
    return [
      {
        platform,
        text: after.text,
        tags: after.tags,
        thread: after.thread,
        origin: madeBy,
        ...(after.omissions && after.omissions.length > 0 ? { omissions: after.omissions } : {}),
        ...(after.departures && after.departures.length > 0 ? { departures: after.departures } : {}),
        ...(after.keptPercent === undefined ? {} : { keptPercent: after.keptPercent }),
        ...(made?.modelUse ? { modelUse: made.modelUse } : {}),
        ...settingsOf(after.settings ?? before?.settings),
      },
    ];
  });
  const isChanged = captions.length !== current.length || captions.some((caption) => !current.includes(caption));
  return { captions, kept, isChanged };
}

const settingsOf = (settings: Settings = {}) => (Object.keys(settings).length > 0 ? { settings } : {});

/** Settings that are left out stay as they are. */
function hasSameSettings({ settings: before = {} }: OwnedCaption, { settings: after = before }: GeneratedCaption): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].every((name) => before[name] === after[name]);
}

type Words = Pick<GeneratedCaption, 'text' | 'tags' | 'thread'>;

function hasSameWords(a: Words, b: Words): boolean {
  const words = ({ text, tags, thread }: Words) => JSON.stringify([text, tags, thread]);
  return words(a) === words(b);
}
