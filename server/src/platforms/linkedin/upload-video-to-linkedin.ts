import { keepWords } from '../../languages/kept-sentence.ts';
import { say } from '../../languages/sentence.ts';
import { ApiFault } from '../api/api-fault.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { awaitReady } from '../await-ready.ts';
import type { PublishCall } from '../connector.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import type { SignedVideo } from '../videos/signed-video.ts';
import { authorOf, headersOf } from './linkedin-requests.ts';

/** learn.microsoft.com, Videos API: LinkedIn names the parts and where each goes, and processes the whole. */
export async function uploadVideoToLinkedin(base: string, call: PublishCall, video: SignedVideo): Promise<string> {
  const { account, api, readMedia } = call;
  const headers = headersOf(account);
  const wanted = { owner: authorOf(call), fileSizeBytes: video.byte_size, uploadCaptions: false, uploadThumbnail: false };
  const begun = await api.ask({
    url: `${base}/rest/videos?action=initializeUpload`,
    headers,
    json: { initializeUploadRequest: wanted },
  });
  const value = at(begun.body, 'value');
  const urn = requiredText('LinkedIn', value, 'video');
  const uploadedPartIds: string[] = [];
  for (const instruction of listAt(value, 'uploadInstructions')) {
    const url = readUploadAddress('LinkedIn', requiredText('LinkedIn', instruction, 'uploadUrl'));
    const [first, last] = ['firstByte', 'lastByte'].map((name) => Number(textAt(instruction, name) ?? 0)) as [number, number];
    const bytes = await readMedia(video.sha256, first, last + 1);
    const file = { bytes, mimeType: 'application/octet-stream' };
    const answer = await api.ask({ method: 'PUT', url, headers: { authorization: headers.authorization }, file, mayBeEmpty: true });
    uploadedPartIds.push(answer.headers.get('etag') ?? '');
  }
  const finished = { video: urn, uploadToken: textAt(value, 'uploadToken') ?? '', uploadedPartIds };
  await api.ask({ url: `${base}/rest/videos?action=finalizeUpload`, headers, json: { finalizeUploadRequest: finished }, mayBeEmpty: true });
  await awaitReady('LinkedIn', call.signal, async () => {
    const { body } = await api.ask({ url: `${base}/rest/videos/${encodeURIComponent(urn)}`, headers });
    const status = textAt(body, 'status');
    if (status === 'PROCESSING_FAILED') {
      const reason = textAt(body, 'processingFailureReason') ?? status;
      throw new ApiFault({ kind: 'rejected', ...keepWords(say`LinkedIn cannot use the video: ${reason}.`) });
    }
    return status === 'AVAILABLE';
  });
  return urn;
}
