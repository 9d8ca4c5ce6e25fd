import { listed, say } from '../languages/sentence.ts';
import { ANIMATION_TYPE } from '../media/rendition.entity.ts';
import { violation } from '../platforms/checks/violation.ts';
import type { JsonObject, Platform, Post, PostMedia, Violation } from '../platforms/platform.ts';
import { twoLetterCode } from '../platforms/videos.ts';
import { hashJson } from './content-hash.ts';

/** All violations of the platform's rules, and of its connector's limits. */
export function violationsOf(platform: Platform, post: Post): Violation[] {
  return [...platform.validate(post), ...connectorViolations(platform, post)];
}

/** What its connector cannot send, whatever the network's rules, and what the community behind the account demands. */
export function connectorViolations(platform: Platform, post: Post): Violation[] {
  const { media = [] } = post;
  const images = media.filter(({ kind }) => kind === 'image');
  const videos = media.filter(({ kind }) => kind === 'video').length;
  const documents = media.length - images.length - videos;
  const hasVideo = videos > 0;
  return [
    ...unsendableImages(platform, images.length),
    ...unsendableAnimations(platform, images),
    ...unsendableVideo(platform, hasVideo),
    ...unsendableDocuments(platform, { documents, others: images.length + videos }),
    ...severalVideos(platform, videos),
    ...mixedMedia(platform, hasVideo && images.length > 0),
    ...wrongTypes(platform, images),
    ...wrongSubtitles(platform, media),
    ...(platform.unmetDemands?.(post) ?? []),
  ];
}

/** The part of a payload that rules apply to. */
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

/** Identifies a platform's rules as known to this process: other limits change the hash. */
export function rulesHash(platform: Platform): string {
  const kept = hashes.get(platform);
  if (kept !== undefined) return kept;
  const {
    rules,
    tagsIn,
    takesImages = null,
    takesVideo,
    videoFormats,
    imageTypes = [],
    imageObstacle: obstacle,
    takesAnimations,
    takesDocuments,
    takesCover,
    takesSubtitles,
    subtitleLanguages,
    demands,
  } = platform;
  const imageObstacle = obstacle ? String(obstacle) : null;
  const known = rules.map((rule) => ({ ...rule }));
  const { settings: declared } = platform;
  const settings = declared.map(({ label: _label, remark: _remark, options, offered, ...setting }) => ({
    ...setting,
    ...(options && { options: options.map(({ value }) => value) }),
    ...(offered && { offered: [...offered] }),
  }));
  const parts = { rules: known, tagsIn, takesImages, imageTypes: [...imageTypes], imageObstacle };
  const formats = videoFormats && { videoFormats: hashJson(JSON.parse(JSON.stringify(videoFormats)) as JsonObject) };
  const files = {
    ...(takesVideo && { takesVideo }),
    ...(takesAnimations && { takesAnimations }),
    ...(takesDocuments && { takesDocuments }),
    ...(takesCover && { takesCover: [...takesCover] }),
    ...(takesSubtitles && { takesSubtitles }),
    ...(subtitleLanguages && { subtitleLanguages }),
    ...(demands && { demands: { ...demands } }),
  };
  const hash = hashJson({ ...parts, ...files, ...formats, ...(settings.length > 0 && { settings }) });
  hashes.set(platform, hash);
  return hash;
}

/** A post without one of its signed images would not be the signed one. */
function unsendableImages({ label, takesImages, imageObstacle }: Platform, count: number): Violation[] {
  if (count === 0) return [];
  if (imageObstacle) {
    // The reason is for the operator, and is displayed where accounts are connected.
    const message = say`${label} cannot reach this service's pictures yet. Your operator can change that.`;
    const remedy = say`Until then leave the pictures out, or ${label}.`;
    return [violation({ code: 'media_not_reachable', field: 'media', message, remedy })];
  }
  if (takesImages) return [];
  const message = say`Pictures are not sent to ${label} yet.`;
  return [violation({ code: 'media_not_supported', field: 'media', message, remedy: say`Leave the pictures out, or ${label}.` })];
}

