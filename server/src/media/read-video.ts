import { DomainError } from '../errors.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { inThread } from '../long-work/long-work.ts';
import type { StoredTracks } from './media.entity.ts';
import { type StoredMedia, VIDEO_TYPES, type VideoType } from './rendition.entity.ts';

/** The metadata in a video's container. */
export type VideoFacts = Pick<StoredMedia, 'width' | 'height'> & { mimeType: VideoType; seconds: number; tracks: StoredTracks };

/**
 * Reads the container of a video, regardless of its name or declared type; decodes nothing. `owner`: the account, as
 * accounts take turns. Throws `media_unreadable`, `service_busy` if too many wait.
 */
export async function readVideo(path: string, owner: string): Promise<VideoFacts> {
  const facts = await inThread('video', { path }, owner);
  if (!facts) throw unreadable(say`It is not an MP4, MOV or WebM file, or it is damaged.`);
  const mimeType = VIDEO_TYPES.find((type) => type === facts.mimeType);
  if (!mimeType || !facts.video) throw unreadable(say`It has no video track.`);
  const { width, height, seconds, tracks } = facts.video;
  if (!(width > 0 && height > 0 && seconds > 0)) throw unreadable(say`It has no size or no length.`);
  return { mimeType, width: Math.round(width), height: Math.round(height), seconds: Math.ceil(seconds), tracks };
}

function unreadable(why: LocalizedMessage): DomainError {
  return new DomainError('media_unreadable', { message: say`This file is not a supported video. ${why}` });
}
