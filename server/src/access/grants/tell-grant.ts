import type { Context } from '../../context.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { Grant } from './grant.entity.ts';

/** The event of something that concerns one agent's access; no other agent is told. */
export function tellGrant(ctx: Context, happening: 'rotation_requested' | 'revoked', grant: Grant): void {
  const { id, accountId, workspaceId, agentId, state } = grant;
  recordEvent(ctx, { type: `grant.${happening}`, accountId, workspaceId, subjectId: id, grantId: id, data: { state, agent_id: agentId } });
}
