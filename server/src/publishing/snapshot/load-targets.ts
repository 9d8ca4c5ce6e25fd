import type { Workspace } from '../../access/workspace.entity.ts';
import { type ConnectionView, connectionsByIds, workingConnections } from '../../connections/connection-queries.ts';
import { platformOf } from '../../connections/platform-of.ts';
import type { Context } from '../../context.ts';
import { payloadSetsOf } from '../../payloads/payload-queries.ts';
import { violationsByNewRules } from '../../payloads/payload-violations.ts';
import type { Post, Preview, Violation } from '../../platforms/platform.ts';
import { settingsOfWorkspaces } from '../../safety/read-safety-settings.ts';
import type { SafetyFinding } from '../../safety/safety-finding.ts';
import { safetyFindingsOf } from '../../safety/safety-queries.ts';
import type { Rest, TargetSnapshot } from '../gates/gate-snapshot.ts';
import type { Subject } from './subject.ts';

/** A payload, frozen or as it would be, as far as the gates look at it. */
export interface TargetPayload {
  draftId: string;
  platform: string;
  connectionId?: string | null;
  textHash: string;
  preview: Preview;
  post?: Post | null;
  rulesHash?: string | null;
  /** Null before the payload was prepared. */
  violations: Violation[] | null;
}

export interface SubjectTargets {
  targets: TargetSnapshot[];
  findings: SafetyFinding[];
}

export interface TargetSources {
  /** Those of the subjects, by id. */
  workspaces: ReadonlyMap<string, Workspace>;
  /** Payloads of subjects whose content is not frozen, by subject id. */
  prepared?: ReadonlyMap<string, readonly TargetPayload[]> | undefined;
}

/** Where each subject goes, and what the safety checks find in it, by subject id. A constant number of queries, however many. */
export async function loadTargets(
  ctx: Context,
  subjects: readonly Subject[],
  { workspaces, prepared = new Map() }: TargetSources,
): Promise<Map<string, SubjectTargets>> {
  const frozen = await payloadSetsOf(
    ctx,
    subjects.filter(({ id }) => !prepared.has(id)).map(({ id, draftId, sendingHash }) => ({ id, draftId, contentHash: sendingHash })),
  );
  const payloadsOf = (id: string): readonly TargetPayload[] => prepared.get(id) ?? frozen.get(id) ?? [];
  const connections = await connectionsByIds(
    ctx,
    subjects.flatMap(({ id }) => payloadsOf(id).flatMap(({ connectionId }) => connectionId ?? [])),
  );
  const later = await workingConnections(
    ctx,
    subjects.flatMap(({ id, workspaceId }) =>
      payloadsOf(id).flatMap(({ platform, connectionId }) => (connectionId ? [] : { workspaceId, platform })),
    ),
  );
  const findings = await safetyFindingsOf(
    ctx,
    subjects.map(({ id, draftId, workspaceId, sendingHash }) => ({
      id,
      draftId,
      workspaceId,
      contentHash: sendingHash,
      payloads: payloadsOf(id),
    })),
    settingsOfWorkspaces([...workspaces.values()]),
  );
  return new Map(
    subjects.map(({ id, workspaceId, isFinished }) => {
      const targets = payloadsOf(id).map((payload) => ({
        ...targetFrom(ctx, payload, connections, isFinished),
        connectedLater: payload.connectionId ? null : (later.get(`${workspaceId}/${payload.platform}`)?.handle ?? null),
      }));
      return [id, { targets, findings: findings.get(id) ?? [] }];
    }),
  );
}

function restOf(ctx: Context, { restsUntil, restReason }: ConnectionView): Rest | null {
  return restsUntil && restReason && restsUntil > ctx.clock.now() ? { until: restsUntil, reason: restReason } : null;
}

function targetFrom(
  ctx: Context,
  { violations, ...payload }: TargetPayload,
  connections: ReadonlyMap<string, ConnectionView>,
  isFinished: boolean,
): TargetSnapshot {
  const connection = connections.get(payload.connectionId ?? '');
  const platform = connection ? platformOf(ctx.platforms, connection) : ctx.platforms.get(payload.platform);
  // What has come to its end fitted, or did not, by the rules of its day.
  const renewed = platform && violations && !isFinished ? violationsByNewRules(platform, { ...payload, violations }) : null;
  return {
    platform: payload.platform,
    platformLabel: platform?.label ?? payload.platform,
    isKnown: platform !== undefined,
    isPublishable: platform?.publishing !== 'none yet',
    connection: connection
      ? {
          id: connection.id,
          handle: connection.handle,
          health: connection.health,
          isDisconnected: connection.disconnectedAt != null,
          rest: restOf(ctx, connection),
        }
      : null,
    violations: renewed ?? violations,
    hasNewRules: renewed !== null,
  };
}
