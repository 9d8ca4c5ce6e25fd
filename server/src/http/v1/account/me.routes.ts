import { ApiKey, Grant } from '../../../access/grants/grant.entity.ts';
import { Workspace } from '../../../access/workspace.entity.ts';
import type { Services } from '../../../context.ts';
import { readTogether } from '../../../db/read-together.ts';
import { rowsOf } from '../../../db/reading/rows-of.ts';
import type { Places } from '../../../db/tables.ts';
import { DomainError } from '../../../errors.ts';
import { addOperation } from '../../engine/add-operation.ts';
import type { HttpServer } from '../../engine/http-server.ts';
import { defineOperation } from '../../engine/operation.ts';
import { ME } from '../examples/workspace.ts';
import { timeOrNull } from '../view-parts.ts';
import { MeSchema } from './me.schemas.ts';

const WORKSPACE = rowsOf(Workspace, (from, { workspaceId }: Places<{ workspaceId: string }>) => from.where('t.id', '=', workspaceId));
const GRANT = rowsOf(Grant, (from, { grantId }: Places<{ grantId: string }>) => from.where('t.id', '=', grantId));
const KEY = rowsOf(ApiKey, (from, { keyId }: Places<{ keyId: string }>) => from.where('t.id', '=', keyId), ['keyHash']);

const readMeOperation = defineOperation({
  id: 'readMe',
  scope: null,
  tag: 'Access',
  summary: 'Read the grant behind the key',
  description: 'Who you are, where you may act, what you may do, within which limits, and until when.',
  success: [{ status: 200, description: 'The grant.', schema: MeSchema, example: ME }],
  refuses: ['not_found'],
  async run(ctx) {
    const { actor } = ctx;
    const { workspaces, grants, keys } = await readTogether(ctx.em, {
      workspaces: WORKSPACE(ctx.em, actor),
      grants: GRANT(ctx.em, actor),
      keys: KEY(ctx.em, actor),
    });
    const [[workspace], [grant], [key]] = [workspaces, grants, keys];
    if (!workspace || !grant || !key) throw new DomainError('not_found');
    return {
      status: 200,
      body: {
        agent: { agent_id: actor.agentId, name: actor.agentName },
        grant_id: actor.grantId,
        key_id: actor.keyId,
        workspace: { workspace_id: workspace.id, name: workspace.name, time_zone: workspace.timeZone },
        scopes: [...actor.scopes],
        sandbox_only: actor.isSandboxOnly,
        limits: { jobs_per_day: grant.jobsPerDay ?? null, credits_per_month: grant.creditsPerMonth ?? null },
        rotation_requested: Boolean(grant.rotationRequestedAt),
        created_at: grant.createdAt.toISOString(),
        expires_at: timeOrNull(grant.expiresAt),
        key_expires_at: key.expiresAt.toISOString(),
      },
    };
  },
});

export function addMeRoutes(app: HttpServer, services: Services): void {
  addOperation(app, services, 'GET', '/v1/me', readMeOperation);
}
