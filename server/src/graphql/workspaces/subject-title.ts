import { draftTitle } from '../../drafts/text/draft-title.ts';
import { sayName, type Translate } from '../../languages/translate.ts';
import type { Loaders } from '../engine/loaders.ts';

type Find = (loaders: Loaders, id: string, translate: Translate) => Promise<string | null>;

const titleOfDraft: Find = async ({ draft }, id) => {
  const found = await draft.load(id);
  return found && draftTitle(found.sourceText);
};

const titleOf: Record<string, Find> = {
  drf: titleOfDraft,
  apr: async (loaders, id, translate) => {
    const found = await loaders.approval.load(id);
    return found && titleOfDraft(loaders, found.draftId, translate);
  },
  job: async (loaders, id, translate) => {
    const found = await loaders.job.load(id);
    return found && titleOfDraft(loaders, found.draftId, translate);
  },
  con: async ({ connection }, id) => (await connection.load(id))?.handle ?? null,
  grt: async ({ grant, agent }, id) => {
    const found = await grant.load(id);
    return found && ((await agent.load(found.agentId))?.name ?? null);
  },
  usr: async ({ author }, id, translate) => {
    const found = await author.load({ id, grantId: null, userId: id });
    return found && sayName(found.name, translate);
  },
};

/** The name or title of the object behind an identifier; null if it is gone or has no name. */
export async function subjectTitle(loaders: Loaders, id: string, translate: Translate): Promise<string | null> {
  return (await titleOf[id.split('_')[0] ?? '']?.(loaders, id, translate)) ?? null;
}
