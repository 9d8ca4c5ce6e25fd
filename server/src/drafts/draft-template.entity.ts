import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { WORDINGS } from '../access/workspace-policies.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import type { Settings } from '../platforms/platform.ts';

/** An author's words for one platform, as a template keeps them. */
export interface TemplateWords {
  platform: string;
  text: string;
  tags: string[];
  thread: string[];
  settings: Settings;
}

/** What new drafts of a workspace can begin with: words, targets and settings, without pictures and a time. */
export const DraftTemplate = defineEntity({
  name: 'DraftTemplate',
  tableName: 'draft_templates',
  indexes: [{ properties: ['workspaceId', 'name'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    name: p.text(),
    sourceText: p.text(),
    link: p.text().nullable(),
    wording: p.enum(WORDINGS).nullable(),
    platforms: p.array().columnType('text[]'),
    /** The chosen connections, of which some may be gone; null for all healthy ones. */
    connectionIds: p.array().columnType('text[]').nullable(),
    labels: p.array().columnType('text[]'),
    /** The words that people and agents wrote; generated ones are made again. */
    words: p.json<TemplateWords[]>().columnType('jsonb'),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
});
export type DraftTemplate = InferEntity<typeof DraftTemplate>;
