import type { Context } from '../context.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { Payload } from './payload.entity.ts';

/** Identifies one frozen set; `id` is the result's key: of a draft, an approval or a job. */
export interface PayloadSetKey {
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
