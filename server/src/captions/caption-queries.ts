import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Cursors, cursorsOf, cutPage, findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { type Part, partOf } from '../db/read-together.ts';
import { idsOf, query } from '../db/reading/query.ts';
import { type BoundValue, literal, type Places, prepared, tables } from '../db/tables.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { loadDraft } from '../drafts/draft-queries.ts';
import { DomainError } from '../errors.ts';
import type { Omission } from '../platforms/text/omission.ts';
import { Caption } from './caption.entity.ts';
import { CaptionSet } from './caption-set.entity.ts';

export interface CurrentCaptions {
  captionSet: CaptionSet;
  captions: Caption[];
}

/** The newest caption set of each draft, with its captions; drafts without one are absent. Two queries. */
export async function currentCaptionsOf(ctx: Context, draftIds: readonly string[]): Promise<Map<string, CurrentCaptions>> {
  if (draftIds.length === 0) return new Map();
  const sets = await ctx.em
    .createQueryBuilder(CaptionSet)
    .select('*')
    .distinctOn('draftId')
    .where({ draftId: { $in: [...new Set(draftIds)] } })
    .orderBy({ draftId: 'asc', revision: 'desc' })
    .getResultList();
  const bySet = await captionsOfSets(
    ctx,
    sets.map(({ id }) => id),
  );
  return new Map(sets.map((captionSet) => [captionSet.draftId, { captionSet, captions: bySet.get(captionSet.id) ?? [] }]));
}

/** The newest caption set of one draft; null before there is any. */
export async function currentCaptions(ctx: Context, draftId: string): Promise<CurrentCaptions | null> {
  return (await currentCaptionsOf(ctx, [draftId])).get(draftId) ?? null;
}

/** The platforms of a draft that have no caption yet. */
export function platformsWithoutCaption(draft: Draft, current: CurrentCaptions | null): string[] {
  const present = new Set(current?.captions.map((caption) => caption.platform));
  return draft.platforms.filter((platform) => !present.has(platform));
}

/** A caption set with its captions, and whether it is the draft's newest. `not_found` also if the caller may not read it. */
export async function readCaptionSet(ctx: Context, id: string): Promise<CurrentCaptions & { draft: Draft; isCurrent: boolean }> {
  const captionSet = await ctx.em.findOne(CaptionSet, id);
  if (!captionSet) throw new DomainError('not_found');
  const draft = await loadDraft(ctx, captionSet.draftId);
  const captions = (await captionsOfSets(ctx, [id])).get(id) ?? [];
  const newest = await currentCaptions(ctx, draft.id);
  return { captionSet, captions, draft, isCurrent: newest?.captionSet.id === id };
}

const revisionCursors = (ctx: Context, draftId: string): Cursors => cursorsOf(ctx, 'revisions', draftId);

/** The caption sets of a draft that the caller may read, newest first. */
export function listRevisions(ctx: Context, draftId: string, request: PageRequest): Promise<Page<CaptionSet>> {
  return findPage(ctx.em, CaptionSet, { draftId }, { ...request, cursors: revisionCursors(ctx, draftId), order: 'desc' });
}

/** The first page of each draft's caption sets, newest first. Two queries for any number of drafts. */
export async function firstRevisionsOf(ctx: Context, draftIds: readonly string[], limit: number): Promise<Map<string, Page<CaptionSet>>> {
  const found = await query(
    ctx.em,
    tables
      .selectFrom(GIVEN(sql`${idsOf(draftIds)}`))
      .crossJoinLateral(({ selectFrom }) =>
        selectFrom('caption_sets as c')
          .select('c.id')
          .whereRef('c.draft_id', '=', 'd.id')
          .orderBy('c.id', 'desc')
          .limit(limit + 1)
          .as('s'),
      )
      .select('s.id'),
  );
  const sets = await ctx.em.find(CaptionSet, { id: { $in: found.map(({ id }) => id) } }, { orderBy: { id: 'desc' } });
  const byDraft = Map.groupBy(sets, ({ draftId }) => draftId);
  return new Map(draftIds.map((id) => [id, cutPage(byDraft.get(id) ?? [], limit, (set) => revisionCursors(ctx, id).of(set.id))]));
}

/** The captions of each set, by its id. One query. */
export async function captionsOfSets(ctx: Context, captionSetIds: readonly string[]): Promise<Map<string, Caption[]>> {
  if (captionSetIds.length === 0) return new Map();
  const captions = await ctx.em.find(Caption, { captionSetId: { $in: [...new Set(captionSetIds)] } }, { orderBy: { id: 'asc' } });
  return Map.groupBy(captions, ({ captionSetId }) => captionSetId);
}

/** Drafts as a table of their ids. */
type DraftIds = AliasedRawBuilder<{ id: string }, 'd'>;

const GIVEN = (drafts: RawBuilder<BoundValue>): DraftIds => sql<{ id: string }>`unnest(${drafts}::text[])`.as<'d'>(sql`d (id)`);

/** Each draft `d` with its newest captions `c`. */
const newestCaptions = (drafts: DraftIds) =>
  tables
    .selectFrom(drafts)
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom('caption_sets as n')
        .select('n.id')
        .whereRef('n.draft_id', '=', 'd.id')
        .orderBy('n.revision', 'desc')
        .limit(literal(1))
        .as('s'),
    )
    .innerJoin('captions as c', 'c.caption_set_id', 's.id')
    .select(['d.id as draftId', 'c.platform']);

/** The author of a draft's caption for a platform. */
export interface Origin {
  draftId: string;
  platform: string;
  origin: Caption['origin'];
}

const ORIGINS = prepared(({ drafts }: Places<{ drafts: BoundValue }>) => newestCaptions(GIVEN(drafts)).select('c.origin'));

/** The origins of each draft's newest captions. */
export const originsPart = (draftIds: readonly string[]): Part<Origin> => partOf(ORIGINS({ drafts: idsOf(draftIds) }));

/** The parts that a draft's posts omit: of its source, and descriptions that a network does not support. */
export type Omitted = Pick<Caption, 'platform' | 'omissions' | 'keptPercent'> & { draftId: string };

/** Payloads also record omitted descriptions; a draft without current payloads uses its captions. */
const omitted = (drafts: DraftIds) =>
  newestCaptions(drafts)
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('payloads as b')
          .innerJoin('drafts as f', (join) => join.onRef('f.id', '=', 'b.draft_id').onRef('f.content_hash', '=', 'b.content_hash'))
          .select(({ eb }) => eb.ref('b.preview', '->').key('omissions').as('omissions'))
          .whereRef('b.draft_id', '=', 'd.id')
          .whereRef('b.platform', '=', 'c.platform')
          .orderBy('b.position')
          .limit(literal(1))
          .as('p'),
      (join) => join.onTrue(),
    )
    .select(({ fn }) => fn.coalesce('p.omissions', 'c.omissions').$castTo<Omission[]>().as('omissions'))
    .select('c.kept_percent as keptPercent')
    .where(({ eb, or }) => or([sql<boolean>`coalesce(p.omissions, c.omissions) <> '[]'`, eb('c.kept_percent', 'is not', null)]))
    .orderBy('c.id');

const OMITTED = prepared(({ drafts }: Places<{ drafts: BoundValue }>) => omitted(GIVEN(drafts)));

export const omittedPart = (draftIds: readonly string[]): Part<Omitted> => partOf(OMITTED({ drafts: idsOf(draftIds) }));

/** As above, for the drafts of a table in the same statement. */
export const omittedIn = (table: string): Part<Omitted> => partOf(omitted(sql<{ id: string }>`${sql.table(table)}`.as('d')));
