import { sql } from 'kysely';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { METRICS, type Metric } from '../../platforms/platform/read-back.ts';
import { PostMetric } from '../post-metric.entity.ts';

export type CommonFigures = Record<Metric, number | null>;

/** The metrics that a network reported for a post at one time. */
export interface MetricsAt {
  readAt: Date;
  /** By their common names; null if unreported, which is not 0. */
  figures: CommonFigures;
  /** By the network's own names. */
  raw: { name: string; value: number | null }[];
}

/** All readings of metrics by publication id, oldest first: at most six. One query. */
export async function metricsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, MetricsAt[]>> {
  const figures = await figuresOf(ctx, publicationIds);
  return readingsOf([...figures.values()].flat());
}

/** All metrics by publication id, in the order in which they were read. One query. */
export async function figuresOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, PostMetric[]>> {
  if (publicationIds.length === 0) return new Map();
  const rows = await ctx.em.find(PostMetric, { publicationId: { $in: [...publicationIds] } }, { orderBy: { id: 'asc' } });
  return Map.groupBy(rows, ({ publicationId }) => publicationId);
}

/** Rows in the order in which they were read, by publication id. */
export function readingsOf(rows: readonly PostMetric[]): Map<string, MetricsAt[]> {
  const all = Map.groupBy(rows, ({ publicationId }) => publicationId);
  return new Map([...all].map(([id, own]) => [id, [...Map.groupBy(own, ({ dueAt }) => dueAt.getTime()).values()].map(readingOf)]));
}

function readingOf(rows: readonly PostMetric[]): MetricsAt {
  const figures = Object.fromEntries(METRICS.map((metric) => [metric, null])) as CommonFigures;
  for (const { metric, value } of rows) if (metric) figures[metric] = value ?? null;
  return { readAt: rows[0]?.readAt ?? new Date(0), figures, raw: rows.map(({ name, value }) => ({ name, value: value ?? null })) };
}

/** The sums of the newest metrics of a workspace's posts on one network. */
export interface NetworkMetrics {
  platform: string;
  /** The number of posts with metrics. */
  posts: number;
  figures: CommonFigures;
  /** When the newest of them was read. */
  readAt: Date;
}

/**
 * A value of each common metric of each post that was published in the last `days` days: the newest, or the one that was read
 * at this age of the post. One query.
 */
async function figuresSince(ctx: Context, workspaceId: string, { days, ageMs }: { days: number; ageMs?: number }) {
  const since = new Date(ctx.clock.now().getTime() - days * DAY_MS);
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('post_metrics as m')
      .innerJoin('publications as p', 'p.id', 'm.publication_id')
      .distinctOn(['m.publication_id', 'm.metric'])
      .select(['m.publication_id', 'm.metric', 'm.value', 'm.read_at', 'p.platform', 'p.connection_id'])
      .where('m.workspace_id', '=', workspaceId)
      .where('p.published_at', '>', since)
      .where('m.metric', 'is not', null)
      .where('m.value', 'is not', null)
      .$if(ageMs !== undefined, (from) => from.where(sql<boolean>`m.due_at = p.published_at + ${ageMs} * interval '1 millisecond'`))
      .orderBy('m.publication_id')
      .orderBy('m.metric')
      .orderBy('m.due_at', 'desc'),
  );
  return rows.map((row) => ({ ...row, metric: row.metric as Metric, value: Number(row.value), readAt: new Date(row.read_at) }));
}

/** The metrics of the posts that a workspace published in the last `days` days, by network. */
export async function networkMetricsOf(ctx: Context, workspaceId: string, days: number): Promise<NetworkMetrics[]> {
  const newest = await figuresSince(ctx, workspaceId, { days });
  return [...Map.groupBy(newest, ({ platform }) => platform)].map(([platform, own]) => {
    const sums = METRICS.map((metric) => {
      const values = own.filter((row) => row.metric === metric).map(({ value }) => value);
      return [metric, values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null];
    });
    const posts = new Set(own.map(({ publication_id: id }) => id)).size;
    return { platform, posts, figures: Object.fromEntries(sums) as CommonFigures, readAt: newestOf(own) };
  });
}

/** A median of the account's posts. */
export interface UsualMetric {
  platform: string;
  connectionId: string;
  metric: Metric;
  median: number;
  /** The number of posts behind the median. */
  posts: number;
  /** When the newest of them was read. */
  readAt: Date;
}

const USUAL_DAYS = 90;
const FEWEST_POSTS = 5;

/**
 * The median of each metric of each account over the last 90 days, a day after publication: a post of an hour ago has no figures
 * that compare with those of a month ago. Absent with fewer than five posts.
 */
export async function usualMetricsOf(ctx: Context, workspaceId: string): Promise<UsualMetric[]> {
  const figures = await figuresSince(ctx, workspaceId, { days: USUAL_DAYS, ageMs: DAY_MS });
  const groups = Map.groupBy(figures, ({ connection_id: connectionId, metric }) => `${connectionId} ${metric}`);
  return [...groups.values()].flatMap((own): UsualMetric[] => {
    const [first] = own;
    if (!first?.connection_id || own.length < FEWEST_POSTS) return [];
    const { platform, connection_id: connectionId, metric } = first;
    const median = medianOf(own.map(({ value }) => value));
    return [{ platform, connectionId, metric, median, posts: own.length, readAt: newestOf(own) }];
  });
}

const newestOf = (rows: readonly { readAt: Date }[]): Date => new Date(Math.max(...rows.map(({ readAt }) => readAt.getTime())));

/** For an even number of values, the mean of the two in the middle, rounded. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [lower = 0, upper = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return Math.round((lower + upper) / 2);
}
