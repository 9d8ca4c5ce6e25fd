import type { ComparedPayloadFragment } from '../../../gql/graphql.ts';
import { texts } from '../texts.ts';

/** The text for one account, before and after; null if there was or is none. */
export interface TextChange {
  key: string;
  platform: string;
  label: string;
  before: string | null;
  after: string | null;
}

/** Where the texts of two sets of payloads differ, with additions and removals. */
export function compareTexts(seen: readonly ComparedPayloadFragment[], current: readonly ComparedPayloadFragment[]): TextChange[] {
  const old = new Map(seen.map((payload) => [keyOf(payload), payload]));
  const today = new Map(current.map((payload) => [keyOf(payload), payload]));
  return [...new Set([...old.keys(), ...today.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), today.get(key)];
    const known = is ?? was;
    // Card and images are compared only if they changed: the text matters most.
    const besides = { card: cardOf(was).join() !== cardOf(is).join(), pictures: picturesOf(was) !== picturesOf(is) };
    const [before, after] = [wordsOf(was, besides), wordsOf(is, besides)];
    if (!known || before === after) return [];
    return [{ key, platform: known.platform.id, label: known.platform.label, before, after }];
  });
}

function keyOf({ platform, connection }: ComparedPayloadFragment): string {
  return `${platform.id} ${connection?.id ?? ''}`;
}

const picturesOf = (payload?: ComparedPayloadFragment): string => JSON.stringify(payload?.preview.images ?? []);

function wordsOf(payload: ComparedPayloadFragment | undefined, besides: { card: boolean; pictures: boolean }): string | null {
  if (!payload) return null;
  const { title, parts, tags, images, settings } = payload.preview;
  return [
    ...(title ? [title] : []),
    ...parts.map(({ text }) => text),
    ...(tags && tags.length > 0 ? [tags.map((tag) => `#${tag}`).join(' ')] : []),
    ...settings.map(({ label, value }) => `${label}: ${value}`),
    ...(besides.card ? cardOf(payload) : []),
    ...(besides.pictures ? images.map(({ url, altText }) => texts.picture({ end: endOf(url), altText })) : []),
  ].join('\n\n');
}

/** The link's card, as text. */
function cardOf(payload?: ComparedPayloadFragment): string[] {
  const card = payload?.preview.linkCard;
  if (!card) return [];
  const { url, title, description, image } = card;
  return [url, title, ...(description ? [description] : []), ...(image ? [texts.picture({ end: endOf(image.url), altText: title })] : [])];
}

/** Tells pictures apart: the end of an address differs. */
const endOf = (url: string): string => url.slice(-6);
