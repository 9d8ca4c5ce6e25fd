import { platformOf } from '../connections/connection-queries.ts';
import type { Context } from '../context.ts';
import { idsOf, query } from '../db/reading/query.ts';
import { anyOf, type BoundValue, literal, type Places, prepared, tables } from '../db/tables.ts';
import { knownPlatforms } from '../drafts/check-draft-fields.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import type { Platform } from '../platforms/platform.ts';
import { Payload } from './payload.entity.ts';

/** Identifies one frozen set; `id` is the result's key: the id of a draft, an approval or a job. */
interface PayloadSetKey {
  id: string;
  draftId: string;
  contentHash: string | null;
}

/** The payloads of many frozen sets, each in its order, by the key's `id`. One query. */
export async function payloadSetsOf(ctx: Context, keys: readonly PayloadSetKey[]): Promise<Map<string, Payload[]>> {
  const hashes = [...new Set(keys.flatMap((key) => key.contentHash ?? []))];
  const draftIds = [...new Set(keys.map((key) => key.draftId))];
  const rows =
    hashes.length > 0
      ? await ctx.em.find(Payload, { draftId: { $in: draftIds }, contentHash: { $in: hashes } }, { orderBy: { position: 'asc' } })
      : [];
  const sets = Map.groupBy(rows, (payload) => `${payload.draftId}/${payload.contentHash}`);
  return new Map(keys.map((key) => [key.id, sets.get(`${key.draftId}/${key.contentHash}`) ?? []]));
}

/** The current payloads of many drafts, by draft id; empty if there are none. One query. */
export async function currentPayloadsOf(ctx: Context, drafts: readonly Draft[]): Promise<Map<string, Payload[]>> {
  return payloadSetsOf(
    ctx,
    drafts.map(({ id, contentHash }) => ({ id, draftId: id, contentHash: contentHash ?? null })),
  );
}

/** The payloads covered by the draft's content hash; empty if there are none. */
export async function currentPayloads(ctx: Context, draft: Draft): Promise<Payload[]> {
  return (await currentPayloadsOf(ctx, [draft])).get(draft.id) ?? [];
}

export interface Target {
  /** With the limits of the connection's own server, if any. */
  platform: Platform;
  /** Null if the workspace has no account there; the gate `connection` then blocks. */
  connectionId: string | null;
}

/**
 * A draft's targets, in the order of its platforms and then of connection ids: on each platform the chosen
 * connections, whatever their health, or without a choice every healthy one of the workspace.
 */
export async function findTargets(ctx: Context, draft: TargetsOf): Promise<Target[]> {
  const connections = await connectionsOf(ctx, draft);
  return knownPlatforms(ctx, draft.platforms).flatMap((platform): Target[] => {
    const own = connections.filter((connection) => connection.platform === platform.id);
    if (own.length === 0) return [{ platform, connectionId: null }];
    return own.map((connection) => ({ platform: platformOf(ctx.platforms, connection) ?? platform, connectionId: connection.id }));
  });
}

type TargetsOf = Pick<Draft, 'workspaceId' | 'platforms' | 'connectionIds'>;

interface OfWorkspace {
  workspaceId: string;
  platforms: BoundValue;
}

const onPlatforms = ({ workspaceId, platforms }: Places<OfWorkspace>) =>
  tables
    .selectFrom('connections')
    .select(['id', 'platform', 'limits'])
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', anyOf(platforms))
    .orderBy('id');

const CHOSEN = prepared((places: Places<OfWorkspace & { chosen: BoundValue }>) =>
  onPlatforms(places).where('id', '=', anyOf(places.chosen)),
);

const HEALTHY = prepared((places: Places<OfWorkspace>) =>
  onPlatforms(places).where('health', '=', literal('healthy')).where('disconnected_at', 'is', null),
);

function connectionsOf({ em }: Context, { workspaceId, platforms, connectionIds }: TargetsOf) {
  const asked = { workspaceId, platforms: idsOf(platforms) };
  return query(em, connectionIds ? CHOSEN({ ...asked, chosen: idsOf(connectionIds) }) : HEALTHY(asked));
}
