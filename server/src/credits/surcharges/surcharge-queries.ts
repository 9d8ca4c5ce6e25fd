import type { EntityManager } from '@mikro-orm/postgresql';
import type { Part } from '../../db/read-together.ts';
import { partOf } from '../../db/read-together.ts';
import { literal, tables } from '../../db/tables.ts';

/** A platform's surcharge on the first credit. */
export interface Surcharge {
  platform: string;
  credits: number;
  /** The amount for a post with a link; null: the same. */
  creditsWithLink: number | null;
}

/** By platform; platforms without one are left out. */
export type Surcharges = ReadonlyMap<string, Surcharge>;

/** What the credits of a post depend on. */
export interface ReckonedPost {
  platform: string;
  /** Whether the text contains a link: `hasLink()` of the payload. */
  hasLink: boolean;
}

/** The query of surchargesFrom(), to be batched with others. */
export const SURCHARGES: Part<Surcharge> = partOf(
  tables
    .selectFrom('platform_surcharges')
    .select(['platform', 'credits', 'credits_with_link as creditsWithLink'])
    .where(({ eb, or }) => or([eb('credits', '>', literal(0)), eb('credits_with_link', 'is not', null)])),
);

export function surchargesFrom(rows: readonly Surcharge[]): Surcharges {
  return new Map(rows.map((row) => [row.platform, row]));
}

/** The current surcharges; earlier submissions keep theirs. */
export async function readSurcharges(em: EntityManager): Promise<Surcharges> {
  return surchargesFrom(await em.execute<Surcharge[]>(SURCHARGES.sql));
}

/** The current cost of a post on its platform. */
export function creditsOn({ platform, hasLink }: ReckonedPost, surcharges: Surcharges): number {
  const { credits = 0, creditsWithLink = null } = surcharges.get(platform) ?? {};
  return 1 + (hasLink ? (creditsWithLink ?? credits) : credits);
}

/** creditsOn() in SQL: for a row `p` with "hasLink", left joined to the row `s` of `platform_surcharges`. */
export const CREDITS_ON = `1 + coalesce(case when p."hasLink" then s.credits_with_link end, s.credits, 0)`;
