import { roleMay } from '../../access/authorise.ts';
import { say } from '../../languages/sentence.ts';
import { block, type GateVerdict, pass, wait } from './gate.ts';
import { type AgentSnapshot, type GateSnapshot, isSandbox, type TargetSnapshot } from './gate-snapshot.ts';

/** The part of a snapshot that this gate uses. */
export interface PermissionFacts
  extends Pick<GateSnapshot, 'author' | 'coAuthors' | 'mode' | 'workspaceAllowsAuto' | 'isWorkspacePaused' | 'isWorkspaceArchived'> {
  targets: readonly Pick<TargetSnapshot, 'platform'>[];
  credits: Pick<GateSnapshot['credits'], 'required'>;
}

/**
 * The job's author must still be permitted to publish within the customer's limits, and so must every agent that
 * contributed content: the strictest verdict wins.
 */
export function permissionGate(snapshot: PermissionFacts): GateVerdict {
  const verdicts = [verdictOn(snapshot), ...snapshot.coAuthors.map((agent) => agentVerdict(agent, snapshot, false))];
  const strictest = (status: GateVerdict['status']) => verdicts.find((verdict) => verdict.status === status);
  const verdict = strictest('block') ?? strictest('wait') ?? verdictOn(snapshot);
  if (verdict.status !== 'pass' || !snapshot.isWorkspacePaused) return verdict;
  if (snapshot.isWorkspaceArchived) {
    return wait('workspace_archived', 'This workspace is archived.', 'An owner of the account restores and resumes it.');
  }
  return wait(
    'workspace_paused',
    'Publishing is paused for this workspace.',
    'An owner of the account resumes it; publishing then continues automatically.',
  );
}

function verdictOn(snapshot: PermissionFacts): GateVerdict {
  const { author } = snapshot;
  if (author.kind === 'gone')
    return block('author_gone', 'The requester no longer exists.', 'An owner or approver of the account submits the draft again.');
  if (author.kind === 'agent') return agentVerdict(author, snapshot, true);
  if (snapshot.mode === 'auto')
    return block('approval_required', 'Only an agent may publish without approval.', 'Submit the draft for approval.');
  if (roleMay(author.role, 'write')) return pass('permitted', 'A person of the account asked for it.');
  return block(
    'role_missing',
    'The requester may no longer publish for this account.',
    'An owner or approver of the account submits the draft again.',
  );
}

function agentVerdict(agent: AgentSnapshot, snapshot: PermissionFacts, isAsker: boolean): GateVerdict {
  return (
    standingOf(agent) ??
    reachOf(agent, snapshot, isAsker) ??
    limitsOf(agent, snapshot) ??
    pass('permitted', say`The grant of ${agent.agentName} allows it.`)
  );
}

/** A verdict if the grant is not active; otherwise null. */
function standingOf({ agentName, grantState, isPaused }: AgentSnapshot): GateVerdict | null {
  switch (grantState) {
    case 'active':
      return isPaused ? wait('grant_paused', say`The grant of ${agentName} is paused.`, 'An owner of the account resumes it.') : null;
    case 'pending':
      return wait('grant_pending', say`The grant of ${agentName} has not been given yet.`, 'Ask an owner of the account for it.');
    case 'expired':
      return block(
        'grant_expired',
        say`The grant of ${agentName} has expired.`,
        'An owner of the account grants access again, or a person submits the draft.',
      );
    case 'revoked':
      return block(
        'grant_revoked',
        say`The grant of ${agentName} has been revoked.`,
        'An owner of the account grants access again, or a person submits the draft.',
      );
  }
}

/**
 * Whether the grant covers it: scopes, the workspace's policy, the sandbox. A contributor to content that people
 * approve needs no submit permission.
 */
function reachOf(author: AgentSnapshot, { mode, workspaceAllowsAuto, targets }: PermissionFacts, isAsker: boolean): GateVerdict | null {
  const scope = mode === 'auto' ? 'publish:auto' : 'jobs:write';
  if ((isAsker || mode === 'auto') && !author.scopes.includes(scope)) {
    return block(
      'scope_missing',
      say`The grant of ${author.agentName} lacks the scope ${scope}.`,
      say`An owner of the account grants ${scope}, or a person submits the draft.`,
      scope,
    );
  }
  if (mode === 'auto' && !workspaceAllowsAuto) {
    return block(
      'auto_not_allowed',
      'The workspace does not allow publishing without approval.',
      'Submit the draft for approval, or an owner changes the policy.',
    );
  }
  const live = author.isSandboxOnly ? targets.find((target) => !isSandbox(target)) : undefined;
  if (!live) return null;
  return block(
    'sandbox_only_grant',
    say`The grant of ${author.agentName} publishes to the sandbox only.`,
    'Publish to the sandbox, ask an owner to grant access to live networks, or have a person submit the draft.',
    live.platform,
  );
}

/** The grant's daily and monthly limits. */
function limitsOf(
  { agentName, jobsPerDay, jobsBefore, creditsPerMonth, creditsThisMonth }: AgentSnapshot,
  { credits }: PermissionFacts,
): GateVerdict | null {
  if (jobsPerDay !== null && jobsBefore >= jobsPerDay) {
    return block(
      'daily_job_limit',
      say`The grant of ${agentName} allows ${jobsPerDay} publish jobs a day, and this is one more.`,
      'Cancel it and queue it again on another day, or an owner of the account raises the limit.',
    );
  }
  // What is free, as in the sandbox, is no more of a limit that was lowered below what is used.
  if (creditsPerMonth !== null && credits.required > 0 && creditsThisMonth + credits.required > creditsPerMonth) {
    return block(
      'monthly_credit_limit',
      say`The grant of ${agentName} allows ${creditsPerMonth} credits a month; ${creditsThisMonth} are used and this needs ${credits.required}.`,
      'Wait for the next month, or an owner of the account raises the limit.',
    );
  }
  return null;
}
