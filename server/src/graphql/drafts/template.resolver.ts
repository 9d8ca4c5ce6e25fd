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

@ObjectType('TemplateWords', { description: 'The words of a template for one platform.' })
class TemplateWordsType implements TemplateWords {
  @Field(() => String, { description: 'Platform identifier.' })
  platform!: string;

  @Field(() => String, { description: 'The whole post.' })
  text!: string;

  @Field(() => [String], { description: 'Without the number sign.' })
  tags!: string[];

  @Field(() => [String], { description: 'The further posts of its thread.' })
  thread!: string[];

  @Field(() => GraphQLJSONObject, { description: 'The network’s own settings, by name; see `Platform.settings`.' })
  settings!: Settings;
}

@ObjectType('DraftTemplate', { description: 'Words, targets and settings that new drafts of the workspace can begin with.' })
export class DraftTemplateType {
  @Field(() => ID, { description: '`tpl_…`.' })
  id!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;

  @Field(() => String, { description: 'The source content; plain text.' })
  sourceText!: string;

  @Field(() => String, { nullable: true, description: 'An http or https address that belongs to the text.' })
  link!: string | null;

  @Field(() => WordingEnum, { nullable: true, description: 'How closely generated words keep to the text; null is as the workspace does.' })
  wording!: Wording | null;

  @Field(() => [String], { description: 'Target platform identifiers.' })
  platforms!: string[];

  @Field(() => [ID], {
    nullable: true,
    description: 'The chosen connected accounts, of which some may be gone; null means every healthy one of the platforms.',
  })
  connectionIds!: string[] | null;

  @Field(() => [String], { description: 'The labels of a draft that begins with it.' })
  labels!: string[];

  @Field(() => [TemplateWordsType], { description: 'The words that differ by platform; the others are generated.' })
  words!: TemplateWords[];

  @Field(() => GraphQLDateTime, { description: 'When it was saved or renamed.' })
  updatedAt!: Date;
}

const REFUSALS = 'People who may write. Errors: `not_found`, `insufficient_role`, `validation_failed`';
const TEMPLATE_ID = { description: '`tpl_…`.' };
const NAME = { description: 'What people call it; at most 100 characters.' };

/** What a workspace offers for new drafts: templates, and the labels that are in use. */
@Resolver(() => WorkspaceType)
export class TemplateResolver {
  @FieldResolver(() => [DraftTemplateType], { description: 'What new drafts can begin with, by name.' })
  async templates(@Ctx() ctx: GraphqlContext, @Root() { id }: WorkspaceType): Promise<DraftTemplateType[]> {
    return (await listTemplates(ctx, id)).map(toTemplateType);
  }

  @FieldResolver(() => [String], { description: 'The labels of drafts, in alphabetical order; at most 200.' })
  labels(@Ctx() ctx: GraphqlContext, @Root() { id }: WorkspaceType): Promise<string[]> {
    return listLabels(ctx, id);
  }

  @Authorized('person', 'write')
  @Mutation(() => DraftTemplateType, {
    description: `Saves the words, targets, settings and labels of a draft as a template. ${REFUSALS}, \`invalid_state\`.`,
  })
  async createTemplate(
    @Ctx() ctx: GraphqlContext,
    @Arg('draftId', () => ID, { description: '`drf_…`.' }) draftId: string,
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
    description: `Deletes a template and returns its id; drafts that began with it are not affected. ${REFUSALS}.`,
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
