import { requireOperator } from '../access/authorise.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { type Part, partOf, readTogether } from '../db/read-together.ts';
import { literal, tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { say } from '../languages/sentence.ts';
import { chargesByLink, type PlatformCharge } from '../platforms/platform/charges.ts';
import { PlatformSurcharge } from './credit.entities.ts';

interface SurchargeChange {
  platform: string;
  /** Whole credits, 0 for none. */
  credits: number;
  /** For posts with a link, on platforms that charge for it; absent or null: the same. */
  creditsWithLink?: number | null | undefined;
}

const { min, max } = FIELD_RULES.credits.surcharge;

/**
 * Sets a platform's surcharge on the first credit. It applies to later submissions; earlier ones keep their cost.
 * Throws `validation_failed`.
 */
export async function setSurcharge(ctx: Context, { platform, credits, creditsWithLink = null }: SurchargeChange): Promise<void> {
  assertTransaction(ctx);
  requireOperator(ctx);
  await requireRecentIfPerson(ctx);
  const network = ctx.platforms.get(platform);
  if (!network) {
    const known = [...ctx.platforms.keys()].join(', ');
    throw new DomainError('validation_failed', { fields: [{ pointer: '/platform', message: `Not a platform. Known: ${known}.` }] });
  }
  if (network.isFree) {
    const message = say`Posts to ${network.label} use no credits.`;
    throw new DomainError('validation_failed', { fields: [{ pointer: '/platform', message }] });
  }
  requireWhole('/credits', credits);
  if (creditsWithLink !== null) {
    requireWhole('/credits_with_link', creditsWithLink);
    if (!chargesByLink(network.charges)) {
      const message = say`${network.label} charges the same for a post with a link: leave it out.`;
      throw new DomainError('validation_failed', { fields: [{ pointer: '/credits_with_link', message }] });
    }
  }
  const standing = await ctx.em.findOne(PlatformSurcharge, { platform }, { refresh: true });
  const [from, fromWithLink] = [standing?.credits ?? 0, standing?.creditsWithLink ?? null];
  if (from === credits && fromWithLink === creditsWithLink) return;
  const setBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  await ctx.em.upsert(PlatformSurcharge, { platform, credits, creditsWithLink, setBy, setAt: ctx.clock.now() });
  const withLink = fromWithLink === creditsWithLink ? {} : { fromWithLink, creditsWithLink };
  await recordAudit(ctx, { accountId: null, action: 'surcharge.changed', subjectId: platform, details: { from, credits, ...withLink } });
}

function requireWhole(pointer: string, credits: number): void {
  if (Number.isInteger(credits) && credits >= min && credits <= max) return;
  throw new DomainError('validation_failed', { fields: [{ pointer, message: say`must be a whole number from ${min} to ${max}.` }] });
}

/** A platform's surcharge on the first credit. */
interface Surcharge {
  platform: string;
  credits: number;
  /** The amount for a post with a link; null: the same. */
  creditsWithLink: number | null;
  /** Its posts cost no credits at all. */
  isFree?: boolean;
}

/** By platform; platforms where a post costs one credit are absent. */
export type Surcharges = ReadonlyMap<string, Surcharge>;

/** The facts that a post's cost depends on. */
interface ReckonedPost {
  platform: string;
  /** Whether the text contains a link: `hasLink()` of the payload. */
  hasLink: boolean;
  /** It changes a published post, and is not another one. */
  isEdit?: boolean;
}

/** The query of surchargesFrom(), to be batched with others. */
export const SURCHARGES: Part<Surcharge> = partOf(
  tables
    .selectFrom('platform_surcharges')
    .select(['platform', 'credits', 'credits_with_link as creditsWithLink'])
    .where(({ eb, or }) => or([eb('credits', '>', literal(0)), eb('credits_with_link', 'is not', null)])),
);

export function surchargesFrom(rows: readonly Surcharge[], platforms: Context['platforms']): Surcharges {
  const free = [...platforms.values()].filter(({ isFree }) => isFree);
  return new Map([
    ...rows.map((row) => [row.platform, row] as const),
    ...free.map(({ id: platform }) => [platform, { platform, credits: 0, creditsWithLink: null, isFree: true }] as const),
  ]);
}

/** The current surcharges; earlier submissions keep theirs. */
export async function readSurcharges({ em, platforms }: Pick<Context, 'em' | 'platforms'>): Promise<Surcharges> {
  return surchargesFrom((await readTogether(em, { surcharges: SURCHARGES })).surcharges, platforms);
}

/** The current cost of a post on its platform. */
export function creditsOn({ platform, hasLink, isEdit = false }: ReckonedPost, surcharges: Surcharges): number {
  const { credits = 0, creditsWithLink = null, isFree = false } = surcharges.get(platform) ?? {};
  if (isFree || isEdit) return 0;
  return 1 + (hasLink ? (creditsWithLink ?? credits) : credits);
}

/** The part of a post's credits that is the surcharge. */
export const surchargeIn = (credits: number): number => Math.max(0, credits - 1);

/** creditsOn() in SQL: for a row `p` with "hasLink" and "isFree", left joined to the row `s` of `platform_surcharges`. */
export const CREDITS_ON = `case when p."isFree" then 0 else 1 + coalesce(case when p."hasLink" then s.credits_with_link end, s.credits, 0) end`;

/** The current cost of a post on a platform. */
export interface PlatformPrice {
  platform: string;
  label: string;
  /** One plus the surcharge; 0 if posts are free. */
  credits: number;
  surcharge: number;
  /** As above for a post with a link; both null if they are the same. */
  creditsWithLink: number | null;
  surchargeWithLink: number | null;
  /** What the network charges the operator, for information. */
  charges: readonly PlatformCharge[];
}

/** The prices of every publishable platform, in display order. */
export async function platformPrices(ctx: Pick<Context, 'em' | 'platforms'>): Promise<PlatformPrice[]> {
  return pricesBy(ctx.platforms, await readSurcharges(ctx));
}

export function pricesBy(platforms: Context['platforms'], surcharges: Surcharges): PlatformPrice[] {
  return [...platforms.values()]
    .filter(({ publishing }) => publishing !== 'none yet')
    .map(({ id, label, charges }) => {
      const credits = creditsOn({ platform: id, hasLink: false }, surcharges);
      const creditsWithLink = surcharges.get(id)?.creditsWithLink == null ? null : creditsOn({ platform: id, hasLink: true }, surcharges);
      const surchargeWithLink = creditsWithLink === null ? null : surchargeIn(creditsWithLink);
      return { platform: id, label, credits, surcharge: surchargeIn(credits), creditsWithLink, surchargeWithLink, charges };
    });
}

/** Whether a post costs more than one credit. */
export function hasSurcharge({ surcharge, surchargeWithLink }: PlatformPrice): boolean {
  return surcharge > 0 || surchargeWithLink !== null;
}
