import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, WebMOutputFormat } from 'mediabunny';

/** A real container of a video that lasts `seconds`; its pictures are noise that nothing has to decode. */
export async function videoFile(seconds: number, { type = 'mp4', packetBytes = 4_000 } = {}): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: type === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(source);
  await output.start();
  const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 360, codedHeight: 640, colorSpace };
  for (let second = 0; second < seconds; second += 1) {
    const bytes = crypto.getRandomValues(new Uint8Array(packetBytes));
    await source.add(new EncodedPacket(bytes, 'key', second, 1), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}
