import type { Actor } from '../../access/actor.ts';
import type { Context } from '../../context.ts';
import type { Budget } from '../../credits/budget-queries.ts';
import type { CreditUnit } from '../../credits/products.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import type { SafetyFinding } from '../../safety/safety-finding.ts';
import type { GateSnapshot } from '../gates/gate-snapshot.ts';
import { evaluateGates, type Gate, gatesOfEnded } from '../gates.ts';
import { type PostCost, postCosts } from '../precheck-usage.ts';
import type { Publication } from '../publication.entity.ts';
import { LIVE_STATES, type PublishJob } from '../publish-job.entity.ts';
import { loadGateSnapshots } from '../snapshot/load-gate-snapshot.ts';
import { type Readiness, readinessFrom, targetReadiness } from './readiness.ts';

const WAIT = say`No action is needed; it is retried automatically.`;
const ASK = say`No action is needed; the network is asked whether it was published. Do not post it again meanwhile.`;

/** The remedy of an edit whose post was edited or removed since. */
export const OUTDATED_EDIT = say`Archive this draft. Edit the published post again if it is still there.`;

/** What to do after a failure, by its code; `rejected` is distinguished below. */
const REMEDIES: Readonly<Record<string, Sentence>> = {
  gave_up: say`Retry the publish job.`,
  rate_limited: WAIT,
  unavailable: WAIT,
  pending: ASK,
  unknown: ASK,
  unauthorized: say`Ask an owner of the account to reconnect it in the console. The post is then published automatically.`,
  service_refused: say`Only the operator can resolve this. The post is then published automatically.`,
  content_changed: say`Submit the draft again.`,
  edit_outdated: OUTDATED_EDIT,
  settled_absent: say`A person has confirmed that it was not published. Create a new draft if it is still wanted.`,
  restored: say`Ask a person to check whether it was published before you create a new draft.`,
};

/** What to do about a publication that has a failure, and who can do it. */
export function remedyOfFailure(
  { state, supersededBy }: Pick<PublishJob, 'state' | 'supersededBy'>,
  { failureCode }: Pick<Publication, 'failureCode'>,
): Sentence {
  if (supersededBy) return say`A later publish job has replaced it. Follow that one.`;
  if (failureCode !== 'rejected') return REMEDIES[failureCode ?? ''] ?? say`Read the publish job again in a minute.`;
  // A partly published post cannot be changed.
  return state === 'failed'
    ? say`The network refuses this post, for the reason given. Change the draft, then submit it again.`
    : say`The network refuses this post, for the reason given. Create a new draft for this network in which that is changed.`;
}

/**
 * Failures that the platform itself confirms: it refused the post, or it was unreachable for as long as was
 * tried, so nothing was published. A person's statement that a post does not exist (`settled_absent`) refunds
 * the credit, but does not permit resending the same content.
 */
const SAFE_FAILURES = ['rejected', 'gave_up'];
/** A platform refuses the same text again: only a person can know that the reason no longer applies. */
const SAFE_FOR_AGENTS = ['gave_up'];

/** The publications of an ended job that may be retried; none if they were retried already. */
export function retriesOf<P extends Pick<Publication, 'state' | 'failureCode' | 'connectionId'>>(
  job: Pick<PublishJob, 'state' | 'supersededBy'>,
  publications: readonly P[],
  { kind }: Pick<Actor, 'kind'>,
): P[] {
  if (job.state === 'blocked') return neverConnected(publications);
  if (job.supersededBy || (job.state !== 'failed' && job.state !== 'partially_published')) return [];
  const safe = kind === 'agent' ? SAFE_FOR_AGENTS : SAFE_FAILURES;
  return publications.filter(({ state, failureCode }) => state === 'failed' && safe.includes(failureCode ?? ''));
}

/**
 * Targets without an account when the content was signed, once the others are published: an account connected later
 * is not part of what was signed, so they become a post of their own.
 */
function neverConnected<P extends Pick<Publication, 'state' | 'connectionId'>>(publications: readonly P[]): P[] {
  const isHalfOut = publications.some(({ state }) => state === 'published');
  const isSettled = publications.every(({ state }) => ['pending', 'published', 'failed', 'cancelled'].includes(state));
  return isHalfOut && isSettled ? publications.filter(({ state, connectionId }) => state === 'pending' && !connectionId) : [];
}

/** The job's cost to the account: the balance before and after it. */
interface Cost {
  unit: CreditUnit;
  quantity: number;
  /** One for each post without a reservation. */
  posts: PostCost[];
  available: number;
  after: number;
  /** The workspace's monthly budget; null if there is none. */
  budget: Budget | null;
}

export interface JobExplanation {
  readonly readiness: Readiness;
  findings: readonly SafetyFinding[];
  cost: Cost;
}

/** Explains whether each job will be published and why not, by job id. A constant number of queries; no platform calls. */
export async function explainJobs(ctx: Context, jobs: readonly PublishJob[]): Promise<Map<string, JobExplanation>> {
  const snapshots = await loadGateSnapshots(ctx, jobs);
  return new Map(
    jobs.flatMap((job) => {
      const snapshot = snapshots.get(job.id);
      return snapshot ? [[job.id, explainJob(job, snapshot)] as const] : [];
    }),
  );
}

/** An ended job waits for nothing. Its gates are evaluated only when read. */
export function explainJob({ state }: PublishJob, snapshot: GateSnapshot): JobExplanation {
  let readiness: Readiness | undefined;
  return {
    ...takenBy(snapshot),
    get readiness() {
      readiness ??= readinessOf(state, snapshot);
      return readiness;
    },
  };
}

function readinessOf(state: PublishJob['state'], snapshot: GateSnapshot): Readiness {
  if (LIVE_STATES.some((live) => live === state)) return readinessFrom(snapshot, evaluateGates(snapshot));
  const gates = gatesOfEnded(snapshot, state === 'published' || state === 'partially_published');
  return { state: 'ended', gates, targets: targetReadiness(snapshot) };
}

/** As above, from a snapshot and gates that are evaluated already. */
export function explainSnapshot(snapshot: GateSnapshot, gates: Gate[]): JobExplanation {
  return { ...takenBy(snapshot), readiness: readinessFrom(snapshot, gates) };
}

function takenBy(snapshot: GateSnapshot): Pick<JobExplanation, 'findings' | 'cost'> {
  const { unit, required, available, budget } = snapshot.credits;
  return {
    findings: snapshot.findings,
    cost: { unit, quantity: required, posts: postCosts(snapshot), available, after: available - required, budget },
  };
}
