import type { Static, TSchema } from 'typebox';
import type { Problem } from '../http/engine/problem-details.ts';
import type { MeSchema, PrecheckSchema, UsageSchema } from '../http/v1/account.schemas.ts';
import type { WholeApprovalSchema } from '../http/v1/approvals.schemas.ts';
import type { ConnectionList, PlatformListSchema } from '../http/v1/connections.schemas.ts';
import type { CaptionSetSchema, DescriptionSchema, StoredCaptionSetSchema } from '../http/v1/drafts/captions.schemas.ts';
import type { CommentThreadSchema, CommentThreads } from '../http/v1/drafts/comments.schemas.ts';
import type { DraftPage, DraftSchema } from '../http/v1/drafts/drafts.schemas.ts';
import type { DraftBatchSchema } from '../http/v1/drafts/drafts-batch.schemas.ts';
import type { PayloadSetSchema } from '../http/v1/drafts/payloads.schemas.ts';
import type { TemplateList } from '../http/v1/drafts/templates.routes.ts';
import type { ValidationSchema } from '../http/v1/drafts/validate.schemas.ts';
import type { EventPage } from '../http/v1/events.routes.ts';
import type { MediaPage, MediaSchema, RemovedMedia } from '../http/v1/media.schemas.ts';
import type { EvidenceSchema, PublishJobPage, PublishJobSchema } from '../http/v1/publish-jobs.schemas.ts';
import type { StandingApprovalsSchema } from '../http/v1/standing-approvals.routes.ts';

/** How many items a sentence names. */
const NAMED = 5;

const ofDraft = ({ draft_id: id, status, revision, publish_job: job }: Static<typeof DraftSchema>): string =>
  `${id} is ${spaced(status)}, at revision ${revision}${job ? `, with the publish job ${job.job_id}` : ''}.`;

function ofJob({ job_id: id, state, publications }: Static<typeof PublishJobSchema>): string {
  const posts = publications.filter(({ provider_url: url, failure, retraction }) => url ?? failure ?? retraction);
  const ends = posts.map(({ platform, provider_url: url, failure, retraction }) =>
    retraction ? `${platform}: ${url ?? 'the post'} ${ofRemoval(retraction)}` : `${platform}: ${failure ? failure.message : url}`,
  );
  return [`${id} is ${spaced(state)}.`, ...few(ends)].join(' ');
}

type Removal = NonNullable<Static<typeof PublishJobSchema>['publications'][number]['retraction']>;

/** Goes on from the post. */
function ofRemoval({ state, message, is_post_gone: isGone }: Removal): string {
  if (state === 'requested') return 'is published until a person signs its removal.';
  if (state === 'signed') return `is being removed, as a person signed.${message ? ` ${message}` : ''}`;
  if (state === 'declined') return 'stays published: a person declined its removal.';
  if (state === 'removed') return 'was removed from its network.';
  return `${isGone ? 'was removed in part' : 'was not removed'}: ${message ?? 'a person must remove it on the network.'}`;
}

const named = ({ draft_id: id, publish_job: job }: Static<typeof DraftSchema>): string => (job ? `${id} (${job.job_id})` : id);

