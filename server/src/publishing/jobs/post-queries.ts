import { createHash } from 'node:crypto';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import canonicalize from 'canonicalize';
import { type SelectQueryBuilder, sql } from 'kysely';
import { User } from '../../access/user.entity.ts';
import type { Context } from '../../context.ts';
import { partOf, readTogether } from '../../db/read-together.ts';
import { idsOf, query } from '../../db/reading/query.ts';
import { rowsOf } from '../../db/reading/rows-of.ts';
import { anyOf, type BoundValue, literal, type Places, prepared, type RowOf, type Tables, tables } from '../../db/tables.ts';
import type { DraftState } from '../../drafts/draft.entity.ts';
import { authorsOf } from '../../drafts/draft-authors.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import { FirstComment } from '../first-comment.entity.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { Retraction, type RetractionState } from '../retraction.entity.ts';
import { recordRetractionEvent } from './job-events.ts';

/** The states of a removal after which nothing more is sent to its post. */
const REMOVED: readonly RetractionState[] = ['signed', 'removed'];

/** A post edited here has several publications: the one that published it, and those of its edits. */
export type PostRow = RowOf<typeof POSTS>;

type Named = SelectQueryBuilder<Tables & { p: Tables['publications'] }, 'p', { id: string }>;

/**
 * The publications of the posts of these, as `named`: back to the one that published the post, and from there
 * on to its edits, however many there are. The current ones of each job; `edits` is 0 for the first.
 */
const postsOf = (named: Named) =>
  tables
    .withRecursive('back', (db) =>
      db
        .selectFrom(named.as('n'))
        .innerJoin('publications as p', 'p.id', 'n.id')
        .innerJoin('publish_jobs as j', 'j.id', 'p.job_id')
        .innerJoin('drafts as d', 'd.id', 'j.draft_id')
        .select(['p.id as named', 'p.id', 'd.edits_publication_id as edited_id'])
        .unionAll(
          db
            .selectFrom('back as b')
            .innerJoin('publications as p', 'p.id', 'b.edited_id')
            .innerJoin('publish_jobs as j', 'j.id', 'p.job_id')
            .innerJoin('drafts as d', 'd.id', 'j.draft_id')
            .select(['b.named', 'p.id', 'd.edits_publication_id as edited_id']),
        ),
    )
    .withRecursive('post', (db) =>
      db
        .selectFrom('back as b')
        .select(['b.named', 'b.id', sql<number>`0`.as('edits')])
        .where('b.edited_id', 'is', null)
        .unionAll(
          db
            .selectFrom('post as c')
            .innerJoin('drafts as d', 'd.edits_publication_id', 'c.id')
            .innerJoin('publish_jobs as j', 'j.draft_id', 'd.id')
            .innerJoin('publications as p', 'p.job_id', 'j.id')
            .select(['c.named', 'p.id', sql<number>`c.edits + 1`.as('edits')])
            .where('p.superseded_at', 'is', null),
        ),
    )
    .selectFrom('post')
    .innerJoin('publications as p', 'p.id', 'post.id')
    .select(['post.named', 'post.id', 'post.edits', 'p.state'])
    .orderBy('post.edits')
    .orderBy('post.id');

const publicationsIn = (ids: Places<{ ids: BoundValue }>['ids']) =>
  tables.selectFrom('publications as p').select('p.id').where('p.id', '=', anyOf(ids));

const POSTS = prepared(({ ids }: Places<{ ids: BoundValue }>) => postsOf(publicationsIn(ids)));

/** The publications of the post of this one, in the order of the edits. One query. */
export function publicationsOfPost(em: EntityManager, publicationId: string): Promise<PostRow[]> {
  return query(em, POSTS({ ids: idsOf([publicationId]) }));
}

/** The states of an edit while which no other edit of its post can be requested. */
export const OPEN_EDIT: readonly DraftState[] = ['draft', 'in_review', 'changes_requested', 'approved', 'scheduled', 'publishing'];

