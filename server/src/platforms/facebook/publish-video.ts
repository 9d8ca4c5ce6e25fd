import { say } from '../../languages/sentence.ts';
import { ApiFault, faultWith } from '../api/api-fault.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import type { PublishCall, ReadBackCall } from '../connector.ts';
import type { OpenImage } from '../images.ts';
import { GRAPH_UPLOAD_AGAIN } from '../meta/read-graph-refusal.ts';
import { bearer } from '../oauth/tokens.ts';
import type { Json, Outcome, ReadBack } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import {
  afterPublishing,
  fileContent,
  type OpenSubtitles,
  openCover,
  openSubtitles,
  PIECE_BYTES,
  type SignedVideo,
  videoName,
  videoOf,
} from '../videos.ts';

/** An upload that Facebook has begun; it is no post before its last phase. */
interface Session {
  id: string;
  videoId: string;
  /** The stretch that Facebook wants next. */
  from: number;
  to: number;
}

/** developers.facebook.com, Page Videos: start, transfer of the stretches that Facebook names, and finish, which makes the post. */
export async function publishFacebookVideo(
  { base, videoBase }: { base: string; videoBase: string },
  call: PublishCall,
  video: SignedVideo,
): Promise<Outcome> {
  const { payload, account, api } = call;
  const url = `${videoBase}/${account.pageId}/videos`;
  const [cover, subtitles] = [await openCover(call, video), await openSubtitles(call, video)];
  const { id, videoId } = await upload(url, call, video);
  await call.onSending({ videoId });
  const fields = { upload_phase: 'finish', upload_session_id: id, description: String(payload.message ?? '') };
  const headers = bearer(account);
  const finished = await api.send({ url, headers, ...(cover ? { parts: withFile(fields, 'thumb', cover) } : { form: fields }) });
  if (at(finished.body, 'success') !== true) throw faultWith('unknown', say`Facebook did not say whether it published the video.`);
  if (subtitles) await afterPublishing(() => addSubtitles(base, call, videoId, subtitles));
  return { kind: 'published', providerId: videoId, url: videoUrl(account, videoId) };
}

/** The public address of a video. */
export const videoUrl = ({ pageId }: AccountValues, videoId: string): string => `https://www.facebook.com/${pageId}/videos/${videoId}`;

const withFile = (fields: Record<string, string>, name: string, file: OpenImage) => [
  ...Object.entries(fields).map(([field, value]) => ({ name: field, value })),
  { name, ...fileContent(file) },
];

/**
 * The upload is kept in the intent as far as it got, so another attempt goes on there. Where Facebook wants another
 * stretch by then, it begins again: nothing of it is public.
 */
async function upload(url: string, call: PublishCall, video: SignedVideo): Promise<Session> {
  const kept = keptSession(call.intent.keys.upload ?? null);
  if (!kept) return transfer(url, call, video, await start(url, call, video));
  try {
    return await transfer(url, call, video, kept);
  } catch (error) {
    if (!(error instanceof ApiFault && (error.outcome.kind === 'rejected' || error.code === GRAPH_UPLOAD_AGAIN))) throw error;
    return transfer(url, call, video, await start(url, call, video));
  }
}

async function start(url: string, { account, api, onUploaded }: PublishCall, video: SignedVideo): Promise<Session> {
  const form = { upload_phase: 'start', file_size: String(video.byte_size) };
  const { body } = await api.ask({ url, headers: bearer(account), form });
  const session = {
    id: requiredText('Facebook', body, 'upload_session_id'),
    videoId: requiredText('Facebook', body, 'video_id'),
    ...stretchOf(body),
  };
  await onUploaded({ upload: { ...session } });
  return session;
}

async function transfer(url: string, call: PublishCall, video: SignedVideo, begun: Session): Promise<Session> {
  const { account, api, readMedia, onUploaded } = call;
  let session = begun;
  while (session.from < session.to) {
    const { from, to } = session;
    // Less than the stretch is taken too; the response names the next one.
    const bytes = await readMedia(video.sha256, from, Math.min(to, from + PIECE_BYTES));
    const parts = [
      { name: 'upload_phase', value: 'transfer' },
      { name: 'upload_session_id', value: session.id },
      { name: 'start_offset', value: String(from) },
      { name: 'video_file_chunk', bytes, mimeType: video.mime_type, fileName: videoName(video.mime_type) },
    ];
    const { body } = await api.ask({ url, headers: bearer(account), parts });
    if (Number(textAt(body, 'start_offset') ?? 0) <= from)
      throw faultWith('unavailable', say`Facebook did not accept a part of the video.`);
    session = { ...session, ...stretchOf(body) };
    await onUploaded({ upload: { ...session } }, session.from);
  }
  return session;
}

const stretchOf = (body: Json): Pick<Session, 'from' | 'to'> => ({
  from: Number(requiredText('Facebook', body, 'start_offset')),
  to: Number(requiredText('Facebook', body, 'end_offset')),
});

function keptSession(kept: Json): Session | null {
  const [id, videoId] = [textAt(kept, 'id'), textAt(kept, 'videoId')];
  return id && videoId ? { id, videoId, from: Number(at(kept, 'from')), to: Number(at(kept, 'to')) } : null;
}

/** Video, Captions: SubRip, whose name ends with the language and the country. */
async function addSubtitles(
  base: string,
  { account, api }: PublishCall,
  videoId: string,
  { bytes, mimeType, language }: OpenSubtitles,
): Promise<void> {
  const locale = localeOf(language);
  const parts = [
    { name: 'default_locale', value: locale },
    { name: 'captions_file', bytes, mimeType, fileName: `subtitles.${locale}.srt` },
  ];
  await api.send({ url: `${base}/${videoId}/captions`, headers: bearer(account), parts });
}

/** Video, VideoStatus: it was taken and could not be processed, or its upload was not finished in time. */
const BROKEN = new Set(['error', 'expired']);

/** Video and Video Captions, Reading: the subtitles follow the upload; where Facebook refused them, they are missing here. */
export async function readBackVideo(base: string, { payload, account, post, api }: ReadBackCall): Promise<ReadBack> {
  const url = `${base}/${post.providerId}`;
  const answer = await api.look({ url: `${url}?fields=description,status`, headers: bearer(account) });
  if (!answer || BROKEN.has(textAt(answer.body, 'status', 'video_status') ?? '')) return { kind: 'gone', seenBy: 'account' };
  const signed = { text: String(payload.message) };
  const published = { text: textAt(answer.body, 'description') ?? '' };
  const { subtitles } = videoOf(payload) ?? {};
  if (!subtitles) return { kind: 'found', seenBy: 'account', signed, published };
  const { body } = await api.ask({ url: `${url}/captions?fields=locale`, headers: bearer(account) });
  const hasThem = listAt(body, 'data').some((each) => textAt(each, 'locale') === localeOf(subtitles.language));
  return {
    ...{ kind: 'found', seenBy: 'account' },
    signed: { ...signed, subtitles: 'true' },
    published: { ...published, subtitles: String(hasThem) },
  };
}

/** `en_US` for `en`: Facebook's locales have a country. */
function localeOf(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return `${language}_${region}`;
}
