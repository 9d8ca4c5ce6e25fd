/** Everything that is told, and to whom it matters in a sentence. The names are part of the API: none is ever taken back. */
export const EVENT_TYPES = {
  'draft.submitted': 'A draft was submitted: its words are frozen and on their way to a decision, or out.',
  'approval.requested': 'People are asked to decide on the content with this hash.',
  'approval.decided': 'A person decided. `state` is that of the approval: `pending` while more people have to approve.',
  'approval.moved_on':
    'Others are asked now, after a word in the stage before: `stage` is the name of theirs, or null where all are through and more people have to approve.',
  'approval.superseded': 'What was asked about or approved has changed or was taken back.',
  'approval.expired': 'Nobody decided in time, or what was approved did not go out in time.',
  'approval.vote_withdrawn':
    'Someone took their decision back before anything went out. `state` is that of the approval: `pending` where people are asked again.',
  'comment.added': 'Somebody said something about a draft that agents and clients may read, too.',
  'approval.held': 'A person holds back what was approved; nothing of it goes out until a person releases it.',
  'approval.released': 'What was held may go out again.',
  'job.ready': 'Nothing is missing but its time.',
  'job.blocked': 'A gate is shut; the readiness of the job says which, and who can open it.',
  'job.published': 'Everything of the job is out.',
  'job.partially_published': 'Some of the job is out, the rest failed or was called off.',
  'job.failed': 'Nothing of the job is out, and it will not be tried again by itself.',
  'job.unknown': 'Something of the job may be out or not; the platform is asked, nothing is sent again.',
  'job.cancelled': 'The job was called off before anything of it was sent.',
  'publication.published': 'One post is out.',
  'publication.failed': 'One post is not out and will not be; its credit is back.',
  'publication.unknown': 'One post may be out or not; the platform is asked.',
  'credits.low': 'Few credits of a unit are left.',
  'connection.degraded': 'A connected account does not work any more until a person connects it again.',
  'grant.rotation_requested': 'The agent of this grant is asked to fetch itself a new key.',
  'webhook.stopped': 'Nothing more is sent to a webhook endpoint: it answered 410, or took nothing for three days.',
  'grant.revoked': 'The access of an agent has ended.',
  'standing_approval.signed': 'A person has signed beforehand: posts of an agent that follow a template go out by it, within its limits.',
  'standing_approval.ended': 'Nothing goes out by a standing approval any more; people are asked again. `reason` says why.',
  'workspace.archived': 'An owner has put the workspace away: nothing is written in it and nothing goes out; it can be read.',
  'workspace.restored': 'An owner has taken the workspace back into use; nothing goes out before it is resumed.',
} as const;

export type EventType = keyof typeof EVENT_TYPES;

export const isEventType = (name: string): name is EventType => Object.hasOwn(EVENT_TYPES, name);
