import type { ApprovalFilter } from '../features/approvals/list/approval-filter.ts';
import type { JobChoice } from '../features/jobs/queries.ts';
import type { ApprovalSort, ApprovalState, CreditBucket, CreditEntryKind, DraftState, GoesOut } from '../gql/graphql.ts';

const approvalStates: readonly ApprovalState[] = ['PENDING', 'APPROVED', 'REJECTED', 'CHANGES_REQUESTED', 'EXPIRED', 'SUPERSEDED'];

/** Where to go after signing in: only ever a path of our own. */
export function readNext(search: Record<string, unknown>): { next?: string } {
  const { next } = search;
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) && next !== '/' ? { next } : {};
}

const sorts: readonly ApprovalSort[] = ['OLDEST', 'SOONEST', 'NEWEST'];
const goesOut: readonly GoesOut[] = ['AT_ONCE', 'WITHIN_A_DAY', 'WITHIN_A_WEEK', 'LATER'];

/** The filter of the list of approvals; waiting ones, oldest first, by default. Unknown values are ignored. */
export function readApprovalSearch(search: Record<string, unknown>): ApprovalFilter {
  const { state, sort, platform, agentId, hasFindings, goesOut: when, search: words } = search;
  const found: ApprovalFilter = {};
  if (isOneOf(approvalStates, state) && state !== 'PENDING') found.state = state;
  if (isOneOf(sorts, sort) && sort !== 'OLDEST') found.sort = sort;
  if (typeof platform === 'string' && platform !== '') found.platform = platform;
  if (typeof agentId === 'string' && agentId !== '') found.agentId = agentId;
  if (typeof hasFindings === 'boolean') found.hasFindings = hasFindings;
  if (isOneOf(goesOut, when)) found.goesOut = when;
  // Digits only arrive as a number.
  if ((typeof words === 'string' || typeof words === 'number') && words !== '') found.search = String(words).slice(0, 100);
  return found;
}

const jobStates: readonly JobChoice[] = [
  'ALL',
  'UNKNOWN',
  'FAILED_LATELY',
  'BLOCKED',
  'READY',
  'QUEUED',
  'PUBLISHING',
  'PUBLISHED',
  'PARTIALLY_PUBLISHED',
  'FAILED',
  'CANCELLED',
];

const draftStates: readonly DraftState[] = [
  'DRAFT',
  'IN_REVIEW',
  'CHANGES_REQUESTED',
  'APPROVED',
  'SCHEDULED',
  'PUBLISHING',
  'PUBLISHED',
  'PARTIALLY_PUBLISHED',
  'FAILED',
  'REJECTED',
  'ARCHIVED',
];

interface ListSearch {
  platform?: string;
  agentId?: string;
  label?: string;
  search?: string;
}

function readListSearch({ platform, agentId, label, search }: Record<string, unknown>): ListSearch {
  return {
    ...(typeof platform === 'string' && platform !== '' ? { platform } : {}),
    ...(typeof agentId === 'string' && agentId !== '' ? { agentId } : {}),
    ...readWords('label', label),
    ...readWords('search', search),
  };
}

export interface JobsSearch extends ListSearch {
  view?: 'wall';
  state?: JobChoice;
}

/** The filter of posts; those sent, failed or blocked by default. The wall shows published posts, so it has no state. */
export function readJobsSearch({ view, state, ...list }: Record<string, unknown>): JobsSearch {
  return { ...(view === 'wall' ? { view } : isOneOf(jobStates, state) ? { state } : {}), ...readListSearch(list) };
}

function isOneOf<T extends string>(known: readonly T[], value: unknown): value is T {
  return known.some((one) => one === value);
}

export interface DraftsSearch extends ListSearch {
  isWriting?: true;
  state?: DraftState;
}

/** The filter of drafts, and whether the form for a new one is open above the list. */
export function readDraftsSearch({ isWriting, state, ...list }: Record<string, unknown>): DraftsSearch {
  return {
    ...(isWriting === true ? { isWriting } : {}),
    ...(isOneOf(draftStates, state) ? { state } : {}),
    ...readListSearch(list),
  };
}

/** The filter of notices; unknown topics are ignored where they are shown. */
export function readNewsSearch({ topic, agentId }: Record<string, unknown>): { topic?: string; agentId?: string } {
  return { ...readWords('topic', topic), ...readWords('agentId', agentId) };
}

