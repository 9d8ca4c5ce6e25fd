import { LockMode } from '@mikro-orm/postgresql';
import { requirePerson, requireWorkspace } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { Retraction } from '../retraction.entity.ts';
import { answerRequest } from './request-retraction.ts';

/** A person signs or declines a requested removal. Owners and approvers only. Needs a transaction. */
export async function decideRetraction(
  ctx: Context,
  { retractionId, contentHash, isSigned }: { retractionId: string; contentHash: string; isSigned: boolean },
): Promise<Retraction> {
  assertTransaction(ctx);
  if (ctx.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  const retraction = await ctx.em.findOne(Retraction, retractionId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!retraction) throw new DomainError('not_found');
  await requireWorkspace(ctx, retraction.workspaceId, 'decide');
  const { userId } = requirePerson(ctx);
  if (retraction.contentHash !== contentHash) throw new DomainError('content_changed');
  await answerRequest(ctx, retraction, { userId, isSigned });
  return retraction;
}