/** The result of each tool in a sentence: the first text that a model reads. */
const RESULTS = {
  get_me: ({ agent, workspace, scopes, key_expires_at: ends, sandbox_only: isSandbox }: Of<typeof MeSchema>) =>
    `You are ${agent.name} in the workspace ${workspace.name} (${workspace.workspace_id}), with the scopes ${scopes.join(', ')}${isSandbox ? ', for the sandbox only' : ''}. The key ends on ${day(ends)}.`,
  list_platforms: ({ platforms }: Of<typeof PlatformListSchema>) =>
    `${count(platforms, 'platform')}: ${platforms.map(({ platform }) => platform).join(', ')}.`,
  check_words: ({ fits, platforms }: Of<typeof ValidationSchema>) => {
    if (fits) return `The captions fit ${platforms.map(({ platform }) => platform).join(', ')}.`;
    const wrong = platforms.flatMap(({ platform, faults, findings }) =>
      [...faults, ...findings.filter(({ severity }) => severity === 'block')].map(({ message }) => `${platform}: ${message}`),
    );
    return `The captions do not fit. ${few(wrong).join(' ')}`;
  },
  generate_words: ({ captions }: Of<typeof DescriptionSchema>) => ofCaptions(captions),
  precheck_publishing: ({ draft_id: id, ready, gates, credits }: Of<typeof PrecheckSchema>) => {
    const open = gates.filter(({ status }) => status !== 'pass').map(({ message, remedy }) => `${message} ${remedy}`.trim());
    const cost = `It costs ${count(credits.required, `${credits.unit} credit`)}.`;
    return ready ? `${id} can be published. ${cost}` : [`${id} cannot be published yet.`, ...few(open), cost].join(' ');
  },
  get_draft: ofDraft,
  list_drafts: ({ drafts, next_cursor: next }: Of<typeof DraftPage>) =>
    `${count(drafts, 'draft')}${tally(drafts.map(({ status }) => status))}.${more(next)}`,
  list_templates: ({ templates }: Of<typeof TemplateList>) =>
    templates.length === 0 ? 'No templates.' : `${count(templates, 'template')}: ${few(templates.map(({ name }) => name)).join(', ')}.`,
  get_publish_job: ofJob,
  wait_for_decision: (job: Of<typeof PublishJobSchema>) => `The approval is ${spaced(job.approval_state)}. ${ofJob(job)}`,
  list_publish_jobs: ({ publish_jobs: jobs, next_cursor: next }: Of<typeof PublishJobPage>) =>
    `${count(jobs, 'publish job')}${tally(jobs.map(({ state }) => state))}.${more(next)}`,
  list_connections: ({ connections }: Of<typeof ConnectionList>) => {
    const named = connections.map(({ platform, handle, health }) => `${handle} on ${platform} (${health})`);
    return connections.length === 0
      ? 'No account is connected. A person can connect one in the console.'
      : `${count(connections, 'connected account')}: ${few(named).join(', ')}.`;
  },
  get_captions: ({ caption_set_id: id, draft_id: draft, is_current: isCurrent, captions }: Of<typeof StoredCaptionSetSchema>) =>
    `${id}, ${isCurrent ? 'the current captions' : 'earlier captions'} of ${draft}, for ${captions.map(({ platform }) => platform).join(', ')}.`,
  get_approval: ({ approval_id: id, state, decisions }: Of<typeof WholeApprovalSchema>) =>
    [
      `${id} is ${spaced(state)}.`,
      ...decisions.map(({ decision, comment }) => `${spaced(decision)}${comment ? `: ${comment}` : '.'}`),
    ].join(' '),
  list_comments: ({ threads }: Of<typeof CommentThreads>) =>
    `${count(threads, 'thread')} of comments${tally(threads.map(({ state }) => state))}.`,
  comment_on_draft: ({ thread_id: id, draft_id: draft }: Of<typeof CommentThreadSchema>) => `The comment on ${draft} was added to ${id}.`,
  list_events: ({ events, last_sequence: last, has_more: hasMore }: Of<typeof EventPage>) =>
    `${count(events, 'event')}${tally(events.map(({ type }) => type))}. Continue with after: ${last}${hasMore ? '; there are more' : ''}.`,
  get_evidence: ({ job, publications }: Of<typeof EvidenceSchema>) =>
    `The signed record of ${job.job_id}, which is ${spaced(job.state)}, with ${count(publications, 'post')}.`,
  get_usage: ({ balances }: Of<typeof UsageSchema>) => {
    const sums = Map.groupBy(balances, ({ unit }) => unit);
    const left = [...sums].map(([unit, of]) => `${sum(of.map(({ available }) => available))} ${unit}`);
    return `Credits: ${left.join(' and ')} left, ${sum(balances.map(({ held }) => held))} reserved.`;
  },
  list_standing_approvals: ({ standing_approvals: all }: Of<typeof StandingApprovalsSchema>) =>
    `${count(all, 'standing approval')}${tally(all.map(({ state }) => state))}.`,
  create_draft: ofDraft,
  create_drafts: ({ created, existing, refused, drafts }: Of<typeof DraftBatchSchema>) => {
    const why = drafts.flatMap(({ index, problem }) => (problem ? [`Entry ${index}: ${ofProblem(problem)}`] : []));
    const made = drafts.flatMap(({ draft }) => (draft ? [named(draft)] : []));
    const isAsked = drafts.some(({ draft }) => draft?.approval_url);
    return [
      `${created} created, ${existing} already existed, ${refused} refused.`,
      ...(made.length > 0 ? [`Created: ${few(made).join(', ')}.`] : []),
      ...few(why),
      ...(isAsked ? ['Give each approval_url to your user, and call wait_for_decision with each job_id.'] : []),
    ].join(' ');
  },
  add_image_from_url: ({ media_id: id, alt_text: alt }: Of<typeof MediaSchema>) =>
    `The picture is ${id}; pass it in media_ids of create_draft or change_draft.${alt ? '' : ' It has no description yet; add one with describe_image.'}`,
  list_images: ({ media, next_cursor: next }: Of<typeof MediaPage>) => `${count(media, 'picture')}.${more(next)}`,
  describe_image: ({ media_id: id, alt_text: alt }: Of<typeof MediaSchema>) => `${id} is the picture with the description: ${alt}`,
  remove_image: ({ media_id: id }: Of<typeof RemovedMedia>) => `${id} was removed.`,
  write_captions: ({ draft_id: id, status, captions }: Of<typeof CaptionSetSchema>) =>
    `${id} is ${spaced(status)}. ${ofCaptions(captions)}`,
  prepare_payloads: ({ draft_id: id, payloads }: Of<typeof PayloadSetSchema>) => {
    const wrong = payloads.flatMap(({ platform, violations }) => violations.map(({ message }) => `${platform}: ${message}`));
    const fitting = payloads.filter(({ valid }) => valid).length;
    return [`${fitting} of ${count(payloads, 'post')} of ${id} fit their platforms.`, ...few(wrong)].join(' ');
  },
  change_draft: ofDraft,
  submit_draft: ofDraft,
  queue_publish_job: ofJob,
  cancel_publish_job: ofJob,
  retry_publish_job: ofJob,
  request_edit: ofDraft,
  request_retraction: ofJob,
  archive_draft: ofDraft,
} as const;

