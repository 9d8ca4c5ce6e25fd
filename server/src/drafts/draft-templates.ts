import { requirePerson, requireWorkspace } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { literal, type Places, prepared, tables } from '../db/tables.ts';
import { assertTransaction, lockUntilCommit } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { loadDraft } from './draft-queries.ts';
import { DraftTemplate, type TemplateWords } from './draft-template.entity.ts';
import { plainWords, textFault } from './draft-text.ts';

/** The most templates of a workspace: they are listed without pages. */
const MOST_TEMPLATES = 100;

/** A workspace's templates, by name. */
export async function listTemplates(ctx: Context, workspaceId: string): Promise<DraftTemplate[]> {
  await requireWorkspace(ctx, workspaceId, 'read');
  return ctx.em.find(DraftTemplate, { workspaceId }, { orderBy: { name: 'asc', id: 'asc' }, limit: MOST_TEMPLATES });
}

/**
 * Saves the text, targets and settings of a draft as a template, without its pictures, time and note. Needs a
 * transaction, and a person with write permission.
 */
export async function createTemplate(ctx: Context, { draftId, name }: { draftId: string; name: string }): Promise<DraftTemplate> {
  assertTransaction(ctx);
  const draft = await loadDraft(ctx, draftId, 'write');
  requirePerson(ctx);
  const { accountId, workspaceId, sourceText, link, wording, platforms, connectionIds, labels } = draft;
  await requireRoom(ctx, workspaceId);
  const now = ctx.clock.now();
  const template = ctx.em.create(DraftTemplate, {
    id: newId('tpl'),
    ...{ accountId, workspaceId, sourceText, link, wording, platforms, connectionIds, labels },
    name: readName(name),
    words: await ownWordsOf(ctx, draftId, platforms),
    createdAt: now,
    updatedAt: now,
  });
  await recordAudit(ctx, { accountId, action: 'template.created', subjectId: template.id, details: { draftId } });
  return template;
}

/** Needs a transaction, and a person with write permission. */
export async function renameTemplate(ctx: Context, { templateId, name }: { templateId: string; name: string }): Promise<DraftTemplate> {
  assertTransaction(ctx);
  const template = await loadTemplate(ctx, templateId);
  Object.assign(template, { name: readName(name), updatedAt: ctx.clock.now() });
  return template;
}

/**
 * Drafts that were created from it are not affected. Needs a transaction, and a person with write permission.
 */
export async function deleteTemplate(ctx: Context, templateId: string): Promise<void> {
  assertTransaction(ctx);
  const template = await loadTemplate(ctx, templateId);
  ctx.em.remove(template);
  await recordAudit(ctx, { accountId: template.accountId, action: 'template.deleted', subjectId: templateId });
}

async function loadTemplate(ctx: Context, templateId: string): Promise<DraftTemplate> {
  const template = await ctx.em.findOne(DraftTemplate, templateId);
  if (!template) throw new DomainError('not_found');
  await requireWorkspace(ctx, template.workspaceId, 'write');
  requirePerson(ctx);
  return template;
}

async function requireRoom(ctx: Context, workspaceId: string): Promise<void> {
  await lockUntilCommit(ctx.em, `templates/${workspaceId}`);
  if ((await ctx.em.count(DraftTemplate, { workspaceId })) < MOST_TEMPLATES) return;
  throw new DomainError('invalid_state', {
    message: say`This workspace has ${MOST_TEMPLATES} templates, the maximum.`,
    remedy: say`Delete one that is no longer used.`,
  });
}

function readName(given: string): string {
  const { maxLength } = FIELD_RULES.template.name;
  const fault = textFault(given);
  const name = fault ? given : plainWords(given).replaceAll(/\s+/gu, ' ');
  const message = fault ?? (name === '' ? say`must not be empty.` : null);
  const tooLong = name.length > maxLength ? say`must not be longer than ${maxLength} characters.` : null;
  const why = message ?? tooLong;
  if (why) throw new DomainError('validation_failed', { fields: [{ pointer: '/name', message: why }] });
  return name;
}

/** The text by people and agents in the newest captions of a draft. */
const OWN_WORDS = prepared(({ draftId }: Places<{ draftId: string }>) =>
  tables
    .selectFrom('captions as c')
    .select(['c.platform', 'c.text', 'c.tags', 'c.thread', 'c.settings'])
    .where('c.origin', 'in', ['person', 'agent'])
    .where('c.caption_set_id', '=', ({ selectFrom }) =>
      selectFrom('caption_sets as s').select('s.id').where('s.draft_id', '=', draftId).orderBy('s.revision', 'desc').limit(literal(1)),
    )
    .orderBy('c.id'),
);

async function ownWordsOf(ctx: Context, draftId: string, platforms: readonly string[]): Promise<TemplateWords[]> {
  const words = await query(ctx.em, OWN_WORDS({ draftId }));
  return words.filter(({ platform }) => platforms.includes(platform)).map((own) => ({ ...own, settings: own.settings ?? {} }));
}
