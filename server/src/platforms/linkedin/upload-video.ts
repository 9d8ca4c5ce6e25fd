import { say } from '../../languages/sentence.ts';
import { faultWith } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { awaitReady } from '../await-ready.ts';
import type { PublishCall } from '../connector.ts';
import type { Json, JsonObject } from '../platform.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { openCover, openSubtitles, type SignedVideo, uploadOnce } from '../videos.ts';

/** Versions are supported for at least a year (learn.microsoft.com, LinkedIn API versioning). */
const VERSION = '202609';

/** The URN that publishes: of a page (linkedin-page), or of the person. */
export const authorOf = ({ account: { organizationId, personId } }: Pick<PublishCall, 'account'>): string =>
  organizationId ? `urn:li:organization:${organizationId}` : `urn:li:person:${personId}`;

export const headersOf = ({ accessToken }: PublishCall['account']) => ({
  authorization: `Bearer ${accessToken}`,
  'linkedin-version': VERSION,
  'x-restli-protocol-version': '2.0.0',
});

export const FAILED = 'PROCESSING_FAILED';

/** learn.microsoft.com, Videos API: LinkedIn processes a video, a large one for longer than one attempt lasts. */
export async function uploadVideoToLinkedin(base: string, call: PublishCall, video: SignedVideo): Promise<string> {
  const { account, api, signal } = call;
  const read = (urn: string) => api.look({ url: `${base}/rest/videos/${encodeURIComponent(urn)}`, headers: headersOf(account) });
  const statusOf = (answer: ApiAnswer | null): string => textAt(answer?.body, 'status') ?? FAILED;
  const id = await uploadOnce(call, {
    isUsable: async (kept) => statusOf(await read(kept)) !== FAILED,
    upload: () => sendVideo(base, call, video),
  });
  await awaitReady('LinkedIn', signal, async () => {
    const answer = await read(id);
    if (statusOf(answer) !== FAILED) return statusOf(answer) === 'AVAILABLE';
    const reason = textAt(answer?.body, 'processingFailureReason') ?? FAILED;
    throw faultWith('rejected', say`LinkedIn cannot use the video: ${reason}.`);
  });
  return id;
}

/** What LinkedIn said of an upload when it began, and the parts that it has. */
interface Upload {
  begun: Json;
  /** LinkedIn's names of the parts that arrived, in order. */
  etags: string[];
}

/**
 * LinkedIn names the parts and where each goes. Both what it named and what arrived are kept in the intent, so another
 * attempt sends only the rest. Returns the video's URN.
 */
async function sendVideo(base: string, call: PublishCall, video: SignedVideo): Promise<string> {
  const { api, account, onUploaded } = call;
  const [cover, subtitles] = [await openCover(call, video), await openSubtitles(call, video)];
  const { begun, etags } = keptUpload(call.intent.keys) ?? (await begin(base, call, video));
  const urn = requiredText('LinkedIn', begun, 'video');
  const headers = headersOf(account);
  const { authorization } = headers;
  for (const instruction of listAt(begun, 'uploadInstructions').slice(etags.length)) {
    const url = readUploadAddress('LinkedIn', requiredText('LinkedIn', instruction, 'uploadUrl'));
    const [first, last] = ['firstByte', 'lastByte'].map((name) => Number(textAt(instruction, name) ?? 0)) as [number, number];
    const file = { bytes: await call.readMedia(video.sha256, first, last + 1), mimeType: 'application/octet-stream' };
    const answer = await api.ask({ method: 'PUT', url, headers: { authorization }, file, mayBeEmpty: true });
    etags.push(answer.headers.get('etag') ?? '');
    await onUploaded({ etags: [...etags] }, etags.length);
  }
  if (cover) {
    const url = readUploadAddress('LinkedIn', requiredText('LinkedIn', begun, 'thumbnailUploadUrl'));
    await api.ask({ method: 'PUT', url, headers: { authorization, 'media-type-family': 'STILLIMAGE' }, file: cover, mayBeEmpty: true });
  }
  if (subtitles) {
    const url = readUploadAddress('LinkedIn', requiredText('LinkedIn', begun, 'captionsUploadUrl'));
    const parts = [
      { name: 'metadata', value: JSON.stringify(captionsOf(subtitles.language)) },
      { name: 'file', bytes: subtitles.bytes, mimeType: 'text/plain', fileName: 'subtitles.srt' },
    ];
    await api.ask({ url, headers: { authorization }, parts, mayBeEmpty: true });
  }
  const finished = { video: urn, uploadToken: textAt(begun, 'uploadToken') ?? '', uploadedPartIds: etags };
  await api.ask({ url: `${base}/rest/videos?action=finalizeUpload`, headers, json: { finalizeUploadRequest: finished }, mayBeEmpty: true });
  return urn;
}

async function begin(base: string, call: PublishCall, video: SignedVideo): Promise<Upload> {
  const { account, api, onUploaded } = call;
  const extras = { uploadCaptions: video.subtitles !== undefined, uploadThumbnail: video.cover !== undefined };
  const json = { initializeUploadRequest: { owner: authorOf(call), fileSizeBytes: video.byte_size, ...extras } };
  const { body } = await api.ask({ url: `${base}/rest/videos?action=initializeUpload`, headers: headersOf(account), json });
  const begun = at(body, 'value') ?? null;
  await onUploaded({ upload: begun, etags: [] });
  return { begun, etags: [] };
}

/** Its addresses end; after that the upload begins again. */
function keptUpload({ upload = null, etags }: JsonObject): Upload | null {
  const end = Number(textAt(upload, 'uploadUrlsExpireAt') ?? 0);
  if (textAt(upload, 'video') === null || (end > 0 && end < Date.now())) return null;
  return { begun: upload, etags: listAt({ etags: etags ?? [] }, 'etags').map(String) };
}

/** learn.microsoft.com, Videos API, Upload Video Captions: the metadata are a text of the form that has the file. */
function captionsOf(tag: string): JsonObject {
  const { language, region } = new Intl.Locale(tag).maximize();
  const locale = { language: language.toUpperCase(), country: region ?? 'US' };
  const kind = { formattedForEasyReader: true, largeText: true, source: 'USER_PROVIDED', transcriptType: 'CLOSED_CAPTION' };
  return { format: 'SRT', ...kind, locale };
}
