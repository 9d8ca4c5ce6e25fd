import type { Context } from '../../context.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { Grant } from './grant.entity.ts';

/** Records an event about one agent's access; other agents do not receive it. */
export function tellGrant(ctx: Context, happening: 'rotation_requested' | 'revoked', grant: Grant): void {
  const { id, accountId, workspaceId, agentId, state } = grant;
  recordEvent(ctx, { type: `grant.${happening}`, accountId, workspaceId, subjectId: id, grantId: id, data: { state, agent_id: agentId } });
}
