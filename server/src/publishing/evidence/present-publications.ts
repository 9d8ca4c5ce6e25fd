import type { Context } from '../../context.ts';
import { CreditEntry } from '../../credits/credit-entry.entity.ts';
import type { CreditHold } from '../../credits/credit-hold.entity.ts';
import { holdsOf } from '../../credits/credit-queries.ts';
import type { Attempt } from '../attempt.entity.ts';
import { attemptsOf } from '../jobs/job-queries.ts';
import type { Publication } from '../publication.entity.ts';
import { manualResolutionsOf, type NamedManualResolution } from '../reconciliation/manual-resolution-queries.ts';
import { type NamedRetraction, retractionsOf } from '../retraction/retraction-queries.ts';
import { verificationsOf } from '../verification/verification-queries.ts';
import type { Verification } from '../verification.entity.ts';
import type { EvidenceAttempt, EvidencePublication } from './evidence-document.ts';

/** Each publication with its attempts, outcome and credits. */
export async function presentPublications(ctx: Context, publications: readonly Publication[]): Promise<EvidencePublication[]> {
  const ids = publications.map(({ id }) => id);
  const attempts = await attemptsOf(ctx, ids);
  const settlements = await manualResolutionsOf(ctx, ids);
  const verifications = await verificationsOf(ctx, ids);
  const retractions = await retractionsOf(ctx, ids);
  const holds = await holdsOf(ctx, ids);
  const entries = await ctx.em.find(CreditEntry, { holdId: { $in: [...holds.values()].map(({ id }) => id) } }, { orderBy: { id: 'asc' } });
  const byHold = Map.groupBy(entries, ({ holdId }) => holdId ?? '');
  return publications.map((publication) => {
    const hold = holds.get(publication.id);
    return {
      ...ownFacts(publication),
      attempts: (attempts.get(publication.id) ?? []).map(attemptView),
      verifications: (verifications.get(publication.id) ?? []).map(verificationView),
      ...retractionPart(retractions.get(publication.id)),
      settlement: settlementView(settlements.get(publication.id)),
      credit: hold ? { hold: holdView(hold), entries: (byHold.get(hold.id) ?? []).map(entryView) } : null,
    };
  });
}

function ownFacts(
  publication: Publication,
): Omit<EvidencePublication, 'attempts' | 'verifications' | 'retraction' | 'settlement' | 'credit'> {
  const { intent, failureCode, failureMessage } = publication;
  return {
    publication_id: publication.id,
    payload_id: publication.payloadId,
    platform: publication.platform,
    connection_id: publication.connectionId ?? null,
    state: publication.state,
    intent: intent ? { id: intent.id, created_at: intent.createdAt, keys: intent.keys } : null,
    provider_id: publication.providerId ?? null,
    provider_url: publication.providerUrl ?? null,
    published_at: publication.publishedAt?.toISOString() ?? null,
    failure: failureCode ? { code: failureCode, message: failureMessage ?? '' } : null,
  };
}

function attemptView({ number, startedAt, endedAt, outcome, message, gates }: Attempt): EvidenceAttempt {
  return {
    number,
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    outcome: outcome ?? null,
    answer: message ?? null,
    gates: gates ?? null,
  };
}

function verificationView({ result, seenBy = null, differences, message = null, createdAt }: Verification) {
  return { result, seen_by: seenBy, differences, message, at: createdAt.toISOString() };
}

function retractionPart(named: NamedRetraction | undefined): Pick<EvidencePublication, 'retraction'> {
  if (!named) return {};
  const { retraction, requestedBy, decidedBy } = named;
  const { id, state, contentHash, reason, decidedAt, endedAt, message } = retraction;
  return {
    retraction: {
      retraction_id: id,
      state,
      content_hash: contentHash,
      reason,
      requested_by: String(requestedBy),
      decided_by: decidedBy === null ? null : String(decidedBy),
      decided_at: decidedAt?.toISOString() ?? null,
      ended_at: endedAt?.toISOString() ?? null,
      message: message ?? null,
    },
  };
}

function settlementView(settled: NamedManualResolution | undefined): EvidencePublication['settlement'] {
  if (!settled) return null;
  const { verdict, reason, evidenceUrl, userId, createdAt } = settled.settlement;
  return { verdict, reason, evidence_url: evidenceUrl ?? null, by: String(settled.by), user_id: userId, at: createdAt.toISOString() };
}

function holdView({ id, bucket, credits, state, createdAt, endedAt }: CreditHold) {
  return { hold_id: id, bucket, credits, state, created_at: createdAt.toISOString(), ended_at: endedAt?.toISOString() ?? null };
}

function entryView({ id, bucket, kind, availableDelta, heldDelta, createdAt }: CreditEntry) {
  return { entry_id: id, bucket, kind, available_delta: availableDelta, held_delta: heldDelta, at: createdAt.toISOString() };
}
