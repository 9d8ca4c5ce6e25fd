import type { Actor } from '../../access/actor.ts';
import { Session } from '../../access/sessions/session.entity.ts';
import { StandingApproval } from '../../approvals/standing/standing-approval.entity.ts';
import { hashOfTemplate, type TargetTemplate, templateFrom } from '../../approvals/standing/template.ts';
import { DAY_MS } from '../../clock.ts';
import type { Services } from '../../context.ts';
import { newId } from '../../new-id.ts';
import { createAndSubmitDraft } from '../../publishing/review/submit-draft.ts';
import { signStanding } from '../../publishing/standing/sign-standing.ts';
import { actAs } from '../actors.ts';
import type { Engine } from '../engine.ts';
import { givenStage } from '../stage.ts';
import type { Home } from './subject-parts.ts';

/**
 * A standing approval of the home's agent: proposed, or signed by its owner. Each has its own text unless a template
 * is given.
 */
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

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
export const reminder = (day: string, time = '19:30', seats = 12) =>
  `Reminder: the choir sings on ${day} at ${time}. There are ${seats} seats left.`;
export const SIGNED = DAYS.map((day, index) => reminder(day, `1${index}:30`, 10 + index));
export const LIMITS = { perDay: 2, credits: 10, days: 30 };

/** A workspace with an agent's posts; with `wasSigned`, five of its reminders were approved unchanged, a day apart. */
export async function arrangeStanding({ services, clock }: Engine, { wasSigned = false } = {}) {
  const stage = await givenStage(services);
  const say = (text: string, more: Partial<Parameters<typeof createAndSubmitDraft>[1]> = {}, actor: Actor = stage.agent) =>
    actAs(services, actor, (ctx) =>
      createAndSubmitDraft(ctx, {
        ...{ workspaceId: stage.workspaceId, sourceText: text, platforms: ['sandbox'], publishMode: 'approval_queue', wording: 'exact' },
        ...more,
      }),
    );
  for (const text of wasSigned ? SIGNED : []) {
    const { approval } = await say(text);
    await stage.approve(approval);
    clock.advance(24 * 3_600_000);
  }
  return { ...stage, say };
}

export type Arranged = Awaited<ReturnType<typeof arrangeStanding>>;

/** The template of these texts, signed unchanged. */
export function templateOf({ connection }: Arranged, texts: readonly string[] = SIGNED): TargetTemplate[] {
  const connectionId = connection?.id ?? '';
  return templateFrom(texts.map((text) => [{ platform: 'sandbox', connectionId, post: { text, tags: [], thread: [], link: null } }])) ?? [];
}

/** Its owner signs the template of the reminders. */
export async function sign(stage: Arranged, limits: Partial<typeof LIMITS> = {}): Promise<StandingApproval> {
  const { services, owner } = stage;
  await services.orm.em.fork().nativeUpdate(Session, { id: owner.sessionId }, { reauthenticatedAt: services.clock.now() });
  const { id, templateHash } = await givenStanding(services, stage, 'proposed', templateOf(stage));
  return actAs(services, owner, (ctx) => signStanding(ctx, { id, templateHash, ...LIMITS, ...limits }));
}
