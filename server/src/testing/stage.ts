import type { Actor, Scope } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { addConnection, checkConnection } from '../connections/add-connection.ts';
import type { Connection } from '../connections/connection.entity.ts';
import type { Services } from '../context.ts';
import { addCredits } from '../credits/add-credits.ts';
import { verifyLedger } from '../credits/verify-ledger.ts';
import type { Credentials } from '../platforms/platform.ts';
import { Attempt } from '../publishing/attempt.entity.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { PublishJob } from '../publishing/publish-job.entity.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { type CreateAndSubmitInput, createAndSubmitDraft } from '../publishing/review/submit-draft.ts';
import { actAs, agentActor, userActor } from './actors.ts';
import { givenWorkspace } from './factories.ts';
import { contextFor } from './test-services.ts';

const OPERATOR: Actor = { kind: 'operator' };

export interface StageOptions {
  /** Packs of 70 publications; 1 by default. */
  packs?: number;
  workspace?: Partial<Workspace>;
  scopes?: Scope[];
  grant?: { jobsPerDay?: number; creditsPerMonth?: number; isSandboxOnly?: boolean; expiresAt?: Date };
  /** The sandbox connection's failure; `null` for no connection. */
  sandbox?: Credentials | null;
}

/** Everything that publishing requires: an account with credits, a connected sandbox, an agent with a grant and an owner. */
export async function givenStage(services: Services, options: StageOptions = {}) {
  const { accountId, workspaceId, workspace } = await givenWorkspace(services, options.workspace);
  const owner = await userActor(services, accountId);
  const agent = await agentActor(services, workspace, { ...(options.scopes && { scopes: options.scopes }), ...options.grant });
  const pieces = options.packs ?? 1;
  if (pieces > 0)
    await actAs(services, OPERATOR, (ctx) => addCredits(ctx, { accountId, product: 'api_publication_pack', quantity: pieces }));
  const connect = (platform: string, credentials: Credentials) => connectAs(services, owner, workspaceId, platform, credentials);
  const connection = options.sandbox === null ? null : await connect('sandbox', { handle: 'harbour', ...options.sandbox });

  return {
    services,
    accountId,
    workspaceId,
    workspace,
    owner,
    agent,
    connection,
    connect,
    /** The agent's draft, submitted for approval. */
    submit: (input: Partial<CreateAndSubmitInput> = {}) =>
      actAs(services, agent, (ctx) =>
        createAndSubmitDraft(ctx, {
          workspaceId,
          sourceText: 'The harbour festival opens on Friday.',
          platforms: ['sandbox'],
          publishMode: 'approval_queue',
          ...input,
        }),
      ),
    approve: (approval: { id: string; contentHash: string } | null, actor: Actor = owner) => {
      if (!approval) throw new Error('There is nothing to approve.');
      return actAs(services, actor, (ctx) =>
        recordDecision(ctx, { approvalId: approval.id, contentHash: approval.contentHash, decision: 'approved' }),
      );
    },
    jobOf: (jobId: string) => services.orm.em.fork().findOneOrFail(PublishJob, jobId),
    publicationOf: (id: string) => services.orm.em.fork().findOneOrFail(Publication, id),
    /** Those of its newest revision. */
    publicationsOf: (jobId: string) => services.orm.em.fork().find(Publication, { jobId, supersededAt: null }, { orderBy: { id: 'asc' } }),
    attemptsOf: (publicationId: string) => services.orm.em.fork().find(Attempt, { publicationId }, { orderBy: { number: 'asc' } }),
    ledger: () => verifyLedger(contextFor(services), accountId),
  };
}

export type Stage = Awaited<ReturnType<typeof givenStage>>;

async function connectAs(
  services: Services,
  owner: Actor,
  workspaceId: string,
  platform: string,
  credentials: Credentials,
): Promise<Connection> {
  const connected = await checkConnection(contextFor(services, owner), { platform, credentials });
  return actAs(services, owner, (ctx) => addConnection(ctx, { workspaceId, platform, connected }));
}
