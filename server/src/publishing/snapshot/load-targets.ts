import { sql } from 'kysely';
import type { Workspace } from '../../access/workspace.entity.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { type ConnectionView, maySee, platformOf, workingConnections } from '../../connections/connection-queries.ts';
import type { Context } from '../../context.ts';
import { idsOf, NO_IDS } from '../../db/reading/query.ts';
import { rowsOf } from '../../db/reading/rows-of.ts';
import { anyOf, type BoundValue, type Places, tables } from '../../db/tables.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import { violationsByNewRules } from '../../payloads/payload-violations.ts';
import { chargeOf, hasLink } from '../../platforms/platform/charges.ts';
import type { Post, Preview, Violation } from '../../platforms/platform.ts';
import { repeatedPart } from '../../safety/find-repeated-texts.ts';
import type { SafetyFinding } from '../../safety/safety-finding.ts';
import { type SafetySources, safetyFindingsOf, settingsOfWorkspaces } from '../../safety/safety-queries.ts';
import type { Rest, TargetSnapshot } from '../gates/gate-snapshot.ts';
import type { Subject, SubjectIds } from './subject.ts';

/** A frozen or prospective payload, as needed by the gates. */
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

/** Available payloads, by subject id: not frozen, or frozen by this transaction. */
export type Prepared = ReadonlyMap<string, readonly TargetPayload[]>;

export interface SubjectTargets {
  targets: TargetSnapshot[];
  findings: SafetyFinding[];
}

export interface TargetRows extends Required<Omit<SafetySources, 'settings'>> {
  payloads: readonly Payload[];
  connections: readonly ConnectionView[];
}

type Frozen = Pick<SubjectIds, 'drafts' | 'hashes'>;

const PAYLOADS = rowsOf(Payload, (from, { drafts, hashes }: Places<Frozen>) =>
  from.where('t.draft_id', '=', anyOf(drafts)).where('t.content_hash', '=', anyOf(hashes)).orderBy('t.position'),
);

const CHOSEN_CONNECTIONS = rowsOf(
  Connection,
  (from, { chosen }: Places<{ chosen: BoundValue }>) => from.where('t.id', '=', anyOf(chosen)),
  ['sealedCredentials'],
);

/** The connections of frozen payloads as well. */
const CONNECTIONS = rowsOf(
  Connection,
  (from, { chosen, drafts, hashes }: Places<Frozen & { chosen: BoundValue }>) =>
    from.where('t.id', 'in', ({ selectFrom }) =>
      selectFrom('payloads as p')
        .select('p.connection_id')
        .where('p.draft_id', '=', anyOf(drafts))
        .where('p.content_hash', '=', anyOf(hashes))
        .$narrowType<{ connection_id: string }>()
        .union(tables.selectNoFrom(sql<string>`unnest(${chosen}::text[])`.as('connection_id'))),
    ),
  ['sealedCredentials'],
);

/** The frozen payloads of these drafts, the accounts of these and of prepared ones, and the data for the safety checks. */
export function targetParts(ctx: Context, { drafts, hashes }: Frozen, prepared: Prepared = new Map()) {
  const chosen = idsOf([...prepared.values()].flat().flatMap(({ connectionId }) => connectionId ?? []));
  if (drafts === NO_IDS) return { payloads: null, connections: CHOSEN_CONNECTIONS(ctx.em, { chosen }), repeated: null };
  return {
    payloads: PAYLOADS(ctx.em, { drafts, hashes }),
    connections: CONNECTIONS(ctx.em, { chosen, drafts, hashes }),
    repeated: repeatedPart({ drafts, hashes }, ctx.clock.now()),
  };
}

