import type { Actor } from '../../access/actor.ts';
import { Invitation } from '../../access/members/invitation.entity.ts';
import { Notice } from '../../access/notice.entity.ts';
import { GrantRequest } from '../../access/oauth/grant-request.entity.ts';
import { Passkey } from '../../access/passkeys/passkey.entities.ts';
import { Session } from '../../access/sessions/session.entity.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Services } from '../../context.ts';
import { newId } from '../../new-id.ts';
import { FirstComment } from '../../publishing/first-comment.entity.ts';
import { Retraction } from '../../publishing/retraction.entity.ts';
import { checkSafety } from '../../safety/check-safety.ts';
import { findingId } from '../../safety/safety-finding.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../content.ts';

/** A workspace and the creator of its content. */
export interface Home {
  workspace: Workspace;
  agent: Extract<Actor, { kind: 'agent' }>;
  owner: Extract<Actor, { kind: 'user' }>;
}

/** One of everything that an operation can be about, in the state in which the operation is possible. */
export interface Subject {
  accountId: string;
  workspaceId: string;
  settingsRevision: number;
  draftId: string;
  revision: number;
  submittedDraftId: string;
  /** The captions of that draft. */
  captionSetId: string;
  approvalId: string;
  contentHash: string;
  jobId: string;
  /** A job that was refused everywhere. */
  failedJobId: string;
  /** A publication with an unknown outcome. */
  unknownId: string;
  /** A declined removal of that publication, with the content hash `hash`. */
  retractionId: string;
  /** A draft blocked by the safety checks, and its findings. */
  stoppedDraftId: string;
  stoppedHash: string;
  findingId: string;
  connectionId: string;
  grantId: string;
  memberId: string;
  noticeId: string;
  invitationId: string;
  clientLinkId: string;
  /** A standing approval that is proposed, and the hash of its template. */
  proposedId: string;
  proposedHash: string;
  /** One that was signed. */
  standingId: string;
  /** A thread about the submitted draft, shared with its agent. */
  threadId: string;
  requestId: string;
  sessionId: string;
  passkeyId: string;
  mediaId: string;
  templateId: string;
  /** An endpoint of the home's own agent. */
  endpointId: string;
}

/** The owner of the session that looked the request up, of the further session and of the passkey. */
export interface Asker {
  userId: string;
  sessionId: string;
}

export async function givenStopped(services: Services, { agent, workspace }: Home): Promise<Partial<Subject>> {
  const { draft, approval } = await givenSubmittedDraft(services, agent, workspace, { text: 'The plan: http://10.0.0.1/plan' });
  const post = { platform: 'sandbox', field: 'text', text: 'The plan: http://10.0.0.1/plan' };
  const [finding] = await checkSafety([post]);
  if (!finding) throw new Error('The safety checks find nothing in a private link.');
  return { stoppedDraftId: draft.id, stoppedHash: approval.contentHash, findingId: findingId(finding) };
}

/** As if a worker had tried to send it. */
export async function givenEnded(services: Services, { agent, workspace }: Home, draftState: string, jobState: string, state: string) {
  const connection = await givenConnectionRow(services, workspace);
  const { draft, job } = await givenSubmittedDraft(services, agent, workspace, { connectionIds: [connection.id] });
  const em = services.orm.em.fork();
  await em.execute('update drafts set state = ? where id = ?', [draftState, draft.id]);
  await em.execute('update publish_jobs set state = ? where id = ?', [jobState, job.id]);
  await em.execute(`update approvals set state = 'approved', closed_at = now() where draft_id = ?`, [draft.id]);
  const intent = JSON.stringify({ id: 'pub_1', createdAt: services.clock.now().toISOString(), keys: {} });
  const [row] = await em.execute<{ id: string; account_id: string }[]>(
    `update publications set state = ?, failure_code = 'gave_up', attempts = 1, intent = ?::jsonb where job_id = ? returning id`,
    [state, intent, job.id],
  );
  const publicationId = row?.id ?? '';
  await em.execute(
    `insert into attempts (id, account_id, workspace_id, publication_id, number, started_at)
     select ?, account_id, workspace_id, id, 1, now() from publications where id = ?`,
    [newId('att'), publicationId],
  );
  return { jobId: job.id, publicationId };
}

export async function givenDeclinedRetraction(services: Services, { owner, workspace }: Home, publicationId: string): Promise<string> {
  const em = services.orm.em.fork();
  const { userId } = owner;
  const declined = { state: 'declined' as const, contentHash: 'hash', reason: 'It is an example.', userId, decidedBy: userId };
  const id = newId('rtr');
  const { accountId, id: workspaceId } = workspace;
  em.create(Retraction, { id, accountId, workspaceId, publicationId, ...declined, createdAt: services.clock.now() });
  await em.flush();
  return id;
}

export async function givenUnknownComment(services: Services, { workspace }: Home, publicationId: string): Promise<void> {
  const em = services.orm.em.fork();
  const { accountId, id: workspaceId } = workspace;
  em.create(FirstComment, { id: newId('fcm'), accountId, workspaceId, publicationId, state: 'unknown', createdAt: services.clock.now() });
  await em.flush();
}

const LIFE_MS = 600_000;

export async function givenNotices(services: Services, { workspace, owner }: Home): Promise<Partial<Subject>> {
  const em = services.orm.em.fork();
  const createdAt = services.clock.now();
  const common = { accountId: workspace.accountId, createdAt };
  const { userId } = owner;
  const notice = em.create(Notice, { ...common, userId, id: newId('ntc'), kind: 'access_granted', message: 'Somebody let an agent in.' });
  const invitation = em.create(Invitation, {
    ...common,
    id: newId('inv'),
    email: `${newId('inv')}@example.org`,
    role: 'viewer',
    tokenHash: newId('inv'),
    invitedByUserId: owner.userId,
    expiresAt: new Date(createdAt.getTime() + LIFE_MS),
  });
  await em.flush();
  return { noticeId: notice.id, invitationId: invitation.id };
}

export async function givenOwnThings(services: Services, _home: Home, { userId, sessionId }: Asker): Promise<Partial<Subject>> {
  const em = services.orm.em.fork();
  const createdAt = services.clock.now();
  const expiresAt = new Date(createdAt.getTime() + LIFE_MS);
  const request = em.create(GrantRequest, {
    id: newId('grq'),
    flow: 'device',
    state: 'pending',
    clientId: 'newsroom',
    clientName: 'Newsroom',
    scopes: ['read'],
    address: '192.0.2.1',
    createdAt,
    expiresAt,
    sessionId,
    lookedUpAt: createdAt,
  });
  const session = em.create(Session, { id: newId('ses'), userId, tokenHash: newId('ses'), userAgent: 'test', createdAt, expiresAt });
  const passkey = em.create(Passkey, {
    id: newId('psk'),
    userId,
    credentialId: newId('psk'),
    publicKey: 'none',
    counter: 0,
    transports: [],
    name: 'Phone',
    createdAt,
  });
  await em.flush();
  return { requestId: request.id, sessionId: session.id, passkeyId: passkey.id };
}
