import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, WebMOutputFormat } from 'mediabunny';

/** A real container of a video in VP9 that lasts `seconds`, of `rate` frames a second; without `frames` its pictures are noise that is never decoded. */
export async function videoFile(
  seconds: number,
  { type = 'mp4', packetBytes = 4_000, rate = 1, frames = [] as readonly Uint8Array[] } = {},
): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: type === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(source);
  await output.start();
  const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 360, codedHeight: 640, colorSpace };
  for (let frame = 0; frame < seconds * rate; frame += 1) {
    const bytes = frames[frame] ?? crypto.getRandomValues(new Uint8Array(packetBytes));
    await source.add(new EncodedPacket(bytes, 'key', frame / rate, 1 / rate), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}
