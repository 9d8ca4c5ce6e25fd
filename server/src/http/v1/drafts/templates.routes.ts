import { type Static, Type } from 'typebox';
import { WORDINGS } from '../../../access/workspace-policies.ts';
import type { DraftTemplate } from '../../../drafts/draft-template.entity.ts';
import { listTemplates } from '../../../drafts/draft-templates.ts';
import { defineOperation } from '../../engine/operation.ts';
import { nullable, nullableText, oneOf } from '../common.schemas.ts';
import * as fixture from '../examples/fixture.ts';

const TemplateSchema = Type.Object(
  {
    template_id: Type.String({ description: 'The template, `tpl_…`.' }),
    name: Type.String({ description: 'Name of the template.' }),
    source_text: Type.String({ description: 'As `source_text` of a new draft.' }),
    platforms: Type.Array(Type.String(), { description: 'As `platforms` of a new draft.' }),
    link: nullableText('As `link` of a new draft; null if there is none.'),
    wording: nullable(oneOf(WORDINGS, 'As `wording` of a new draft.'), 'As `wording` of a new draft; null for the workspace’s setting.'),
    connection_ids: nullable(
      Type.Array(Type.String(), { description: 'The selected accounts; some may no longer exist.' }),
      'As `connection_ids` of a new draft; null for every healthy account on the platforms.',
    ),
    labels: Type.Array(Type.String(), { description: 'As `labels` of a new draft.' }),
    captions: Type.Array(
      Type.Object({
        platform: Type.String({ description: 'The platform.' }),
        text: Type.String({ description: 'The complete post.' }),
        tags: Type.Array(Type.String(), { description: 'Hashtags without the leading `#`.' }),
        thread: Type.Array(Type.String(), { description: 'The further posts of a thread.' }),
        settings: Type.Unsafe<Record<string, string | boolean>>({ type: 'object', description: 'The platform’s own settings, by name.' }),
      }),
      { description: 'As `captions` of a new draft: captions for individual platforms.' },
    ),
  },
  { description: 'Text, targets and settings for new drafts.' },
);

export const TemplateList = Type.Object(
  { templates: Type.Array(TemplateSchema, { description: 'Templates, sorted by name; at most 100.' }) },
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
  description:
    'Lists the templates that people saved in the workspace. To use one, pass its fields, changed as needed, to POST /v1/drafts.',
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
