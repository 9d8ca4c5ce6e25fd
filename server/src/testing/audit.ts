import { AuditLink } from '../audit/audit.entities.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Services } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import { contextFor } from './test-services.ts';

export type SealedLink = AuditLink;

const AT_ONCE = 8;

/** This many entries of the account, or with null of the service, in separate, concurrent transactions. */
export async function givenAudit(services: Services, accountId: string | null, count: number): Promise<void> {
  const write = (amount: number) =>
    inTransaction(contextFor(services), (ctx) =>
      recordAudit(ctx, {
        accountId,
        action: 'credits.added',
        subjectId: newId('ent'),
        details: { amount, note: 'Fähre – 港', nested: { price: amount / 3, list: [null, true, { b: 1, a: 2 }] }, nothing: undefined },
      }),
    );
  const amounts = Array.from({ length: count }, (_, index) => index + 1);
  while (amounts.length > 0) await Promise.all(amounts.splice(0, AT_ONCE).map(write));
}

/** The chain of the account, or with null of the service, from its first link. */
export function linksOf(services: Services, accountId: string | null): Promise<SealedLink[]> {
  return services.orm.em.fork().find(AuditLink, { accountId: accountId ?? '' }, { orderBy: { seq: 'asc' } });
}
