import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { Arg, Ctx, Field, FieldResolver, ID, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import type { Wording } from '../../access/workspace-policies.ts';
import type { DraftTemplate, TemplateWords } from '../../drafts/draft-template.entity.ts';
import { createTemplate, deleteTemplate, listTemplates, renameTemplate } from '../../drafts/draft-templates.ts';
import { listLabels } from '../../drafts/labels.ts';
import type { Settings } from '../../platforms/platform.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { WorkspaceType } from '../workspaces/workspace.types.ts';
import { WordingEnum } from '../workspaces/workspace-settings.types.ts';

@ObjectType('TemplateWords', { description: 'A template’s caption for one platform.' })
class TemplateWordsType implements TemplateWords {
  @Field(() => String, { description: 'The platform’s id.' })
  platform!: string;

  @Field(() => String, { description: 'The complete text of the post.' })
  text!: string;

  @Field(() => [String], { description: 'The tags, without the number sign.' })
  tags!: string[];

  @Field(() => [String], { description: 'The further posts of a thread; empty for a single post.' })
  thread!: string[];

  @Field(() => GraphQLJSONObject, { description: 'The network’s own options, by key; see `Platform.settings`.' })
  settings!: Settings;
}

@ObjectType('DraftTemplate', { description: 'A template for new drafts: text, targets and options.' })
export class DraftTemplateType {
  @Field(() => ID, { description: 'The template’s id, `tpl_…`.' })
  id!: string;

  @Field(() => String, { description: 'The template’s name.' })
  name!: string;

  @Field(() => String, { description: 'The source text; plain text.' })
  sourceText!: string;

  @Field(() => String, { nullable: true, description: 'The post’s http or https URL; null if it has none.' })
  link!: string | null;

  @Field(() => WordingEnum, {
    nullable: true,
    description: 'How closely generated captions follow the source text; null for the workspace’s default.',
  })
  wording!: Wording | null;

  @Field(() => [String], { description: 'The ids of the target platforms.' })
  platforms!: string[];

  @Field(() => [ID], {
    nullable: true,
    description: 'The connections to publish to, `con_…`; some may no longer exist. Null for every healthy connection of the platforms.',
  })
  connectionIds!: string[] | null;

  @Field(() => [String], { description: 'The labels for drafts created from the template.' })
  labels!: string[];

  @Field(() => [TemplateWordsType], { description: 'Captions for individual platforms; those of the other platforms are generated.' })
  words!: TemplateWords[];

  @Field(() => GraphQLDateTime, { description: 'When the template was saved or last renamed.' })
  updatedAt!: Date;
}

const REFUSALS = 'Members who may write. Errors: `not_found`, `insufficient_role`, `validation_failed`';
const TEMPLATE_ID = { description: 'The template’s id, `tpl_…`.' };
const NAME = { description: 'The template’s name, at most 100 characters.' };

/** A workspace's templates, and the labels in use. */
@Resolver(() => WorkspaceType)
export class TemplateResolver {
  @FieldResolver(() => [DraftTemplateType], { description: 'Templates for new drafts, ordered by name.' })
  async templates(@Ctx() ctx: GraphqlContext, @Root() { id }: WorkspaceType): Promise<DraftTemplateType[]> {
    return (await listTemplates(ctx, id)).map(toTemplateType);
  }

  @FieldResolver(() => [String], { description: 'The labels in use, in alphabetical order; at most 200.' })
  labels(@Ctx() ctx: GraphqlContext, @Root() { id }: WorkspaceType): Promise<string[]> {
    return listLabels(ctx, id);
  }

  @Authorized('person', 'write')
  @Mutation(() => DraftTemplateType, {
    description: `Saves the captions, targets, options and labels of a draft as a template. ${REFUSALS}, \`invalid_state\`.`,
  })
  async createTemplate(
    @Ctx() ctx: GraphqlContext,
    @Arg('draftId', () => ID, { description: 'The draft’s id, `drf_…`.' }) draftId: string,
    @Arg('name', () => String, NAME) name: string,
  ): Promise<DraftTemplateType> {
    return toTemplateType(await mutate(ctx, (tx) => createTemplate(tx, { draftId, name })));
  }

  @Authorized('person', 'write')
  @Mutation(() => DraftTemplateType, { description: `Renames a template. ${REFUSALS}.` })
  async renameTemplate(
    @Ctx() ctx: GraphqlContext,
    @Arg('templateId', () => ID, TEMPLATE_ID) templateId: string,
    @Arg('name', () => String, NAME) name: string,
  ): Promise<DraftTemplateType> {
    return toTemplateType(await mutate(ctx, (tx) => renameTemplate(tx, { templateId, name })));
  }

  @Authorized('person', 'write')
  @Mutation(() => ID, {
    description: `Deletes a template and returns its id. Drafts created from it are not affected. ${REFUSALS}.`,
  })
  async deleteTemplate(@Ctx() ctx: GraphqlContext, @Arg('templateId', () => ID, TEMPLATE_ID) templateId: string): Promise<string> {
    await mutate(ctx, (tx) => deleteTemplate(tx, templateId));
    return templateId;
  }
}

function toTemplateType(row: DraftTemplate): DraftTemplateType {
  const { id, name, sourceText, platforms, labels, words, updatedAt } = row;
  return {
    ...{ id, name, sourceText, platforms, labels, words, updatedAt },
    link: row.link ?? null,
    wording: row.wording ?? null,
    connectionIds: row.connectionIds ?? null,
  };
}
