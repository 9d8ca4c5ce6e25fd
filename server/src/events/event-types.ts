/** All event types with descriptions. The names are part of the API and are never removed. */
export const EVENT_TYPES = {
  'draft.submitted': 'A draft was submitted: its words are frozen and on their way to a decision, or out.',
  'approval.requested': 'Approval was requested for the content with this hash.',
  'approval.decided': 'A person decided. `state` is that of the approval: `pending` while more people have to approve.',
  'approval.moved_on':
    'The next stage is being asked: `stage` is its name, or null if all stages are done and more approvals are required.',
  'approval.superseded': 'The content under review or approved was changed or withdrawn.',
  'approval.expired': 'Not decided in time, or approved but not published in time.',
  'approval.vote_withdrawn':
    'A person withdrew their decision before anything was published. `state` is that of the approval: `pending` if it waits again.',
  'comment.added': 'A comment that agents and clients may read was added to a draft.',
  'approval.held': 'A person put an approved post on hold; nothing is published until a person releases it.',
  'approval.released': 'What was held may go out again.',
  'job.ready': 'Nothing is missing but its time.',
  'job.blocked': 'A gate is closed; the readiness of the job names it and who can open it.',
  'job.published': 'Everything of the job is out.',
  'job.partially_published': 'Some of the job is out, the rest failed or was called off.',
  'job.failed': 'Nothing of the job is out, and it will not be tried again by itself.',
  'job.unknown': 'The outcome of a publication of the job is unknown; the platform is queried, nothing is sent again.',
  'job.cancelled': 'The job was called off before anything of it was sent.',
  'publication.published': 'One post is out, or one published post has its new words: `edits_publication_id` then names that post.',
  'publication.failed': 'One post is not out and will not be; its credit is back.',
  'publication.unknown': 'The outcome of one publication is unknown; the platform is queried.',
  'publication.different': 'A published post was read back and differs from what was signed; `fields` names where, with spaces between.',
  'publication.gone': 'A published post was read back and is no longer there.',
  'retraction.removed': 'A published post was removed from its network, as a person signed.',
  'retraction.refused': 'The network refuses to remove a post; a person has to do it there.',
  'first_comment.published': 'The first comment under a published post is out.',
  'first_comment.failed': 'The first comment under a published post is not out, and will not be sent again by itself; the post stays.',
  'first_comment.unknown': 'It is unknown whether the first comment under a published post is out; it is not sent again blindly.',
  'credits.low': 'Few credits of a unit are left.',
  'connection.degraded': 'A connected account does not work any more until a person connects it again.',
  'grant.rotation_requested': 'The agent of this grant was asked to fetch a new key, with POST /api/oauth/rotate.',
  'webhook.stopped': 'Nothing more is sent to a webhook endpoint: it answered 410, or took nothing for three days.',
  'grant.revoked': 'The access of an agent has ended.',
  'standing_approval.signed': 'A person has signed beforehand: posts of an agent that follow a template go out by it, within its limits.',
  'standing_approval.ended': 'A standing approval ended; its posts need approval again. `reason` is why.',
  'workspace.archived': 'An owner archived the workspace: it is read-only and publishes nothing.',
  'workspace.restored': 'An owner restored the archived workspace; nothing is published until it is resumed.',
} as const;

export type EventType = keyof typeof EVENT_TYPES;

export const isEventType = (name: string): name is EventType => Object.hasOwn(EVENT_TYPES, name);