/** Displayed as a still, or hidden among others, it would not be the signed post. */
function unsendableAnimations({ label, takesImages, takesAnimations }: Platform, images: readonly PostMedia[]): Violation[] {
  const at = images.findIndex(({ file }) => file?.mimeType === ANIMATION_TYPE);
  if (at < 0 || !takesImages) return [];
  const field = `media/${at}`;
  if (!takesAnimations) {
    const message = say`${label} does not show animated pictures that are sent through its API.`;
    const remedy = say`Use a still picture or a video, or leave ${label} out.`;
    return [violation({ code: 'animation_not_supported', field, message, remedy })];
  }
  if (takesAnimations !== 'alone' || images.length < 2) return [];
  const message = say`A post for ${label} has either one animated picture or still ones.`;
  return [violation({ code: 'media_mixed', field, message, remedy: say`Leave out the animated picture, or the others.` })];
}

/** A post with a document has no other media. */
function unsendableDocuments(
  { label, takesDocuments }: Platform,
  { documents, others }: { documents: number; others: number },
): Violation[] {
  if (documents === 0) return [];
  if (!takesDocuments) {
    const message = say`Documents are not sent to ${label}.`;
    return [violation({ code: 'media_not_supported', field: 'media', message, remedy: say`Leave the document out, or ${label}.` })];
  }
  if (documents + others < 2) return [];
  const message = say`A post for ${label} has either one document or pictures or a video.`;
  return [violation({ code: 'media_mixed', field: 'media', message, remedy: say`Leave out all but one document, or the document.` })];
}

/** A post without its signed video would not be the signed one. */
function unsendableVideo({ label, takesVideo, noVideo, imageObstacle }: Platform, hasVideo: boolean): Violation[] {
  if (hasVideo && takesVideo === 'fetched' && imageObstacle) {
    const message = say`${label} cannot reach this service's videos yet. Your operator can change that.`;
    const remedy = say`Until then leave the video out, or ${label}.`;
    return [violation({ code: 'media_not_reachable', field: 'media', message, remedy })];
  }
  if (!hasVideo || takesVideo) return [];
  const message = noVideo ?? say`Videos are not sent to ${label} yet.`;
  const remedy = say`Put a link to the video in the text, or leave ${label} out.`;
  return [violation({ code: 'media_not_supported', field: 'media', message, remedy })];
}

/** One video is signed and sent; if the network's own limit is one, its rule reports this. */
function severalVideos({ label, rules, takesVideo }: Platform, count: number): Violation[] {
  if (count < 2 || !takesVideo || rules.some(({ field, max }) => field === 'videos' && max < count)) return [];
  const message = say`There are ${count} videos; ${label} allows at most ${1}.`;
  const remedy = say`Leave out ${count - 1}.`;
  return [violation({ code: 'too_many_videos', field: 'media', message, remedy, count, limit: 1, unit: 'items' })];
}

/** No network that supports both publishes them in one post in the signed order. */
function mixedMedia({ label }: Platform, isMixed: boolean): Violation[] {
  if (!isMixed) return [];
  const message = say`A post for ${label} has either pictures or a video.`;
  return [violation({ code: 'media_mixed', field: 'media', message, remedy: say`Leave out the pictures, or the video.` })];
}

/** Only for images uploaded before renditions of the right type existed. */
function wrongTypes({ label, imageTypes }: Platform, media: readonly PostMedia[]): Violation[] {
  return media.flatMap(({ file }, index): Violation[] => {
    if (!imageTypes || !file || file.mimeType === ANIMATION_TYPE || imageTypes.includes(file.mimeType)) return [];
    const message = say`The picture is ${file.mimeType}; ${label} accepts ${listed(imageTypes)}.`;
    return [violation({ code: 'media_type_not_taken', field: `media/${index}`, message, remedy: say`Upload the picture again.` })];
  });
}

/** The network would refuse them once it had the whole video. */
function wrongSubtitles({ label, subtitleLanguages }: Platform, media: readonly PostMedia[]): Violation[] {
  return media.flatMap(({ subtitles }, index): Violation[] => {
    if (!subtitleLanguages || !subtitles?.isSent || twoLetterCode(subtitles.language)) return [];
    const message = say`${label} accepts subtitles only in languages with a two-letter code; the code of these is ${subtitles.language}.`;
    const remedy = say`Leave the subtitles out, or ${label}.`;
    return [violation({ code: 'subtitles_language', field: `media/${index}/subtitles`, message, remedy })];
  });
}
