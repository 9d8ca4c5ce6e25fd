import { registerClient } from '../access/oauth/clients/find-client.ts';
import { makePasswordReset } from '../access/passwords/reset-password.ts';
import type { Services } from '../context.ts';
import { holdCredits } from '../credits/credit-holds.ts';
import { setSurcharge } from '../credits/surcharges.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { takeQuota } from '../publishing/sending/take-quota.ts';
import { workOnPublication } from '../publishing/work-on-publication.ts';
import { actAs } from './actors.ts';
import { givenQueued } from './engine.ts';
import { fillAccount } from './matrix/everything.ts';
import { givenStage, type Stage } from './stage.ts';

/**
 * An installation in use: a workspace with one post published, one due, one pending and one rejected, and another account
 * with everything that the service can store.
 */
export async function givenInstallation(services: Services): Promise<void> {
  const deliver = (id: string) => workOnPublication(services, id, { signal: new AbortController().signal });
  const stage = await givenStage(services);
  const published = await givenQueued(stage, { sourceText: 'The night ferry runs again from Saturday.' });
  await deliver(published.publicationId);
  await givenQueued(stage, { sourceText: 'The pier opens on Friday at nine.' });
  await stage.submit({ sourceText: 'The harbour pool is heated until October.' });
  const { approval } = await stage.submit({ sourceText: 'The lighthouse is for sale.' });
  const decision = {
    approvalId: approval?.id ?? '',
    contentHash: approval?.contentHash ?? '',
    decision: 'rejected',
    comment: 'It is not.',
  } as const;
  await actAs(services, stage.owner, (ctx) => recordDecision(ctx, decision));
  await givenServiceRows(services, await fillAccount(services, deliver));
}

/** What belongs to the service as a whole, or is there only while something is under way. */
async function givenServiceRows(services: Services, { accountId, workspaceId, owner }: Stage): Promise<void> {
  const [{ id: publicationId } = { id: '' }] = await services.orm.em
    .fork()
    .find(Publication, { workspaceId, state: 'pending' }, { limit: 1 });
  const hold = { accountId, publicationId, workspaceId, unit: 'publication', credits: 1, grantId: null } as const;
  const quota = {
    max: 6,
    perSeconds: 86_400,
    scope: 'app',
    source: 'A fixture',
    checkedOn: '2026-12-01',
    confidence: 'documented',
  } as const;
  await actAs(services, { kind: 'operator' }, async (ctx) => {
    await registerClient(ctx, { client_name: 'Harbour agent', redirect_uris: ['http://127.0.0.1/back'] });
    await makePasswordReset(ctx, owner.email);
    await setSurcharge(ctx, { platform: 'x', credits: 1, creditsWithLink: 3 });
    await holdCredits(ctx, [hold]);
    await takeQuota(ctx, { platform: 'x', connectionId: 'con_1', quotas: [quota], cost: 1 });
  });
}
