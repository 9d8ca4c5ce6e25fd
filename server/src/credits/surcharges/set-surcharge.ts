import { requireOperator } from '../../access/authorise.ts';
import { requireRecentIfPerson } from '../../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { say } from '../../languages/sentence.ts';
import { PlatformSurcharge } from './platform-surcharge.entity.ts';

export interface SurchargeChange {
  platform: string;
  /** Whole credits, 0 for none. */
  credits: number;
}

const { min, max } = FIELD_RULES.credits.surcharge;

/**
 * The operator says what a post takes on a platform beyond its one credit. It counts for what is asked for from then on: what has been
 * asked for keeps what it was asked for at. Throws `validation_failed`.
 */
export async function setSurcharge(ctx: Context, { platform, credits }: SurchargeChange): Promise<void> {
  assertTransaction(ctx);
  requireOperator(ctx);
  await requireRecentIfPerson(ctx);
  if (!ctx.platforms.has(platform)) {
    const known = [...ctx.platforms.keys()].join(', ');
    throw new DomainError('validation_failed', { fields: [{ pointer: '/platform', message: `Not a platform. Known: ${known}.` }] });
  }
  if (!(Number.isInteger(credits) && credits >= min && credits <= max)) {
    throw new DomainError('validation_failed', {
      fields: [{ pointer: '/credits', message: say`must be a whole number from ${min} to ${max}.` }],
    });
  }
  const standing = await ctx.em.findOne(PlatformSurcharge, { platform }, { refresh: true });
  const from = standing?.credits ?? 0;
  if (from === credits) return;
  const setBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  await ctx.em.upsert(PlatformSurcharge, { platform, credits, setBy, setAt: ctx.clock.now() });
  await recordAudit(ctx, { accountId: null, action: 'surcharge.changed', subjectId: platform, details: { from, credits } });
}
