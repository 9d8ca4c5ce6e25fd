import { listed, say } from '../languages/sentence.ts';
import { violation } from '../platforms/checks/violation.ts';
import type { JsonObject, Platform, Post, PostMedia, Violation } from '../platforms/platform.ts';
import { hashJson } from './content-hash.ts';

/** All violations of the platform's rules, and what its connector cannot send. */
export function violationsOf(platform: Platform, post: Post): Violation[] {
  return [...platform.validate(post), ...connectorViolations(platform, post)];
}

/** What its connector cannot send, whatever the network's rules. */
export function connectorViolations(platform: Platform, post: Post): Violation[] {
  const { media = [] } = post;
  const images = media.filter(({ kind }) => kind === 'image');
  const videos = media.length - images.length;
  const hasVideo = videos > 0;
  return [
    ...unsendableImages(platform, images.length),
    ...unsendableVideo(platform, hasVideo),
    ...severalVideos(platform, videos),
    ...mixedMedia(platform, hasVideo && images.length > 0),
    ...wrongTypes(platform, images),
  ];
}

/** A payload as far as its rules are concerned. */
export interface RuledPayload {
  post?: Post | null;
  rulesHash?: string | null;
  /** The violations when it was frozen. */
  violations: Violation[];
}

/** A frozen payload's violations of today's rules; null if the rules are unchanged, so nothing needs another check. */
export function violationsByNewRules(platform: Platform, { post, rulesHash: frozenBy }: RuledPayload): Violation[] | null {
  return post && frozenBy !== rulesHash(platform) ? violationsOf(platform, post) : null;
}

const hashes = new WeakMap<Platform, string>();

/** Identifies a platform's rules as known to this process: other limits, another hash. */
export function rulesHash(platform: Platform): string {
  const kept = hashes.get(platform);
  if (kept !== undefined) return kept;
  const { rules, tagsIn, takesImages = null, takesVideo, videoFormats, imageTypes = [], imageObstacle: obstacle } = platform;
  const imageObstacle = obstacle ? String(obstacle) : null;
  const known = rules.map((rule) => ({ ...rule }));
  const { settings: declared } = platform;
  const settings = declared.map(({ label: _label, remark: _remark, options, ...setting }) => ({
    ...setting,
    ...(options && { options: options.map(({ value }) => value) }),
  }));
  const parts = { rules: known, tagsIn, takesImages, imageTypes: [...imageTypes], imageObstacle };
  const formats = videoFormats && { videoFormats: hashJson(JSON.parse(JSON.stringify(videoFormats)) as JsonObject) };
  const hash = hashJson({ ...parts, ...(takesVideo && { takesVideo }), ...formats, ...(settings.length > 0 && { settings }) });
  hashes.set(platform, hash);
  return hash;
}

/** A signed image that is not sent would make another post. */
function unsendableImages({ label, takesImages, imageObstacle }: Platform, count: number): Violation[] {
  if (count === 0) return [];
  if (imageObstacle) {
    // The reason is for the operator, and shown where accounts are connected.
    const message = say`${label} cannot reach this service's pictures yet. Your operator can change that.`;
    const remedy = say`Until then leave the pictures out, or ${label}.`;
    return [violation({ code: 'media_not_reachable', field: 'media', message, remedy })];
  }
  if (takesImages) return [];
  const message = say`Pictures are not sent to ${label} yet.`;
  return [violation({ code: 'media_not_supported', field: 'media', message, remedy: say`Leave the pictures out, or ${label}.` })];
}

/** A signed video that is not sent would make another post. */
function unsendableVideo({ label, takesVideo, imageObstacle }: Platform, hasVideo: boolean): Violation[] {
  if (hasVideo && takesVideo === 'fetched' && imageObstacle) {
    const message = say`${label} cannot reach this service's videos yet. Your operator can change that.`;
    const remedy = say`Until then leave the video out, or ${label}.`;
    return [violation({ code: 'media_not_reachable', field: 'media', message, remedy })];
  }
  if (!hasVideo || takesVideo) return [];
  const message = say`Videos are not sent to ${label} yet.`;
  return [violation({ code: 'media_not_supported', field: 'media', message, remedy: say`Leave the video out, or ${label}.` })];
}

/** One video is signed and sent; where the network's own limit is one, it says so itself. */
function severalVideos({ label, rules, takesVideo }: Platform, count: number): Violation[] {
  if (count < 2 || !takesVideo || rules.some(({ field, max }) => field === 'videos' && max < count)) return [];
  const message = say`There are ${count} videos; ${label} takes ${1}.`;
  const remedy = say`Leave out ${count - 1}.`;
  return [violation({ code: 'too_many_videos', field: 'media', message, remedy, count, limit: 1, unit: 'items' })];
}

/** No network that takes both takes them in one post in the order that was signed. */
function mixedMedia({ label }: Platform, isMixed: boolean): Violation[] {
  if (!isMixed) return [];
  const message = say`A post for ${label} has either pictures or a video.`;
  return [violation({ code: 'media_mixed', field: 'media', message, remedy: say`Leave out the pictures, or the video.` })];
}

/** Only of images uploaded before renditions of the right type existed. */
function wrongTypes({ label, imageTypes }: Platform, media: readonly PostMedia[]): Violation[] {
  return media.flatMap(({ file }, index): Violation[] => {
    if (!imageTypes || !file || imageTypes.includes(file.mimeType)) return [];
    const message = say`The picture is ${file.mimeType}; ${label} takes ${listed(imageTypes)}.`;
    return [violation({ code: 'media_type_not_taken', field: `media/${index}`, message, remedy: say`Hand the picture in again.` })];
  });
}
