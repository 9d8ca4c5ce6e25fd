/** All event types with descriptions. The names are part of the API and are never removed. */
export const EVENT_TYPES = {
  'draft.submitted': 'A draft was submitted. Its content is frozen, and is published or awaits a decision.',
  'approval.requested': 'Approval was requested for the content with this hash.',
  'approval.decided': 'A person decided. `state` is the approval’s state: `pending` while more people must approve.',
  'approval.moved_on':
    'The approval reached its next stage. `stage` is its name, or null if all stages are done and more approvals are required.',
  'approval.superseded': 'The content in review, or already approved, was changed or withdrawn.',
  'approval.expired': 'The approval expired: it was not decided, or not published, in time.',
  'approval.vote_withdrawn':
    'A person withdrew their decision before anything was published. `state` is the approval’s state: `pending` if a decision is needed again.',
  'comment.added': 'A comment that agents and clients may read was added to a draft.',
  'approval.held': 'A person put an approved post on hold; nothing is published until a person releases it.',
  'approval.released': 'A person released an approved post from its hold.',
  'job.ready': 'The job is ready and waits only for its scheduled time.',
  'job.blocked': 'A gate blocks the job. Its readiness names the gate and who can act.',
  'job.published': 'All posts of the job were published.',
  'job.partially_published': 'Some posts of the job were published; the others failed or were cancelled.',
  'job.failed': 'No post of the job was published, and there is no automatic retry.',
  'job.unknown': 'The outcome of one of the job’s publications is unknown. The platform is queried; nothing is sent again.',
  'job.cancelled': 'The job was cancelled before anything was sent.',
  'publication.published': 'A post was published, or a published post was edited; in that case `edits_publication_id` is its id.',
  'publication.failed': 'A post finally failed to be published. Its credits were refunded.',
  'publication.unknown': 'The outcome of a publication is unknown. The platform is queried.',
  'publication.different':
    'A published post was read back and differs from what was signed. `fields` lists the differing fields, separated by spaces.',
  'publication.gone': 'A published post no longer exists on its network.',
  'publication.back': 'A published post that no longer existed is on its network again.',
  'retraction.requested': 'The removal of a published post was requested and awaits a person’s signature.',
  'retraction.declined': 'A person declined to remove a published post. The post stays; its removal can be requested again.',
  'retraction.waiting': 'A signed removal waits until a person connects the account again. Then it is carried out.',
  'retraction.removed': 'A published post was removed from its network, as signed by a person.',
  'retraction.refused': 'The network refused to remove a post. A person must remove it there.',
  'first_comment.published': 'The first comment under a post was published.',
  'first_comment.failed': 'The first comment under a post failed, and there is no automatic retry. The post stays published.',
  'first_comment.unknown': 'It is unknown whether the first comment under a post was published. It is not sent again until that is known.',
  'credits.low': 'Few credits are left in a unit.',
  'connection.degraded': 'A connected account stopped working. A person must connect it again.',
  'connection.ending':
    'The access to a connected account ends at `ends_at`, and this service cannot renew it. A person must connect it again before then.',
  'grant.rotation_requested': 'The customer requested that the agent of this grant replace its key, with POST /api/oauth/rotate.',
  'webhook.stopped': 'A webhook endpoint was stopped: it responded 410, or accepted nothing for three days.',
  'grant.revoked': 'An agent’s grant was revoked.',
  'standing_approval.signed':
    'A person signed a standing approval: an agent’s posts that follow its template are approved within its limits.',
  'standing_approval.ended': 'A standing approval ended, for the given `reason`. Posts that follow its template need approval again.',
  'workspace.archived': 'An owner archived the workspace: it is read-only and publishes nothing.',
  'workspace.restored': 'An owner restored the archived workspace; nothing is published until it is resumed.',
} as const;

export type EventType = keyof typeof EVENT_TYPES;

export const isEventType = (name: string): name is EventType => Object.hasOwn(EVENT_TYPES, name);
