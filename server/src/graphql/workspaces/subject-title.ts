import { draftTitle } from '../../drafts/text/draft-title.ts';
import type { Loaders } from '../engine/loaders.ts';

type Find = (loaders: Loaders, id: string) => Promise<string | null>;

const titleOfDraft: Find = async ({ draft }, id) => {
  const found = await draft.load(id);
  return found && draftTitle(found.sourceText);
};

const titleOf: Record<string, Find> = {
  drf: titleOfDraft,
  apr: async (loaders, id) => {
    const found = await loaders.approval.load(id);
    return found && titleOfDraft(loaders, found.draftId);
  },
  job: async (loaders, id) => {
    const found = await loaders.job.load(id);
    return found && titleOfDraft(loaders, found.draftId);
  },
  con: async ({ connection }, id) => (await connection.load(id))?.handle ?? null,
  grt: async ({ grant, agent }, id) => {
    const found = await grant.load(id);
    return found && ((await agent.load(found.agentId))?.name ?? null);
  },
  usr: async ({ author }, id) => (await author.load({ id, grantId: null, userId: id }))?.name ?? null,
};

/** The thing behind an identifier, as people know it; null where it is gone or has no name. */
export async function subjectTitle(loaders: Loaders, id: string): Promise<string | null> {
  return (await titleOf[id.split('_')[0] ?? '']?.(loaders, id)) ?? null;
}
