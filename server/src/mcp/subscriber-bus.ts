import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Change, News } from '../events/change.ts';
import type { AgentContext } from '../http/engine/operation.ts';

/** How often an open stream's key is checked again, if no event reports its end. */
const CHECK_MS = 15_000;

export interface Subscriber {
  ctx: AgentContext;
  /** The subscribed URIs: all of them are notified when events may have been missed. */
  asked: readonly string[];
  /** Whether the key would still be accepted. */
  isWelcome(): Promise<boolean>;
  /** Ends the stream. */
  end(): void;
}

/**
 * The changes in one agent's workspace, by resource URI, for one stream. It listens before the stream begins, so
 * nothing is missed in between; call `close` to release it.
 */
export async function openSubscriberBus({ ctx, asked, isWelcome, end }: Subscriber): Promise<{ bus: ServerEventBus; close(): void }> {
  const { workspaceId, grantId } = ctx.actor;
  const waiting: ServerEvent[] = [];
  let tell = (event: ServerEvent): void => void waiting.push(event);
  const updated = (uri: string): void => tell({ kind: 'resource_updated', uri });
  const check = (): void => void isWelcome().then((is) => is || end(), end);
  const heard = (news: News): void => {
    if (news.type === 'missed') {
      asked.forEach(updated);
      tell({ kind: 'resources_list_changed' });
    }
    if (news.type === 'access' && (news.subjectId === null || news.subjectId === grantId)) check();
    if (news.type !== 'change' || news.change.workspaceId !== workspaceId) return;
    addressesOf(news.change, grantId).forEach(updated);
    if (news.change.kind === 'draft') tell({ kind: 'resources_list_changed' });
  };
  const leave = await ctx.changes.listen(heard);
  const timer = setInterval(check, CHECK_MS).unref();
  return {
    bus: {
      publish() {
        throw new Error('Nothing is published here: the database tells what changed.');
      },
      subscribe(listener) {
        tell = listener;
        waiting.splice(0).forEach(listener);
        return () => {
          tell = () => undefined;
        };
      },
    },
    close() {
      clearInterval(timer);
      leave();
    },
  };
}

/** The resources of this agent that the change affects. */
function addressesOf({ kind, id, draftId }: Change, grantId: string): string[] {
  const ofDraft = draftId ? [`countersign://drafts/${draftId}`] : [];
  if (kind === 'draft') return [`countersign://drafts/${id}`];
  if (kind === 'publish_job') return [`countersign://publish-jobs/${id}`, `countersign://publish-jobs/${id}/evidence`, ...ofDraft];
  if (kind === 'approval') return ofDraft;
  if (kind === 'connection') return ['countersign://connections'];
  return kind === 'grant' && id === grantId ? ['countersign://me'] : [];
}
