import { DomainError } from '../errors.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import type { StoredTracks } from './media.entity.ts';
import { type StoredMedia, VIDEO_TYPES, type VideoType } from './rendition.entity.ts';

/** The number of frames that determine the frame rate: about ten seconds, which is enough and read quickly. */
const RATE_PACKETS = 300;

/** The metadata in a video's container. */
export type VideoFacts = Pick<StoredMedia, 'width' | 'height'> & { mimeType: VideoType; seconds: number; tracks: StoredTracks };

/**
 * Reads the container of a video, regardless of its name or declared type; decodes nothing. Throws
 * `media_unreadable`.
 */
export async function readVideo(path: string): Promise<VideoFacts> {
  // Loaded with the first video: the library is large.
  const { FilePathSource, Input, MP4, QTFF, WEBM } = await import('mediabunny');
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM] });
  try {
    const format = await input.getFormat();
    const mimeType = VIDEO_TYPES.find((type) => type === format.mimeType);
    const track = await input.getPrimaryVideoTrack();
    if (!mimeType || !track) throw unreadable(say`It has no video track.`);
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    const seconds = await input.computeDuration();
    if (!(width > 0 && height > 0 && seconds > 0)) throw unreadable(say`It has no size or no length.`);
    const sound = await input.getPrimaryAudioTrack();
    const { averagePacketRate } = await track.computePacketStats(RATE_PACKETS);
    const tracks = {
      ...{ seconds, codec: await track.getCodec(), soundCodec: (await sound?.getCodec()) ?? null },
      rate: Math.round(averagePacketRate * 100) / 100,
    };
    return { mimeType, width: Math.round(width), height: Math.round(height), seconds: Math.ceil(seconds), tracks };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw unreadable(say`It is not an MP4, MOV or WebM file, or it is damaged.`);
  } finally {
    input.dispose();
  }
}

function unreadable(why: LocalizedMessage): DomainError {
  return new DomainError('media_unreadable', { message: say`This file is not a supported video. ${why}` });
}
