import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { WORDINGS } from '../access/workspace-policies.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import type { Settings } from '../platforms/platform.ts';

/** An author's text for one platform, as stored in a template. */
export interface TemplateWords {
  platform: string;
  text: string;
  tags: string[];
  thread: string[];
  settings: Settings;
}

/** A template for new drafts of a workspace: text, targets and settings, without pictures and a time. */
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
    /** The chosen connections, some of which may no longer exist; null for all healthy ones. */
    connectionIds: p.array().columnType('text[]').nullable(),
    labels: p.array().columnType('text[]'),
    /** The text by people and agents; generated text is regenerated. */
    words: p.json<TemplateWords[]>().columnType('jsonb'),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
});
export type DraftTemplate = InferEntity<typeof DraftTemplate>;
