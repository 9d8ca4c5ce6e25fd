import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../access/actor.ts';
import { pauseGrant, revokeGrant } from '../../access/grants/change-grant.ts';
import { expireApprovals } from '../../approvals/end-approvals.ts';
import type { Context } from '../../context.ts';
import { holdCredit } from '../../credits/credit-holds.ts';
import { grantAllowance } from '../../credits/grant-allowance.ts';
import { resumeService, stopService } from '../../launch/stop-service.ts';
import { newId } from '../../new-id.ts';
import { withFirstComment } from '../../platforms/platform/first-comment.ts';
import { sandboxRules } from '../../platforms/sandbox/sandbox-rules.ts';
import { FirstComment } from '../../publishing/first-comment.entity.ts';
import { Publication } from '../../publishing/publication.entity.ts';
import { sendFirstComment } from '../../publishing/published/send-first-comments.ts';
import { captionDraft } from '../../publishing/review/caption-draft.ts';
import { holdApproval } from '../../publishing/review/hold-approval.ts';
import { createDeliveries } from '../../publishing/sending/deliveries.ts';
import { workOnPublication } from '../../publishing/work-on-publication.ts';
import { changeBudget } from '../../workspaces/change-workspace.ts';
import { pauseWorkspace } from '../../workspaces/workspace-lifecycle.ts';
import { actAs } from '../actors.ts';
import { createEngine, type Engine, givenQueued } from '../engine.ts';
import { givenStage, type Stage } from '../stage.ts';
import type { TestDatabase } from '../test-database.ts';

type Queued = Awaited<ReturnType<typeof givenQueued>>;
type Race = { engine: Engine; stage: Stage; queued: Queued };

interface Interference {
  actor(race: Race): Actor;
  /** In one transaction; returns whether it took effect. */
  run(ctx: Context, race: Race): Promise<boolean>;
  before?(race: Race): void | Promise<void>;
  after?(race: Race): Promise<unknown>;
}

const OPERATOR: Actor = { kind: 'operator' };
const took = (work: Promise<unknown>): Promise<boolean> => work.then(() => true);

/** False if it is being sent already, with that error. */
const orTooLate = (work: Promise<unknown>): Promise<boolean> =>
  took(work).catch((error: { code?: string }) => {
    if (error.code !== 'invalid_state') throw error;
    return false;
  });

/** What may happen between an approval and its send. */
export const INTERFERENCES: Record<string, Interference> = {
  'a revoke': { actor: ({ stage }) => stage.owner, run: (ctx, { stage }) => took(revokeGrant(ctx, stage.agent.grantId)) },
  'a paused agent': { actor: ({ stage }) => stage.owner, run: (ctx, { stage }) => took(pauseGrant(ctx, stage.agent.grantId)) },
  'a paused workspace': { actor: ({ stage }) => stage.owner, run: (ctx, { stage }) => took(pauseWorkspace(ctx, stage.workspaceId)) },
  'a hold': {
    actor: ({ stage }) => stage.owner,
    run: (ctx, { queued }) => orTooLate(holdApproval(ctx, { approvalId: queued.approval?.id ?? '', reason: 'Not today.' })),
  },
  'a first budget that is used up': {
    actor: ({ stage }) => stage.owner,
    async before({ engine: { services }, stage: { accountId, workspaceId } }) {
      const publicationId = newId('pub');
      await actAs(services, { kind: 'system' }, (ctx) =>
        holdCredit(ctx, { accountId, workspaceId, publicationId, unit: 'publication', credits: 1, grantId: null }),
      );
    },
    run: (ctx, { stage: { workspaceId, workspace } }) =>
      took(changeBudget(ctx, { workspaceId, revision: workspace.revision, creditsPerMonth: 1 })),
  },
  'a stopped service': {
    actor: () => OPERATOR,
    run: (ctx) => took(stopService(ctx)),
    after: ({ engine }) => actAs(engine.services, OPERATOR, resumeService),
  },
  'an edit': {
    actor: ({ stage }) => stage.agent,
    run: (ctx, { stage, queued }) =>
      orTooLate(
        captionDraft(ctx, {
          workspaceId: stage.workspaceId,
          draftId: queued.draft.id,
          captions: [{ platform: 'sandbox', text: 'Something else.', tags: [], thread: [] }],
        }),
      ),
  },
  'an expired approval': {
    actor: () => ({ kind: 'system' }),
    before: ({ engine, queued }) => {
      if (queued.approval) engine.clock.set(new Date(queued.approval.expiresAt.getTime() - 1));
    },
    async run(ctx, { engine, queued }) {
      engine.clock.advance(1);
      return (await expireApprovals(ctx)).some(({ approvalId }) => approvalId === queued.approval?.id);
    },
  },
};

