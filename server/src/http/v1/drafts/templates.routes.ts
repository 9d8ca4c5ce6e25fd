import { type Static, Type } from 'typebox';
import { WORDINGS } from '../../../access/workspace-policies.ts';
import type { DraftTemplate } from '../../../drafts/draft-template.entity.ts';
import { listTemplates } from '../../../drafts/draft-templates.ts';
import { defineOperation } from '../../engine/operation.ts';
import { nullable, nullableText, oneOf } from '../common.schemas.ts';
import * as fixture from '../examples/fixture.ts';

const TemplateSchema = Type.Object(
  {
    template_id: Type.String({ description: 'Identifies it: `tpl_…`.' }),
    name: Type.String({ description: 'What people call it.' }),
    source_text: Type.String({ description: 'As `source_text` of a new draft.' }),
    platforms: Type.Array(Type.String(), { description: 'As `platforms` of a new draft.' }),
    link: nullableText('As `link` of a new draft; null for none.'),
    wording: nullable(oneOf(WORDINGS, 'As `wording` of a new draft.'), 'Null for the workspace’s own.'),
    connection_ids: nullable(
      Type.Array(Type.String(), { description: 'The chosen accounts, of which some may be gone.' }),
      'Null for every healthy one of the platforms.',
    ),
    labels: Type.Array(Type.String(), { description: 'As `labels` of a new draft.' }),
    captions: Type.Array(
      Type.Object({
        platform: Type.String({ description: 'The platform.' }),
        text: Type.String({ description: 'The whole post.' }),
        tags: Type.Array(Type.String(), { description: 'Without the number sign.' }),
        thread: Type.Array(Type.String(), { description: 'The further posts of its thread.' }),
        settings: Type.Unsafe<Record<string, string | boolean>>({ type: 'object', description: 'The network’s own settings, by name.' }),
      }),
      { description: 'As `captions` of a new draft: the words that differ by platform.' },
    ),
  },
  { description: 'Words, targets and settings that a new draft can begin with.' },
);

export const TemplateList = Type.Object(
  { templates: Type.Array(TemplateSchema, { description: 'By name; at most 100.' }) },
  { description: 'The templates of the workspace.' },
);

const EXAMPLE: Static<typeof TemplateSchema> = {
  template_id: fixture.TEMPLATE_ID,
  name: 'Opening hours',
  source_text: fixture.TEXT,
  platforms: ['sandbox'],
  link: null,
  wording: null,
  connection_ids: null,
  labels: ['opening hours'],
  captions: [],
};

export const listTemplatesOperation = defineOperation({
  id: 'listTemplates',
  scope: 'read',
  tag: 'Drafts',
  summary: 'List templates',
  description: 'What people saved for new drafts of the workspace: pass the fields of one, changed as needed, to POST /v1/drafts.',
  success: [{ status: 200, description: 'The templates.', schema: TemplateList, example: { templates: [EXAMPLE] } }],
  example: {},
  async run(ctx) {
    const templates = await listTemplates(ctx, ctx.actor.workspaceId);
    return { status: 200, body: { templates: templates.map(templateView) } };
  },
});

function templateView(template: DraftTemplate): Static<typeof TemplateSchema> {
  const { id, name, sourceText, platforms, link, wording, connectionIds, labels, words } = template;
  return {
    template_id: id,
    name,
    source_text: sourceText,
    platforms,
    link: link ?? null,
    wording: wording ?? null,
    connection_ids: connectionIds ?? null,
    labels,
    captions: words,
  };
}