/** Each subject's targets and findings, by subject id. Queries only rare data. */
export async function loadTargets(
  ctx: Context,
  subjects: readonly Subject[],
  {
    workspaces,
    prepared = new Map(),
    findings: known,
    progress,
    ...rows
  }: TargetRows & {
    /** The result of progressFrom(). */
    progress: ReadonlyMap<string, NonNullable<TargetSnapshot['progress']>>;
    workspaces: ReadonlyMap<string, Workspace>;
    prepared?: Prepared | undefined;
    findings?: ReadonlyMap<string, SafetyFinding[]> | undefined;
  },
): Promise<Map<string, SubjectTargets>> {
  const frozen = Map.groupBy(rows.payloads, ({ draftId, contentHash }) => `${draftId}/${contentHash}`);
  const payloadsOf = ({ id, draftId, sendingHash }: Subject): readonly TargetPayload[] =>
    prepared.get(id) ?? frozen.get(`${draftId}/${sendingHash}`) ?? [];
  const connections = new Map(rows.connections.map((connection) => [connection.id, connection]));
  const later = await workingConnections(
    ctx,
    subjects.flatMap((subject) =>
      payloadsOf(subject).flatMap(({ platform, connectionId }) => (connectionId ? [] : { workspaceId: subject.workspaceId, platform })),
    ),
  );
  const settings = settingsOfWorkspaces([...workspaces.values()]);
  const findings = known ?? (await findingsOf(ctx, subjects, { payloadsOf, settings, prepared, ...rows }));
  return new Map(
    subjects.map((subject) => {
      const targets = payloadsOf(subject).map((payload) => ({
        ...targetFrom(ctx, payload, connections, subject.isFinished),
        progress: progress.get(`${subject.jobId}/${payload.platform}/${payload.connectionId ?? null}`) ?? 'open',
        connectedLater: payload.connectionId ? null : shownLater(ctx, later.get(`${subject.workspaceId}/${payload.platform}`)),
      }));
      return [subject.id, { targets, findings: findings.get(subject.id) ?? [] }];
    }),
  );
}

/** The findings of frozen payloads, from the rows read with them. */
async function findingsOf(
  ctx: Context,
  subjects: readonly Subject[],
  { payloadsOf, prepared, ...sources }: SafetySources & { payloadsOf(subject: Subject): readonly TargetPayload[]; prepared: Prepared },
): Promise<Map<string, SafetyFinding[]>> {
  const setOf = (subject: Subject) => ({
    id: subject.id,
    draftId: subject.draftId,
    workspaceId: subject.workspaceId,
    contentHash: subject.sendingHash,
    payloads: payloadsOf(subject),
  });
  const frozen = subjects.filter(({ id }) => !prepared.has(id)).map(setOf);
  const loose = subjects.filter(({ id }) => prepared.has(id)).map(setOf);
  const found = await safetyFindingsOf(ctx, frozen, sources);
  if (loose.length === 0) return found;
  return new Map([...found, ...(await safetyFindingsOf(ctx, loose, { settings: sources.settings }))]);
}

function restOf(ctx: Context, { restsUntil, restReason }: ConnectionView): Rest | null {
  return restsUntil && restReason && restsUntil > ctx.clock.now() ? { until: restsUntil, reason: restReason } : null;
}

/** A sandbox-only grant sees no names of live accounts. */
const shownHandle = (ctx: Context, connection: ConnectionView): string => (maySee(ctx, connection) ? connection.handle : 'an account');

const shownLater = (ctx: Context, connection: ConnectionView | undefined): string | null =>
  connection ? shownHandle(ctx, connection) : null;

function targetFrom(
  ctx: Context,
  { violations, ...payload }: TargetPayload,
  connections: ReadonlyMap<string, ConnectionView>,
  isFinished: boolean,
): TargetSnapshot {
  const connection = connections.get(payload.connectionId ?? '');
  const platform = connection ? platformOf(ctx.platforms, connection) : ctx.platforms.get(payload.platform);
  // A finished publication is judged by the rules of its time.
  const renewed = platform && violations && !isFinished ? violationsByNewRules(platform, { ...payload, violations }) : null;
  return {
    platform: payload.platform,
    platformLabel: platform?.label ?? payload.platform,
    isKnown: platform !== undefined,
    isPublishable: platform?.publishing !== 'none yet',
    connection: connection
      ? {
          id: connection.id,
          handle: shownHandle(ctx, connection),
          health: connection.health,
          isDisconnected: connection.disconnectedAt != null,
          rest: restOf(ctx, connection),
          endsAt: connection.endsAt ?? null,
        }
      : null,
    violations: renewed ?? violations,
    hasNewRules: renewed !== null,
    charge: platform ? chargeOf(platform.charges, payload.preview) : null,
    hasLink: hasLink(payload.preview),
  };
}
