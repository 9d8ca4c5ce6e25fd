import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import { METRICS } from '../platforms/platform/read-back.ts';
import { Publication } from './publication.entity.ts';

/** After publication. */
const AFTER_MS = [HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 30 * DAY_MS];

const momentsOf = (publishedAt: Date): Date[] => AFTER_MS.map((ms) => new Date(publishedAt.getTime() + ms));

/** When a post's metrics are read next; null after the last time. */
export function nextMetricsMoment(publishedAt: Date, now: Date): Date | null {
  return momentsOf(publishedAt).find((moment) => moment > now) ?? null;
}

/** The moment that a reading at this time is for; null before the first one. */
export function metricsMomentAt(publishedAt: Date, now: Date): Date | null {
  return momentsOf(publishedAt).findLast((moment) => moment <= now) ?? null;
}

/** One figure of a published post at one time, as its network reported it. Immutable. */
export const PostMetric = defineEntity({
  name: 'PostMetric',
  tableName: 'post_metrics',
  uniques: [{ properties: ['publicationId', 'dueAt', 'name'] }],
  properties: {
    id: idColumn(),
    ...belonging(),
    publicationId: () => p.manyToOne(Publication).mapToPk().name('publication_id').createForeignKeyConstraint(false),
    /** The scheduled moment that the reading is for; each has at most one reading. */
    dueAt: timestamp(),
    /** The network's own name for the metric. */
    name: p.text(),
    /** Its common name; null where there is none. */
    metric: p.enum(METRICS).nullable(),
    /** Null if the network did not report it, which is not 0. */
    value: p.bigint('number').nullable(),
    readAt: timestamp(),
  },
});
export type PostMetric = InferEntity<typeof PostMetric>;