type Of<Schema extends TSchema> = Static<Schema>;

/** The tools that have a result sentence: all of them. */
export type ToolName = keyof typeof RESULTS;

/** The result of a call in a sentence or two. */
export function resultOf(tool: ToolName, body: Record<string, unknown>): string {
  return (RESULTS[tool] as (body: Record<string, unknown>) => string)(body);
}

/** A refusal with the fields it is about. */
export function ofProblem({ detail, remedy, errors = [] }: Pick<Problem, 'detail' | 'remedy' | 'errors'>): string {
  return [detail, ...errors.map(({ message }) => message), remedy].filter(Boolean).join(' ');
}

function ofCaptions(captions: Of<typeof CaptionSetSchema>['captions']): string {
  const lengths = captions.map(({ platform, length, limit }) => `${platform} (${length} of ${limit})`);
  const warnings = captions.flatMap(({ platform, warnings: own, findings = [] }) =>
    [...own, ...findings].map(({ message }) => `${platform}: ${message}`),
  );
  return [`Captions for ${lengths.join(', ') || 'no platform'}.`, ...few(warnings)].join(' ');
}

const spaced = (state: string): string => state.replaceAll('_', ' ');
const day = (time: string): string => time.slice(0, 10);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const more = (cursor: string | null): string => (cursor ? ' There are more: pass next_cursor as cursor.' : '');

function count(things: number | readonly unknown[], name: string): string {
  const number = typeof things === 'number' ? things : things.length;
  return `${number === 0 ? 'No' : number} ${name}${number === 1 ? '' : 's'}`;
}

/** The number of items in each state, such as ": 3 in review, 1 draft". */
function tally(states: readonly string[]): string {
  const counts = [...Map.groupBy(states, (state) => state)].map(([state, of]) => `${of.length} ${spaced(state)}`);
  return counts.length > 0 ? `: ${counts.join(', ')}` : '';
}

function few(sentences: readonly string[]): string[] {
  const rest = sentences.length - NAMED;
  return rest > 0 ? [...sentences.slice(0, NAMED), `and ${rest} more.`] : [...sentences];
}
