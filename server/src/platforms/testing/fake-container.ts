import { createHash } from 'node:crypto';
import type { JsonObject } from '../platform.ts';
import type { Reply, SeenPicture } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export interface Container {
  id: string;
  text: string;
  status: 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED';
  /** Why it failed, where that is not what its network usually says. */
  fault?: string;
  /** It reports FINISHED, but publishing does not know it yet. */
  isUnknownYet?: boolean;
  postId: string | null;
  /** It is published, but the lists do not have it yet. */
  isUnlisted?: boolean;
  /** The post that it replies to. */
  replyTo: string | null;
  pictures: SeenPicture[];
  video: { sha256: string } | null;
}

/** The differences between Threads and Instagram. */
interface ContainerNames {
  textField: string;
  statusField: string;
  /** What the field with the reason says of a container in error. */
  reason: { field: string; inError: string };
  /** The fields that posts have beside the id, the text and the permalink. */
  postFields?: readonly string[];
  /** With the number of the account, below the version. */
  createPath: string;
  publishPath: string;
  /** Lists the posts. */
  listPath: string;
  /** Lists the replies, which are not among the posts. */
  repliesPath?: string;
  permalink: string;
}

/** How the platform fetches an image from its address. */
export type FetchPicture = (url: string) => Promise<Buffer>;

const fromTheWorld: FetchPicture = async (url) => Buffer.from(await (await fetch(url)).arrayBuffer());

/** Containers with their status, carousels, and publishing, which accepts a container once. */
export function createContainers(names: ContainerNames, fetchPicture: FetchPicture = fromTheWorld) {
  const containers: Container[] = [];
  /** What the next containers fail with, one each. */
  const faults: string[] = [];
  const present = ({ postId, text }: Container): JsonObject => ({
    id: postId,
    [names.textField]: text,
    permalink: `${names.permalink}${postId}`,
  });
  return {
    containers,
    faults,
    async route({ path, method, query }: SeenRequest, form: JsonObject | null): Promise<Reply | undefined> {
      if (path === names.createPath && method === 'POST') return create({ containers, faults }, names, fetchPicture, form);
      const isListed = path === names.listPath || path === names.repliesPath;
      const isReply = path === names.repliesPath;
      const listed = containers.filter(
        ({ postId, replyTo, isUnlisted }) => postId !== null && !isUnlisted && (replyTo !== null) === isReply,
      );
      const postFields = ['id', names.textField, 'permalink', ...(names.postFields ?? [])];
      if (isListed) return unknownField(query, postFields) ?? ok({ data: listed.map(present) });
      if (path === names.publishPath) return publish(containers, form);
      const id = path.split('/').at(-1);
      const container = containers.find((each) => each.id === id);
      if (container) {
        const { status, fault = names.reason.inError } = container;
        const reason = status === 'ERROR' && { [names.reason.field]: fault };
        const fields = ['id', names.statusField, names.reason.field];
        return unknownField(query, fields) ?? ok({ id: container.id, [names.statusField]: status, ...reason });
      }
      const posted = containers.find(({ postId }) => postId !== null && postId === id);
      return posted && (unknownField(query, postFields) ?? ok(present(posted)));
    },
  };
}

/** Graph refuses the whole request for one field that the object does not have. */
function unknownField(query: URLSearchParams, known: readonly string[]): Reply | null {
  const field = query
    .get('fields')
    ?.split(',')
    .find((each) => !known.includes(each));
  return field === undefined ? null : refusal(400, 100, `(#100) Tried accessing nonexisting field (${field})`);
}

async function create(
  { containers, faults }: { containers: Container[]; faults: string[] },
  { textField }: ContainerNames,
  fetchPicture: FetchPicture,
  form: JsonObject | null,
): Promise<Reply> {
  const children = typeof form?.children === 'string' ? form.children.split(',') : [];
  const items = children.map((id) => containers.find((each) => each.id === id));
  if (items.length === 1 || items.some((item) => item?.status !== 'FINISHED')) return refusal(400, 9004, 'The children are invalid.');
  // As the platform does: the image must be at its address at this moment.
  const own = typeof form?.image_url === 'string' ? await fetchPicture(form.image_url) : null;
  const picture = own && { sha256: sha256Of(own), altText: String(form?.alt_text ?? '') };
  const pictures = picture ? [picture] : items.flatMap((item) => item?.pictures ?? []);
  const film = typeof form?.video_url === 'string' ? await fetchPicture(form.video_url) : null;
  const replyTo = typeof form?.reply_to_id === 'string' ? form.reply_to_id : null;
  if (replyTo !== null && !containers.some(({ postId }) => postId === replyTo)) return refusal(400, 100, 'The post does not exist.');
  const id = String(500 + containers.length);
  const fault = faults.shift();
  containers.push({
    id,
    text: String(form?.[textField] ?? ''),
    ...(fault === undefined ? { status: 'FINISHED' } : { status: 'ERROR', fault }),
    postId: null,
    replyTo,
    pictures,
    video: film && { sha256: sha256Of(film) },
  });
  return ok({ id });
}

function publish(containers: Container[], form: JsonObject | null): Reply {
  const container = containers.find(({ id }) => id === form?.creation_id);
  if (container?.status !== 'FINISHED' || container.isUnknownYet)
    return refusal(400, 24, 'The requested resource does not exist', {
      error_subcode: 4279009,
      error_user_title: 'Media Not Found',
      error_user_msg: `The media with id ${form?.creation_id} cannot be found.`,
    });
  Object.assign(container, { status: 'PUBLISHED', postId: String(400 + Number(container.id)) });
  return ok({ id: container.postId });
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const ok = (body: JsonObject): Reply => ({ status: 200, body });
export const refusal = (status: number, code: number, message: string, more: JsonObject = {}): Reply => ({
  status,
  body: { error: { message, type: 'OAuthException', code, ...more, fbtrace_id: 'A1' } },
});
