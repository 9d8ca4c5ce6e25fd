import type { Context } from '../../../context.ts';
import { takeNextSlot } from '../../../drafts/next-free-slot.ts';
import { DomainError } from '../../../errors.ts';
import { readTags } from '../../engine/etag.ts';
import type { OperationRequest } from '../../engine/operation.ts';

/** The newest revision in If-Match. Weak tags never match (RFC 9110, section 13.1.1). */
function readIfMatch(request: OperationRequest): number {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') throw new DomainError('precondition_required');
  const revisions = [...readTags(header)].map((tag) => /^"(\d{1,9})"$/.exec(tag)?.[1]).filter((revision) => revision !== undefined);
  if (revisions.length === 0)
    throw new DomainError('stale_revision', {
      message: `If-Match is ${header}. It takes the draft's \`revision\` in quotes; the ETag of a read is for If-None-Match.`,
    });
  return Math.max(...revisions.map(Number));
}

/** The same if the header is required, and may be `*`: null is any revision. */
export function readAnyIfMatch(request: OperationRequest): number | null {
  return request.headers['if-match'] === '*' ? null : readIfMatch(request);
}

/** The same if the header is optional: `*` is any revision. */
export function readOptionalIfMatch(request: OperationRequest): number | undefined {
  const header = request.headers['if-match'];
  return header === undefined || header === '*' ? undefined : readIfMatch(request);
}

/** Resolves a body's `scheduled_at`: a time, null for none, the workspace's next free slot, or undefined if left out. */
export async function readSchedule(ctx: Context, workspaceId: string, value: string | null | undefined): Promise<Date | null | undefined> {
  if (value === undefined || value === null) return value;
  return value === 'next_slot' ? takeNextSlot(ctx, workspaceId) : new Date(value);
}