/** The filter of agents; those with access by default. */
export function readAgentsSearch({ access, search }: Record<string, unknown>): { access?: 'ended'; search?: string } {
  return { ...(access === 'ended' ? { access } : {}), ...readWords('search', search) };
}

/** Digits only arrive as a number. */
function readWords<Name extends string>(name: Name, words: unknown): { [key in Name]?: string } {
  const isGiven = (typeof words === 'string' || typeof words === 'number') && words !== '';
  return (isGiven ? { [name]: String(words).slice(0, 100) } : {}) as { [key in Name]?: string };
}

/** The token of a mail's unsubscribe link. */
export function readMailStop(search: Record<string, unknown>): { token?: string } {
  return typeof search.token === 'string' ? { token: search.token } : {};
}

interface ConnectReturn {
  state?: string;
  code?: string;
  error?: string;
  error_description?: string;
}

/** The person's own decision (RFC 6749, 4.1.2.1; the second is LinkedIn's). */
const DECLINED = /^(access_denied|user_cancelled_\w+)$/;

/**
 * A platform's redirect parameters; a value of digits only arrives as a number. Without state and code there is no
 * access; any other reason than that the person declined is about the service.
 */
export function readConnectReturn(search: Record<string, unknown>): ConnectReturn {
  const { state, code, error, error_description: description } = search;
  if ((state === undefined || code === undefined) && error !== undefined && !DECLINED.test(String(error)))
    return { error: readReason(error), ...(description !== undefined && { error_description: readReason(description) }) };
  if (state === undefined || code === undefined) return {};
  return { state: String(state).slice(0, 256), code: String(code).slice(0, 4096) };
}

/** Words from an address, which anyone may have made: one short line without links. */
function readReason(words: unknown): string {
  const line = String(words).replaceAll(/[\p{C}\s]+/gu, ' ');
  return line
    .replaceAll(/\S*(:\/\/|\bwww\.)\S*/gi, '…')
    .trim()
    .slice(0, 300);
}

/** What the grant screen starts from: a code to look up, or a request. Neither decides anything. */
export function readGrantSearch(search: Record<string, unknown>): { request?: string; user_code?: string } {
  const { request, user_code: userCode } = search;
  if (typeof request === 'string' && request !== '') return { request };
  // A code of digits only would arrive as a number; it is none of ours, but it is shown as it came.
  return typeof userCode === 'string' || typeof userCode === 'number' ? { user_code: String(userCode).slice(0, 64) } : {};
}

/** The calendar's month or week; this month by default. */
export function readCalendarSearch({ view, day }: Record<string, unknown>): { view?: 'week'; day?: string } {
  return { ...(view === 'week' ? { view } : {}), ...(isDay(day) ? { day } : {}) };
}

const buckets: readonly CreditBucket[] = ['ALLOWANCE', 'PACK', 'TOPUP'];
const kinds: readonly CreditEntryKind[] = ['ALLOWANCE', 'CORRECTION', 'HOLD', 'PURCHASE', 'RELEASE', 'SETTLE'];

/**
 * The order that a person returns from paying, which proves nothing and changes nothing; and the filter of the
 * ledger.
 */
export function readCreditsSearch({ bought, bucket, kind }: Record<string, unknown>): {
  bought?: string;
  bucket?: CreditBucket;
  kind?: CreditEntryKind;
} {
  return {
    ...(typeof bought === 'string' ? { bought: bought.slice(0, 64) } : {}),
    ...(isOneOf(buckets, bucket) ? { bucket } : {}),
    ...(isOneOf(kinds, kind) ? { kind } : {}),
  };
}

/** The filter of connected accounts. */
export function readConnectionsSearch({ platform, health, search }: Record<string, unknown>): {
  platform?: string;
  health?: 'broken';
  search?: string;
} {
  return {
    ...(typeof platform === 'string' && platform !== '' ? { platform } : {}),
    ...(health === 'broken' ? { health } : {}),
    ...readWords('search', search),
  };
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The filter of the audit log: who did what to which subject, and when. Unknown values are ignored. */
export function readAuditSearch({ actorId, action, subjectId, from, to }: Record<string, unknown>): {
  actorId?: string;
  action?: string;
  subjectId?: string;
  from?: string;
  to?: string;
} {
  const isId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{1,64}$/.test(id);
  return {
    ...(isId(actorId) ? { actorId } : {}),
    ...(typeof action === 'string' && /^[a-z_]{1,32}$/.test(action) ? { action } : {}),
    ...(isId(subjectId) ? { subjectId } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
}