/** The published posts of these jobs whose text no further edit can change: threads, posts from before edits, and those with an open edit. */
export const WITHOUT_EDIT = prepared(({ jobs }: Places<{ jobs: BoundValue }>) =>
  tables
    .selectFrom('publications as p')
    .innerJoin('payloads as y', 'y.id', 'p.payload_id')
    .select('p.id')
    .where('p.job_id', '=', anyOf(jobs))
    .where('p.state', '=', literal('published'))
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('y.post', 'is', null),
        sql<boolean>`jsonb_array_length(y.post -> 'thread') > 0`,
        exists(
          selectFrom('drafts as d')
            .select('d.id')
            .whereRef('d.edits_publication_id', '=', 'p.id')
            .where('d.state', 'in', OPEN_EDIT.map(literal)),
        ),
      ]),
    ),
);

/** The publication with the post's current text. */
export const newestOf = (post: readonly PostRow[]): PostRow | undefined => post.findLast(({ state }) => state === 'published');

/**
 * The publications of a post, under the lock of the one that published it: edits and removals of a post wait for
 * each other. Needs a transaction; the caller may have locked the draft, and locks none after this.
 */
export async function lockPost(ctx: Context, publicationId: string): Promise<PostRow[]> {
  const [first] = await publicationsOfPost(ctx.em, publicationId);
  await ctx.em.findOneOrFail(Publication, first?.id ?? publicationId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  return publicationsOfPost(ctx.em, publicationId);
}

/** Whether the post of these publications is gone, or a person has signed its removal. */
export async function isPostRemoved(em: EntityManager, post: readonly PostRow[]): Promise<boolean> {
  const removal = { $or: [{ state: { $in: [...REMOVED] } }, { isPostGone: true }] };
  return (await em.count(Retraction, { publicationId: { $in: post.map(({ id }) => id) }, ...removal })) > 0;
}

/** Why an edit of this publication can no longer be sent to its post; null if it can. */
export async function whyNotCurrent(
  { em }: Pick<Context, 'em'>,
  post: readonly PostRow[],
  editsPublicationId: string,
): Promise<LocalizedMessage | null> {
  if (await isPostRemoved(em, post)) return say`The post was removed, so its text can no longer be edited.`;
  return newestOf(post)?.id === editsPublicationId ? null : say`The post has been edited since, so this text would overwrite a newer one.`;
}

/** Whether this removal is signed or carried out; one that left only the first comment was, too. */
export const isRemoval = ({ state, isPostGone }: Pick<Retraction, 'state' | 'isPostGone'>): boolean =>
  isPostGone || REMOVED.includes(state);

const RETRACTIONS = rowsOf(Retraction, (from, { ids }: Places<{ ids: BoundValue }>) =>
  from.where('t.publication_id', 'in', tables.selectFrom(postsOf(publicationsIn(ids)).as('found')).select('found.id')).orderBy('t.id'),
);

/** The publications of the posts of these, and every removal of those posts, oldest first. One statement. */
async function readRemovals(
  em: EntityManager,
  publicationIds: readonly string[],
): Promise<{ posts: PostRow[]; retractions: Retraction[] }> {
  if (publicationIds.length === 0) return { posts: [], retractions: [] };
  const ids = idsOf(publicationIds);
  return readTogether(em, { posts: partOf(POSTS({ ids })), retractions: RETRACTIONS(em, { ids }) });
}

/** The removal of each post, by named publication: the newest that is signed or carried out, otherwise the newest. */
function removalsOf({ posts, retractions }: Awaited<ReturnType<typeof readRemovals>>): Map<string, Retraction> {
  const namedBy = Map.groupBy(posts, ({ id }) => id);
  const found = new Map<string, Retraction>();
  for (const retraction of retractions) {
    for (const { named } of namedBy.get(retraction.publicationId) ?? []) {
      const earlier = found.get(named);
      if (!earlier || !isRemoval(earlier) || isRemoval(retraction)) found.set(named, retraction);
    }
  }
  return found;
}

/** The removals of the published ones among these, by publication id. */
export async function removalsOfPublished(
  { em }: Pick<Context, 'em'>,
  publications: readonly Pick<Publication, 'id' | 'state'>[],
): Promise<Map<string, Retraction>> {
  const published = publications.flatMap(({ id, state }) => (state === 'published' ? [id] : []));
  return removalsOf(await readRemovals(em, published));
}

const REMOVED_DRAFTS = prepared(({ ids }: Places<{ ids: BoundValue }>) =>
  tables
    .selectFrom(
      postsOf(
        tables
          .selectFrom('publications as p')
          .select('p.id')
          .where('p.state', '=', literal('published'))
          .where('p.superseded_at', 'is', null)
          .where('p.job_id', 'in', tables.selectFrom('publish_jobs as j').select('j.id').where('j.draft_id', '=', anyOf(ids))),
      ).as('found'),
    )
    .innerJoin('publications as out', 'out.id', 'found.named')
    .innerJoin('publish_jobs as job', 'job.id', 'out.job_id')
    .leftJoin('retractions as r', (join) => join.onRef('r.publication_id', '=', 'found.id').on('r.is_post_gone', '=', literal(true)))
    .select('job.draft_id as id')
    .groupBy('job.draft_id')
    .having(sql<boolean>`count(distinct out.id) = count(distinct out.id) filter (where r.id is not null)`),
);

/** Those of these drafts whose published posts were all removed, by draft id. One query. */
export async function removedDraftsOf({ em }: Pick<Context, 'em'>, draftIds: readonly string[]): Promise<Map<string, true>> {
  const rows = await query(em, REMOVED_DRAFTS({ ids: idsOf(draftIds) }));
  return new Map(rows.map(({ id }) => [id, true as const]));
}

/** A removal and the names of the people behind it. */
export interface NamedRetraction {
  retraction: Retraction;
  requestedBy: LocalizedMessage;
  decidedBy: LocalizedMessage | null;
}

/** The removal of the post of each publication, whichever of its publications it was requested for. A constant number of queries. */
export async function retractionsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, NamedRetraction>> {
  const found = await readRemovals(ctx.em, publicationIds);
  const rows = found.retractions;
  if (rows.length === 0) return new Map();
  const authors = await authorsOf(ctx, rows);
  const users = await ctx.em.find(User, { id: { $in: rows.flatMap(({ decidedBy }) => decidedBy ?? []) } });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return new Map(
    [...removalsOf(found)].map(([named, retraction]) => [
      named,
      {
        retraction,
        requestedBy: authors.get(retraction.id)?.name ?? say`Someone`,
        decidedBy: retraction.decidedBy ? (names.get(retraction.decidedBy) ?? say`Someone`) : null,
      },
    ]),
  );
}

/**
 * The first comment of each publication that has one and was sent at least once, by publication id. One
 * query.
 */
export async function firstCommentsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, FirstComment>> {
  if (publicationIds.length === 0) return new Map();
  const rows = await ctx.em.find(FirstComment, { publicationId: { $in: [...publicationIds] } });
  return new Map(rows.map((row) => [row.publicationId, row]));
}

/**
 * A requested removal of a post that was edited since covers its new content: a signature of the former one is refused, and
 * those who may sign are asked again. `newest` has the post's current content.
 */
export async function coverNewestContent(ctx: Context, post: readonly PostRow[], newest: Publication): Promise<void> {
  const retraction = await ctx.em.findOne(
    Retraction,
    { publicationId: { $in: post.map(({ id }) => id) }, state: 'requested' },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!retraction) return;
  retraction.contentHash = await retractionHash(ctx, newest);
  const publication = await ctx.em.findOneOrFail(Publication, retraction.publicationId);
  const job = await ctx.em.findOneOrFail(PublishJob, publication.jobId);
  recordRetractionEvent(ctx, retraction, { job, publication });
}

/** The hash that a person signs to remove a post: exactly this post with this content. */
export async function retractionHash({ em }: Context, { platform, providerId, payloadId }: Publication): Promise<string> {
  const { payloadHash } = await em.findOneOrFail(Payload, payloadId);
  const content = { action: 'retract', platform, provider_id: providerId, payload_hash: payloadHash };
  return createHash('sha256')
    .update(canonicalize(content) ?? '')
    .digest('hex');
}
