import type { EntityManager } from '@mikro-orm/postgresql';
import type { Part } from '../../db/read-together.ts';

interface SurchargeRow {
  platform: string;
  credits: number;
}

/** Credits that a post takes beyond the first, by platform; platforms without a surcharge are left out. */
export type Surcharges = ReadonlyMap<string, number>;

/** What surchargesFrom() reads, to be asked beside something else. */
export const SURCHARGES: Part<SurchargeRow> = {
  sql: 'select platform, credits from platform_surcharges where credits > 0',
  parameters: [],
};

export function surchargesFrom(rows: readonly SurchargeRow[]): Surcharges {
  return new Map(rows.map(({ platform, credits }) => [platform, credits]));
}

/** As they stand now; what was asked for before keeps the ones of then. */
export async function readSurcharges(em: EntityManager): Promise<Surcharges> {
  return surchargesFrom(await em.execute<SurchargeRow[]>(SURCHARGES.sql));
}

/** What a post takes on a platform, asked for now. */
export function creditsOn(platform: string, surcharges: Surcharges): number {
  return 1 + (surcharges.get(platform) ?? 0);
}
