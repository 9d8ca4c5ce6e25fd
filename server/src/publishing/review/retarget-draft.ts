import type { Context } from '../../context.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { findTargets } from '../../payloads/find-targets.ts';
import { currentPayloads } from '../../payloads/payload-queries.ts';
import { type RevisedContent, reviseContent } from './revise-content.ts';

const WAITING: readonly Draft['state'][] = ['in_review', 'approved', 'scheduled'];

/**
 * Gives what waits the targets that there are today, where those are others than were asked for: the
 * same job asks again, in the same name. Nothing happens to a draft whose accounts somebody chose,
 * whose words somebody is to change first, or that is on its way. Needs a transaction.
 */
export function retargetDraft(ctx: Context, draft: Draft, reason: string): Promise<RevisedContent> {
  return reviseContent(ctx, draft, {
    reason,
    async write(locked) {
      if (locked.connectionIds || !WAITING.includes(locked.state)) return false;
      const today = (await findTargets(ctx, locked)).map(({ platform, connectionId }) => [platform.id, connectionId]);
      const asked = (await currentPayloads(ctx, locked)).map(({ platform, connectionId }) => [platform, connectionId ?? null]);
      return JSON.stringify(today) !== JSON.stringify(asked);
    },
  });
}
