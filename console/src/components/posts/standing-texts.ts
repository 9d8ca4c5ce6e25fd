import type { StandingText } from '../comments/pointed-words.tsx';
import type { ShownPayload } from './shown-payload.ts';

interface Written {
  sourceText: string;
  captions: readonly { platform: string; text: string; thread: readonly string[] }[];
}

/** All texts of a post that may have been quoted: as shown, and if the draft is there, as written. */
export function standingTexts(payloads: readonly Pick<ShownPayload, 'platform' | 'preview'>[], draft?: Written): StandingText[] {
  const of = (platform: string | null, texts: readonly string[]): StandingText[] => texts.map((text) => ({ platform, text }));
  return [
    ...payloads.flatMap(({ platform, preview }) =>
      of(
        platform.id,
        preview.parts.map(({ text }) => text),
      ),
    ),
    ...(draft ? of(null, [draft.sourceText]) : []),
    ...(draft?.captions.flatMap(({ platform, text, thread }) => of(platform, [text, ...thread])) ?? []),
  ];
}
