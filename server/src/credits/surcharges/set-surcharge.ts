import { requireOperator } from '../../access/authorise.ts';
import { requireRecentIfPerson } from '../../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { say } from '../../languages/sentence.ts';
import { chargesByLink } from '../../platforms/platform/charges.ts';
import { PlatformSurcharge } from './platform-surcharge.entity.ts';

export interface SurchargeChange {
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
