import type { AccountState } from '../../access/account.entity.ts';
import type { Role, Scope } from '../../access/actor.ts';
import type { ApprovalState } from '../../approvals/approval.entity.ts';
import type { Deviation } from '../../approvals/standing/matches.ts';
import type { RestReason } from '../../connections/connection.entity.ts';
import type { Budget } from '../../credits/budget-queries.ts';
import type { CreditUnit } from '../../credits/products.ts';
import type { LocalizedMessage } from '../../languages/sentence.ts';
import type { ServiceStop } from '../../launch/launch-queries.ts';
import type { QuietWindow } from '../../planning/week.ts';
import type { PostCharge } from '../../platforms/platform/charges.ts';
import type { Violation } from '../../platforms/platform.ts';
import type { SafetyFinding } from '../../safety/safety-finding.ts';
import type { JobEnding } from '../publish-job.entity.ts';

/** When a connection's pause ends, and its reason. */
export interface Rest {
  until: Date;
  reason: RestReason;
}

/** The account of a target. */
interface TargetConnection {
  id: string;
  handle: string;
  health: 'healthy' | 'failing' | 'revoked';
  isDisconnected: boolean;
  rest?: Rest | null;
  /** When its access ends unless a person connects it again; null where it lasts. */
  endsAt?: Date | null;
}

/** One target of a draft. */
export interface TargetSnapshot {
  platform: string;
  platformLabel: string;
  /** False for a platform that this build of the service lacks. */
  isKnown: boolean;
  /** False where the service prepares content but cannot publish it. */
  isPublishable: boolean;
  /** Null if the workspace has no account there. */
  connection: TargetConnection | null;
  /** An account connected after the submission, and so not part of it. */
  connectedLater?: string | null;
  /** By the platform's rules of today; null before the payload was prepared. */
  violations: readonly Pick<Violation, 'message' | 'remedy' | 'sentences'>[] | null;
  /** The platform's rules have changed since the payload was prepared. */
  hasNewRules: boolean;
  /** What the network charges the operator, by today's prices; null where it is free or unknown. */
  charge?: PostCharge | null;
  /** The text contains a link: some networks and surcharges depend on it. */
  hasLink: boolean;
  /** The state of its publication; `open`, or absent, before it is published. */
  progress?: 'open' | 'under_way' | 'ended';
}

/** An agent's grant in its current state. */
export interface AgentSnapshot {
  grantId: string;
  kind: 'agent';
  agentName: string;
  /** `expired` also once the expiry has passed. */
  grantState: 'pending' | 'active' | 'revoked' | 'expired';
  /** The customer has paused the agent. */
  isPaused: boolean;
  scopes: readonly Scope[];
  isSandboxOnly: boolean;
  jobsPerDay: number | null;
  /** Earlier jobs of the same day in the workspace's time zone that this grant submitted or contributed to. */
  jobsBefore: number;
  creditsPerMonth: number | null;
  /** Credits that this grant has spent or reserved this month; counted only if they are limited. */
  creditsThisMonth: number;
}

/** The job's author and their current permissions. */
export type AuthorSnapshot =
  /** Neither a grant nor a person is responsible for the job (any more). */
  { kind: 'gone' } | { kind: 'person'; role: Role | null } | AgentSnapshot;

export interface ApprovalSnapshot {
  state: ApprovalState;
  /** It has expired, even if its state was not updated yet. */
  isExpired: boolean;
  contentHash: string;
  approvalsRequired: number;
  /** Counted while the decision is pending. */
  approvalsGiven: number;
  /** The current stage, if it is approved in stages. */
  stage: { name: LocalizedMessage; isClients: boolean } | null;
  /** Approvers must sign with a passkey. */
  needsSignature: boolean;
  /** The number of valid signatures; counted only where it is approved and had to be signed. */
  signaturesGiven: number;
  /** Who put the post on hold and why; null where it is not on hold. */
  hold: { by: LocalizedMessage; reason: string } | null;
  /** The standing approval behind it, and why it no longer applies; null where people decide. */
  standing?: { name: LocalizedMessage; endsAt: Date; reasons: readonly Deviation[] } | null;
}

export interface JobEnd {
  /** Why it was cancelled; null if it ended on its own. */
  ending: JobEnding | null;
  /** The draft's current job. */
  supersededBy: string | null;
}

/** The credit cost of one publication. */
export interface PostCredits {
  platform: string;
  connectionId: string | null;
  /** One, plus the platform's surcharge at the time of the submission; 0 where posts are free. */
  credits: number;
}

/** Everything that the gates evaluate, at one moment. */
export interface GateSnapshot {
  now: Date;
  /** Launch steps that the operator has yet to sign. */
  unsignedSteps: readonly string[];
  /** Publishing is stopped for the whole service, by the operator or a restore; otherwise null. */
  serviceStop: ServiceStop | null;
  accountState: AccountState;
  mode: 'approval' | 'auto';
  workspaceAllowsAuto: boolean;
  /** An owner has paused all publishing of the workspace. */
  isWorkspacePaused: boolean;
  /** An owner has archived it, which also pauses it. */
  isWorkspaceArchived: boolean;
  author: AuthorSnapshot;
  /** Other agents with content in it: the strictest verdict wins. */
  coAuthors: readonly AgentSnapshot[];
  /** A person has rejected the same content; looked up in mode `auto`. */
  isRefusedElsewhere: boolean;
  /** How the job ended, where it was cancelled or superseded; otherwise null. */
  end: JobEnd | null;
  /** Null before an approval was requested. */
  approval: ApprovalSnapshot | null;
  /** The draft's current content; null before there is any. */
  contentHash: string | null;
  /** The content to publish: the job's, or the draft's if there is no job. */
  sendingHash: string | null;
  targets: readonly TargetSnapshot[];
  findings: readonly SafetyFinding[];
  credits: {
    unit: CreditUnit;
    /** The total of publications without a reservation. */
    required: number;
    /** And each of them. */
    posts: readonly PostCredits[];
    available: number;
    /** The workspace's monthly budget; null if there is none. */
    budget: Budget | null;
  };
  scheduledAt: Date | null;
  /** The workspace's; its quiet hours are by its clock. */
  timeZone: string;
  quietHours: readonly QuietWindow[];
}

export const SANDBOX = 'sandbox';

/** The built-in test platform, which publishes nothing. */
export function isSandbox({ platform }: Pick<TargetSnapshot, 'platform'>): boolean {
  return platform === SANDBOX;
}
