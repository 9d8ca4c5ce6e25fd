import type { AccountState } from '../../access/account.entity.ts';
import type { Role, Scope } from '../../access/actor.ts';
import type { ApprovalState } from '../../approvals/approval-states.ts';
import type { Deviation } from '../../approvals/standing/matches.ts';
import type { RestReason } from '../../connections/connection.entity.ts';
import type { Budget } from '../../credits/budgets/budget-queries.ts';
import type { CreditUnit } from '../../credits/products.ts';
import type { Words } from '../../languages/sentence.ts';
import type { ServiceStop } from '../../launch/launch-queries.ts';
import type { QuietWindow } from '../../planning/week.ts';
import type { PostCharge } from '../../platforms/platform/charges.ts';
import type { Violation } from '../../platforms/platform.ts';
import type { SafetyFinding } from '../../safety/safety-finding.ts';
import type { JobEnding } from '../publish-job.entity.ts';

/** Until when nothing goes through a connection, and why. */
export interface Rest {
  until: Date;
  reason: RestReason;
}

/** One place that a draft goes to. */
export interface TargetSnapshot {
  platform: string;
  platformLabel: string;
  /** False for a platform that this build of the service lacks. */
  isKnown: boolean;
  /** False where the service prepares words, but has no way to send them. */
  isPublishable: boolean;
  /** Null while the workspace has nothing connected there. */
  connection: { id: string; handle: string; health: 'healthy' | 'failing' | 'revoked'; isDisconnected: boolean; rest?: Rest | null } | null;
  /** The account that was connected there after this was asked for, and so is no part of it. */
  connectedLater?: string | null;
  /** By the platform's rules of today; null before the payload was prepared. */
  violations: readonly Pick<Violation, 'message' | 'remedy' | 'sentences'>[] | null;
  /** The platform's rules are others than those that the payload was prepared by. */
  hasNewRules: boolean;
  /** What the network charges the operator, by today's prices; null where it is free or unknown. */
  charge?: PostCharge | null;
  /** The text contains a link: some networks and surcharges depend on it. */
  hasLink: boolean;
  /** How far its publication is; `open`, and without one, while it is still to go out. */
  progress?: 'open' | 'under_way' | 'ended';
}

/** An agent's grant in its current state. */
export interface AgentSnapshot {
  grantId: string;
  kind: 'agent';
  agentName: string;
  /** `expired` also once the expiry has passed. */
  grantState: 'pending' | 'active' | 'revoked' | 'expired';
  /** The customer has stopped the agent for a while. */
  isPaused: boolean;
  scopes: readonly Scope[];
  isSandboxOnly: boolean;
  jobsPerDay: number | null;
  /** Jobs with this grant's words or at its wish before this one, on the same day of the workspace. */
  jobsBefore: number;
  creditsPerMonth: number | null;
  /** Credits this grant has used or set aside this month; counted where they are limited. */
  creditsThisMonth: number;
}

/** Who asked for the job, and what they may do now. */
export type AuthorSnapshot =
  /** Neither a grant nor a person is responsible for the job (any more). */
  { kind: 'nobody' } | { kind: 'person'; role: Role | null } | AgentSnapshot;

export interface ApprovalSnapshot {
  state: ApprovalState;
  /** Its time is over, whether its state says so already or not. */
  isExpired: boolean;
  contentHash: string;
  approvalsRequired: number;
  /** Counted while the decision is pending. */
  approvalsGiven: number;
  /** Whose turn it is, where it is approved in stages. */
  stage: { name: Words; isClients: boolean } | null;
  /** Approvers have to sign with a passkey. */
  needsSignature: boolean;
  /** Signatures of those who approved that hold; counted where it is approved and had to be signed. */
  signaturesGiven: number;
  /** Who put the post on hold and why; null where it is not on hold. */
  hold: { by: Words; reason: string } | null;
  /** The standing approval that it was approved by, and what keeps it from going out by that now; null where people decide. */
  standing?: { name: Words; endsAt: Date; reasons: readonly Deviation[] } | null;
}

export interface JobEnd {
  /** Why it was called off; null where it ended by itself. */
  ending: JobEnding | null;
  /** The draft's current job. */
  supersededBy: string | null;
}

/** The credit cost of one publication. */
export interface PostCredits {
  platform: string;
  connectionId: string | null;
  /** One, and the platform's surcharge as it was when this was asked for. */
  credits: number;
}

/** Everything that the gates look at, as it stood at one moment. */
export interface GateSnapshot {
  now: Date;
  /** Launch steps that the operator has yet to sign. */
  unsignedSteps: readonly string[];
  /** The operator has stopped publishing for the whole service, or a restore holds it; null while it goes. */
  serviceStop: ServiceStop | null;
  accountState: AccountState;
  mode: 'approval' | 'auto';
  workspaceAllowsAuto: boolean;
  /** An owner has stopped everything that goes out of the workspace. */
  isWorkspacePaused: boolean;
  /** An owner has put it away; it is paused by that. */
  isWorkspaceArchived: boolean;
  author: AuthorSnapshot;
  /** The other agents whose words are in it: the strictest of all counts. */
  coAuthors: readonly AgentSnapshot[];
  /** A person has said no to the same words; looked up in mode `auto`. */
  isRefusedElsewhere: boolean;
  /** How the job ended, where it was canceled or superseded; otherwise null. */
  end: JobEnd | null;
  /** Null before approval was asked for. */
  approval: ApprovalSnapshot | null;
  /** The draft's current content; null before there is any. */
  contentHash: string | null;
  /** What would go out: the job's content, or the draft's where there is no job. */
  sendingHash: string | null;
  targets: readonly TargetSnapshot[];
  findings: readonly SafetyFinding[];
  credits: {
    unit: CreditUnit;
    /** What the publications on their way that have set no credits aside yet take together. */
    required: number;
    /** And each of them. */
    posts: readonly PostCredits[];
    available: number;
    /** What the workspace may use this month; null where an owner has set no budget. */
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