/** Those of them that also hold up the first comment of a published post. */
export const HOLDING_COMMENTS = ['a revoke', 'a paused agent', 'a paused workspace', 'a stopped service'] as const;

export interface RaceTally {
  races: number;
  /** The send came first. */
  sent: number;
  /** The interference came first, and nothing was sent. */
  held: number;
  /** An intent was committed after the interference was: this must never be. */
  after: number;
}

/**
 * Runs a send and something that forbids it: the first time in this order, the second time in the other, and then concurrently,
 * again and again. So at least one is sent, and one is not. At the end of its own transaction the interference looks for the
 * intent: one that exists later was there then, or was committed after.
 */
export async function raceSend(database: TestDatabase, name: string, races: number): Promise<RaceTally> {
  const engine = createEngine(database);
  return raceAll(engine, name, races, async (stage, number) => {
    const queued = await givenQueued(stage);
    // Every other send is one of a batch of two; with the month begun its credits are reserved there.
    await actAs(engine.services, { kind: 'system' }, (ctx) => grantAllowance(ctx, stage.accountId));
    const beside = number % 2 === 0 ? await givenQueued(await givenStage(engine.services)) : null;
    const deliveries = createDeliveries(engine.services);
    const deliver = (id: string) => workOnPublication(engine.services, id, { signal: new AbortController().signal, deliveries });
    return {
      queued,
      send: () => Promise.all([deliver(queued.publicationId), ...(beside ? [deliver(beside.publicationId)] : [])]),
      isSent: async (em) => (await em.findOneOrFail(Publication, queued.publicationId)).intent != null,
    };
  });
}

/** The same for the first comment of a post that is published. */
export async function raceComment(database: TestDatabase, name: string, races: number): Promise<RaceTally> {
  let isKept = true;
  const engine = createEngine(database, (sandbox) => {
    const { comments } = sandbox;
    if (!comments) throw new Error('The sandbox takes no comments.');
    const allocate: typeof comments.allocate = (...of) => {
      // Its worker dies before the comment: another sends it.
      if (isKept) throw new Error('The process ended.');
      return comments.allocate(...of);
    };
    return withFirstComment(sandboxRules, { ...sandbox, comments: { ...comments, allocate } });
  });
  return raceAll(engine, name, races, async (stage) => {
    const settings = { first_comment: 'Tickets: https://example.org/tickets' };
    const queued = await givenQueued(stage, { captions: [{ platform: 'sandbox', text: 'At nine.', tags: [], thread: [], settings }] });
    isKept = true;
    await engine.deliver(queued.publicationId);
    isKept = false;
    return {
      queued,
      send: () => sendFirstComment(engine.services, queued.publicationId),
      isSent: async (em) => (await em.findOneOrFail(FirstComment, { publicationId: queued.publicationId })).intent != null,
    };
  });
}

interface Sending {
  queued: Queued;
  send(): Promise<unknown>;
  /** Whether an intent to send is committed. */
  isSent(em: EntityManager): Promise<boolean>;
}

async function raceAll(
  engine: Engine,
  name: string,
  races: number,
  given: (stage: Stage, number: number) => Promise<Sending>,
): Promise<RaceTally> {
  const interference = INTERFERENCES[name];
  if (!interference) throw new Error(`There is no interference "${name}".`);
  const tally: RaceTally = { races, sent: 0, held: 0, after: 0 };
  for (let number = 0; number < races; number += 1) {
    const stage = await givenStage(engine.services);
    const { queued, send, isSent } = await given(stage, number);
    const race = { engine, stage, queued };
    await interference.before?.(race);
    const interfere = () =>
      actAs(engine.services, interference.actor(race), async (ctx) => {
        const hasEffect = await interference.run(ctx, race);
        return { hasEffect, wasSent: await isSent(ctx.em.fork({ keepTransactionContext: true })) };
      });
    const seen = await inTurnOrAtOnce(number, send, interfere);
    const isOut = await isSent(engine.services.orm.em.fork());
    if (isOut) tally.sent += 1;
    else tally.held += 1;
    if (isOut && seen.hasEffect && !seen.wasSent) tally.after += 1;
    await interference.after?.(race);
  }
  return tally;
}

/** The answer of `interfere`. */
async function inTurnOrAtOnce<T>(number: number, send: () => Promise<unknown>, interfere: () => Promise<T>): Promise<T> {
  if (number === 0) return send().then(interfere);
  if (number === 1) {
    const answer = await interfere();
    await send();
    return answer;
  }
  // Each gets a head start as often as the other.
  const headStartMs = (Math.random() - 0.5) * 60;
  const [, answer] = await Promise.all([sleep(Math.max(0, -headStartMs)).then(send), sleep(Math.max(0, headStartMs)).then(interfere)]);
  return answer;
}
