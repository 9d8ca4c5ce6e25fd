import type { Context } from '../../context.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import { payloadSetsOf } from '../../payloads/payload-queries.ts';
import type { Json } from '../../platforms/platform.ts';
import { revisionsOf } from '../jobs/job-queries.ts';
import type { PublishJob, PublishJobRevision } from '../publish-job.entity.ts';

/** A change by people to an agent's submission. */
export interface ContentChange {
  /** Null for the whole draft. */
  platform: string | null;
  field: 'text' | 'title' | 'tags' | 'thread' | 'link' | 'settings' | 'pictures' | 'accounts' | 'scheduled_at';
  before: Json;
  after: Json;
}

/**
 * What people changed in each job's content since an agent's last revision, field by field, by job id; only jobs with
 * such changes. `known`: their revisions, if the caller has loaded them. Two queries, however many jobs.
 */
export async function changesByPeople(
  ctx: Context,
  jobs: readonly PublishJob[],
  known?: ReadonlyMap<string, PublishJobRevision[]>,
): Promise<Map<string, ContentChange[]>> {
  const revised = jobs.filter(({ revision }) => revision > 1).map(({ id }) => id);
  const revisions = known ?? (await revisionsOf(ctx, revised));
  const pairs = jobs.flatMap((job) => {
    const pair = lastPersonEdit(revisions.get(job.id) ?? []);
    return pair ? [{ job, ...pair }] : [];
  });
  const key = ({ job: { draftId } }: { job: PublishJob }, { id, contentHash }: PublishJobRevision) => ({ id, draftId, contentHash });
  const sets = await payloadSetsOf(
    ctx,
    pairs.flatMap((pair) => [key(pair, pair.before), key(pair, pair.after)]),
  );
  return new Map(
    pairs.map(({ job, before, after }) => [
      job.id,
      [...compareTime(before, after), ...comparePayloads(sets.get(before.id) ?? [], sets.get(after.id) ?? [])],
    ]),
  );
}

/** The newest revision if it is a person's, and the last agent's revision before it. */
function lastPersonEdit(revisions: readonly PublishJobRevision[]): { before: PublishJobRevision; after: PublishJobRevision } | null {
  const after = revisions.at(-1);
  const before = revisions.findLast(({ grantId }) => grantId);
  return after?.userId && before ? { before, after } : null;
}

function compareTime(before: PublishJobRevision, after: PublishJobRevision): ContentChange[] {
  const [was, is] = [before.scheduledAt?.toISOString() ?? null, after.scheduledAt?.toISOString() ?? null];
  return was === is ? [] : [{ platform: null, field: 'scheduled_at', before: was, after: is }];
}

function comparePayloads(before: readonly Payload[], after: readonly Payload[]): ContentChange[] {
  const platforms = [...new Set([...before, ...after].map(({ platform }) => platform))];
  return platforms.flatMap((platform) => {
    const [was, is] = [before, after].map((payloads) => payloads.filter((payload) => payload.platform === platform)) as [
      Payload[],
      Payload[],
    ];
    const accounts = compare(platform, 'accounts', accountsOf(was), accountsOf(is));
    const [old, now] = [fieldsOf(was[0]), fieldsOf(is[0])];
    const fields = old && now ? FIELDS.flatMap((field) => compare(platform, field, old[field], now[field])) : [];
    return [...accounts, ...fields];
  });
}

const FIELDS = ['text', 'title', 'tags', 'thread', 'link', 'settings', 'pictures'] as const;

/** The accounts of a platform; null if the draft does not have the platform. */
function accountsOf(payloads: readonly Payload[]): Json {
  return payloads.length === 0 ? null : payloads.flatMap(({ connectionId }) => connectionId ?? []);
}

function fieldsOf(payload: Payload | undefined): Record<(typeof FIELDS)[number], Json> | null {
  if (!payload?.post) return null;
  const { text, title = null, tags, thread, link, settings = {} } = payload.post;
  const pictures = (payload.preview.images ?? []).map(({ url, altText }) => ({ url, alt_text: altText }));
  return { text, title, tags, thread, link, settings: { ...settings }, pictures };
}

function compare(platform: string, field: ContentChange['field'], before: Json, after: Json): ContentChange[] {
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ platform, field, before, after }];
}
