import { type FileHandle, open } from 'node:fs/promises';
import type { StoredTracks } from './media.entity.ts';

/** The number of frames that determine the frame rate: about ten seconds, which is enough and read quickly. */
const RATE_PACKETS = 300;
/**
 * The largest part of a container that is loaded at once: the index of ten hours at 60 frames a second has 45 MB. The
 * library loads an index of any size, outside of the heap and its limit.
 */
const MOST_BYTES_AT_ONCE = 64 * 1_048_576;

/** The metadata in a video's container; sizes in pixels. */
export interface ContainerFacts {
  mimeType: string;
  /** Null without a video track. */
  video: { width: number; height: number; seconds: number; tracks: StoredTracks } | null;
}

/** Reads the container of a video in a thread: a hostile one takes any amount of memory. Null if it cannot be read. */
export async function readContainer(path: string): Promise<ContainerFacts | null> {
  // Loaded with the first video: the library is large.
  const { CustomSource, Input, MP4, QTFF, WEBM } = await import('mediabunny');
  const file = await open(path);
  const source = new CustomSource({
    getSize: async () => (await file.stat()).size,
    read: (start, end) => readPart(file, start, end),
    prefetchProfile: 'fileSystem',
    // Of what is read ahead and may never be needed.
    handleUnhandledError: () => undefined,
  });
  const input = new Input({ source, formats: [MP4, QTFF, WEBM] });
  try {
    const { mimeType } = await input.getFormat();
    const track = await input.getPrimaryVideoTrack();
    if (!track) return { mimeType, video: null };
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    const seconds = await input.computeDuration();
    const sound = await input.getPrimaryAudioTrack();
    const { averagePacketRate } = await track.computePacketStats(RATE_PACKETS);
    const rate = Math.round(averagePacketRate * 100) / 100;
    const tracks = { seconds, codec: await track.getCodec(), soundCodec: (await sound?.getCodec()) ?? null, rate };
    return { mimeType, video: { width, height, seconds, tracks } };
  } catch {
    return null;
  } finally {
    input.dispose();
    await file.close();
  }
}

async function readPart(file: FileHandle, start: number, end: number): Promise<Buffer> {
  if (end - start > MOST_BYTES_AT_ONCE) throw new Error(`A part of the container has ${end - start} bytes.`);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}
