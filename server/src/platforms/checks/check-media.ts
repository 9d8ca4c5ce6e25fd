import type { NetworkRules } from '../network-rules.ts';
import type { PostMedia, Violation } from '../platform.ts';
import { textLimits } from '../text/text-limits.ts';
import { lengthViolation, UNIT_WORDS } from './length-violation.ts';

const MEGABYTE = 1_000_000;

/** What is wrong with the pictures and videos of a post. */
export function checkMedia(network: NetworkRules, media: readonly PostMedia[]): Violation[] {
  if (media.length === 0) {
    if (!network.requires.includes('media')) return [];
    const message = `${network.label} takes no post without a picture or a video.`;
    return [{ code: 'media_missing', field: 'media', message, remedy: 'Add at least one.' }];
  }
  const of = (kind: PostMedia['kind']) => media.filter((item) => item.kind === kind).length;
  return [
    ...tooMany(network, 'media', media.length),
    ...tooMany(network, 'images', of('image')),
    ...tooMany(network, 'videos', of('video')),
    ...media.flatMap((item, index) => checkItem(network, item, `media/${index}`)),
  ];
}

function tooMany({ label, limits }: NetworkRules, field: 'media' | 'images' | 'videos', count: number): Violation[] {
  const rule = limits.find((limit) => limit.field === field);
  if (!rule || count <= rule.max) return [];
  const noun = { media: 'pictures and videos', images: 'pictures', videos: 'videos' }[field];
  const message = `There are ${count} ${noun}; ${label} takes ${rule.max}.`;
  const remedy = `Leave out ${count - rule.max}.`;
  return [{ code: `too_many_${field}`, field: 'media', message, remedy, count, limit: rule.max, unit: 'items' }];
}

function checkItem(network: NetworkRules, item: PostMedia, field: string): Violation[] {
  const { label, limits } = network;
  const size = limits.find((limit) => limit.field === `${item.kind}_size`);
  const length = limits.find((limit) => limit.field === 'video_length');
  const violations: Violation[] = [...checkShape(network, item, field)];
  if (size && item.bytes > size.max * MEGABYTE) {
    const count = Math.ceil(item.bytes / MEGABYTE);
    const message = `The ${item.kind} has ${count} megabytes; ${label} takes ${size.max}.`;
    violations.push({ code: 'media_too_large', field, message, remedy: 'Make it smaller.', count, limit: size.max, unit: 'megabytes' });
  }
  if (length && item.seconds !== undefined && item.seconds > length.max) {
    const count = Math.ceil(item.seconds);
    const message = `The video is ${count} ${UNIT_WORDS.seconds} long; ${label} takes ${length.max}.`;
    violations.push({ code: 'video_too_long', field, message, remedy: 'Shorten it.', count, limit: length.max, unit: 'seconds' });
  }
  const text = item.altText ?? '';
  const tooLong = textLimits(limits, 'alt_text').map((limit) =>
    lengthViolation(label, limit, { code: 'alt_text_too_long', field: `${field}/alt_text`, noun: 'description of the picture', text }),
  );
  return [...violations, ...tooLong.filter((violation) => violation !== null)];
}

/** Of a picture; its size in pixels is known once it was handed in. */
function checkShape({ label, limits }: NetworkRules, { file }: PostMedia, field: string): Violation[] {
  const rule = limits.find((limit) => limit.field === 'image_shape');
  if (!rule || !file) return [];
  const count = Math.round((file.width / file.height) * 100);
  if (count >= (rule.min ?? 0) && count <= rule.max) return [];
  const isTall = count < (rule.min ?? 0);
  const most = shapeInWords(isTall ? (rule.min ?? 0) : rule.max);
  const message = `The picture is too ${isTall ? 'tall' : 'wide'} for ${label}: it is ${shapeInWords(count)}, and ${label} takes ${most} at most.`;
  return [{ code: 'image_shape', field, message, remedy: 'Crop it.', count, limit: rule.max, unit: 'percent' }];
}

/** The shapes that have a name, by their width as a percentage of their height. */
const SHAPES: Readonly<Record<number, string>> = {
  56: '9:16',
  67: '2:3',
  75: '3:4',
  80: '4:5',
  100: '1:1',
  133: '4:3',
  150: '3:2',
  178: '16:9',
};

const shapeInWords = (percent: number): string => SHAPES[percent] ?? `${percent / 100}:1`;
