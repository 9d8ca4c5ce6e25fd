import { StandingApproval } from '../../approvals/standing/standing-approval.entity.ts';
import { hashOfTemplate, type TargetTemplate } from '../../approvals/standing/template.ts';
import type { Services } from '../../context.ts';
import { newId } from '../../new-id.ts';
import type { Home } from './subject-parts.ts';

const DAY_MS = 86_400_000;

/** A standing approval of the home's agent: proposed, or signed by its owner. Each is for words of its own where no template is named. */
export async function givenStanding(
  services: Services,
  { workspace, agent, owner }: Home,
  state: 'proposed' | 'active',
  named?: TargetTemplate[],
): Promise<StandingApproval> {
  const em = services.orm.em.fork();
  const now = services.clock.now();
  const id = newId('sta');
  const texts = { text: ['Doors open at ', { kind: 'time' as const }, ` (${id}).`] };
  const template = named ?? [{ platform: 'sandbox', connectionId: newId('con'), texts, rest: { link: null, pictures: [] } }];
  const isActive = state === 'active';
  const standing = em.create(StandingApproval, {
    ...{ id, accountId: workspace.accountId, workspaceId: workspace.id, agentId: agent.agentId, state, template },
    ...{ templateHash: hashOfTemplate(template), decided: 6, signed: 6, perDay: 2, credits: 10, timeZone: 'UTC', createdAt: now },
    ...(isActive && { signedBy: owner.userId, signedAt: now, endsAt: new Date(now.getTime() + 30 * DAY_MS) }),
  });
  await em.flush();
  return standing;
}
