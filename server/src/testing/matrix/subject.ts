import { Workspace } from '../../access/workspace.entity.ts';
import { CaptionSet } from '../../captions/caption-set.entity.ts';
import { addComment } from '../../comments/add-comment.ts';
import type { Services } from '../../context.ts';
import { createTemplate } from '../../drafts/draft-templates.ts';
import { newId } from '../../new-id.ts';
import { actAs } from '../actors.ts';
import { givenClient } from '../clients.ts';
import { givenConnectionRow, givenDraft, givenSubmittedDraft } from '../content.ts';
import { givenAgent, givenUser } from '../factories.ts';
import { givenPicture } from '../pictures.ts';
import { givenEndpoint } from '../webhooks.ts';
import { givenStanding } from './standing.ts';
import {
  type Asker,
  givenDeclinedRetraction,
  givenEnded,
  givenNotices,
  givenOwnThings,
  givenStopped,
  givenUnknownComment,
  type Home,
  type Subject,
} from './subject-parts.ts';

/** Creates the parts of a subject in `uses`, all by default. */
export async function givenSubject(
  services: Services,
  home: Home,
  options: { asker?: Asker; uses?: ReadonlySet<string> } = {},
): Promise<Subject> {
  const { asker = home.owner, uses } = options;
  const subject: Partial<Subject> = { accountId: home.workspace.accountId, workspaceId: home.workspace.id };
  for (const make of MAKERS) {
    if (!uses || make.gives.some((key) => uses.has(key))) Object.assign(subject, await make.run(services, home, asker));
  }
  return subject as Subject;
}

interface Maker {
  gives: (keyof Subject)[];
  run(services: Services, home: Home, asker: Asker): Promise<Partial<Subject>>;
}

const MAKERS: Maker[] = [
  {
    // Earlier trials may have changed them.
    gives: ['settingsRevision'],
    run: async (services, { workspace }) => ({
      settingsRevision: (await services.orm.em.fork().findOneOrFail(Workspace, workspace.id)).revision,
    }),
  },
  {
    gives: ['draftId', 'revision'],
    async run(services, { agent, workspace }) {
      const { id, revision } = await givenDraft(services, agent, workspace);
      return { draftId: id, revision };
    },
  },
  {
    gives: ['threadId', 'submittedDraftId', 'captionSetId', 'approvalId', 'contentHash', 'jobId'],
    async run(services, { agent, owner, workspace }) {
      const { draft, approval, job } = await givenSubmittedDraft(services, agent, workspace);
      const { id: threadId } = await actAs(services, owner, (ctx) =>
        addComment(ctx, { draftId: draft.id, text: 'Is it right?', visibility: 'shared' }),
      );
      const { id: captionSetId } = await services.orm.em.fork().findOneOrFail(CaptionSet, { draftId: draft.id });
      const decided = { approvalId: approval.id, contentHash: approval.contentHash, jobId: job.id };
      return { threadId, submittedDraftId: draft.id, captionSetId, ...decided };
    },
  },
  {
    gives: ['failedJobId'],
    run: async (services, home) => ({ failedJobId: (await givenEnded(services, home, 'failed', 'failed', 'failed')).jobId }),
  },
  {
    gives: ['unknownId', 'retractionId'],
    async run(services, home) {
      const { publicationId: unknownId } = await givenEnded(services, home, 'publishing', 'publishing', 'unknown');
      await givenUnknownComment(services, home, unknownId);
      return { unknownId, retractionId: await givenDeclinedRetraction(services, home, unknownId) };
    },
  },
  {
    gives: ['stoppedDraftId', 'stoppedHash', 'findingId'],
    run: givenStopped,
  },
  {
    gives: ['connectionId'],
    run: async (services, { workspace }) => ({ connectionId: (await givenConnectionRow(services, workspace)).id }),
  },
  {
    gives: ['mediaId'],
    run: async (services, { agent, workspace }) => ({ mediaId: (await givenPicture(services, agent, workspace)).id }),
  },
  {
    gives: ['templateId'],
    async run(services, { agent, owner, workspace }) {
      const { id: draftId } = await givenDraft(services, agent, workspace);
      return { templateId: (await actAs(services, owner, (ctx) => createTemplate(ctx, { draftId, name: 'Opening hours' }))).id };
    },
  },
  {
    gives: ['endpointId'],
    run: async (services, { agent, workspace }) => ({
      endpointId: (await givenEndpoint(services, { ...agent, scopes: ['webhooks:write'] }, workspace)).id,
    }),
  },
  {
    gives: ['grantId'],
    run: async (services, { workspace }) => ({ grantId: (await givenAgent(services, workspace, { name: newId('agt') })).grantId }),
  },
  {
    gives: ['memberId'],
    run: async (services, { workspace }) => ({ memberId: (await givenUser(services, workspace.accountId, { role: 'viewer' })).userId }),
  },
  {
    gives: ['noticeId', 'invitationId'],
    run: givenNotices,
  },
  {
    gives: ['clientLinkId'],
    async run(services, { workspace, owner, agent }) {
      const { id } = await givenDraft(services, agent, workspace);
      return { clientLinkId: (await givenClient(services, workspace, owner, [id])).linkId };
    },
  },
  {
    gives: ['proposedId', 'proposedHash', 'standingId'],
    async run(services, home) {
      const { id: proposedId, templateHash: proposedHash } = await givenStanding(services, home, 'proposed');
      return { proposedId, proposedHash, standingId: (await givenStanding(services, home, 'active')).id };
    },
  },
  {
    gives: ['requestId', 'sessionId', 'passkeyId'],
    run: givenOwnThings,
  },
];
