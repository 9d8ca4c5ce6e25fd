import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { importDrafts } from '../../drafts/import-drafts.ts';
import { importPosts } from '../../publishing/review/import-posts.ts';
import { type GraphqlContext, mutateInSteps } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { PostingSlotType } from '../workspaces/workspace-settings.types.ts';
import { DraftType, toDraftType } from './draft.types.ts';
import { PlatformType, platformTypeOf } from './platform.types.ts';

@InputType('ImportDraftsInput', { description: 'Drafts as a table.' })
export class ImportDraftsInput {
  @Field(() => ID, { description: 'The workspace to make them in.' })
  workspaceId!: string;

  @Field(() => String, {
    description:
      'The table in CSV, its heading first: `text` and `platforms` (names with a space, a comma or a semicolon between them), and `link`, `scheduled_at` (a time with its offset, or on the clock of the workspace), `external_id`, `note`. At most 100 rows; the whole request has at most 256 KiB.',
  })
  csv!: string;

  @Field(() => Boolean, { description: 'True: returns the result without creating anything.' })
  isDryRun!: boolean;
}

@ObjectType('ImportFault', { description: 'What is wrong with a cell, a row or the heading of a table.' })
export class ImportFaultType {
  @Field(() => Int, { description: 'As a spreadsheet counts: the heading is row 1.' })
  row!: number;

  @Field(() => String, { nullable: true, description: 'The column, as the heading names it; null: the whole row.' })
  column!: string | null;

  @Field(() => String, { description: 'What it is, for people.' })
  message!: string;
}

@ObjectType('DraftImport', { description: 'What came of a table, or would come of it.' })
export class DraftImportType {
  @Field(() => Int, { description: 'How many rows there are below the heading.' })
  rows!: number;

  @Field(() => [ImportFaultType], { description: 'All that is wrong with it, from the top; where there is anything, nothing is made.' })
  faults!: ImportFaultType[];

  @Field(() => [DraftType], { description: 'The drafts that were made, in the order of their rows.' })
  drafts!: DraftType[];
}

@InputType('ImportPostsInput', { description: 'What another tool has planned, as a file of it.' })
export class ImportPostsInput {
  @Field(() => ID, { description: 'The workspace to make the drafts in.' })
  workspaceId!: string;

  @Field(() => String, {
    description:
      'The content of the file: answers of the API of Postiz, Buffer or Mixpost as JSON, or Buffer’s table for uploading posts (CSV). At most 500 posts; the whole request has at most 256 KiB.',
  })
  file!: string;

  @Field(() => [String], { nullable: true, description: 'Where posts go whose file names no network, as Buffer’s table.' })
  platforms!: string[] | null;

  @Field(() => Boolean, { description: 'True: returns the result without creating anything.' })
  isDryRun!: boolean;
}

@ObjectType('ImportedRow', { description: 'What became of one post of a file, or would.' })
export class ImportedRowType {
  @Field(() => Int, { description: 'Its row of the table, or its place in the list.' })
  row!: number;

  @Field(() => String, {
    description:
      '`made`: a draft; `known`: an earlier import made it; `left_out`: it is published already; `fault`: it cannot be a draft. The same words at the same time on several networks are one draft.',
  })
  result!: string;

  @Field(() => String, { description: 'Its first words.' })
  title!: string;

  @Field(() => [PlatformType], { description: 'Where it goes.' })
  platforms!: PlatformType[];

  @Field(() => GraphQLDateTime, { nullable: true, description: 'The time that was planned; null if it had none, or if it has passed.' })
  scheduledAt!: Date | null;

  @Field(() => Int, { description: 'How many pictures are fetched for it.' })
  pictures!: number;

  @Field(() => [String], { description: 'The reasons for the result, and what does not come with it.' })
  remarks!: string[];

  @Field(() => ID, { nullable: true, description: 'The draft, where there is one.' })
  draftId!: string | null;
}

@ObjectType('ImportedAccount', { description: 'An account that is connected in the other tool. None is connected by importing.' })
export class ImportedAccountType {
  @Field(() => String, { description: 'The network, as the other tool calls it.' })
  network!: string;

  @Field(() => PlatformType, { nullable: true, description: 'The same network here; null if this service does not publish there.' })
  platform!: PlatformType | null;

  @Field(() => String, { description: 'The account’s name there.' })
  name!: string;
}

@ObjectType('PostImport', { description: 'What came of a file of another tool, or would come of it.' })
export class PostImportType {
  @Field(() => String, { description: '`postiz`, `buffer` or `mixpost`.' })
  tool!: string;

  @Field(() => Int, { description: 'How many drafts were made, or would be.' })
  drafts!: number;

  @Field(() => [ImportedRowType], { description: 'What became of each post, from the top.' })
  rows!: ImportedRowType[];

  @Field(() => Boolean, { description: 'Whether the file names no networks, so that `platforms` has to.' })
  needsPlatforms!: boolean;

  @Field(() => [PostingSlotType], { description: 'Posting slots there that the workspace does not have, in its local time.' })
  slots!: PostingSlotType[];

  @Field(() => [ImportedAccountType], { description: 'The accounts there, each once.' })
  accounts!: ImportedAccountType[];
}

@Resolver()
export class ImportResolver {
  @Authorized('write')
  @Mutation(() => DraftImportType, {
    description:
      'Creates a draft for each row of a table, or none if any row is invalid; approval is not requested yet. People only: agents have `POST /v1/drafts/batch`. Errors: `not_found`, `insufficient_role`, `account_not_approved`, `invalid_state`.',
  })
  async importDrafts(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ImportDraftsInput, { description: 'The table, and whether it is only tried.' }) input: ImportDraftsInput,
  ): Promise<DraftImportType> {
    const { drafts, faults, rows } = await mutateInSteps(ctx, (steps) => importDrafts(steps, input));
    const said = faults.map(({ message, ...place }) => ({ ...place, message: ctx.translate(message) }));
    return { rows, faults: said, drafts: drafts.map(toDraftType) };
  }

  @Authorized('write')
  @Mutation(() => PostImportType, {
    description:
      'Makes drafts of the posts that another tool has planned; none is submitted, and a second import makes none twice. Pictures are fetched by their addresses. People only. Errors: `not_found`, `insufficient_role`, `account_not_approved`, `invalid_state`, `validation_failed`.',
  })
  async importPosts(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ImportPostsInput, { description: 'The file, and whether it is only tried.' }) input: ImportPostsInput,
  ): Promise<PostImportType> {
    const { rows, accounts, ...others } = await mutateInSteps(ctx, (steps) => importPosts(steps, input));
    return {
      ...others,
      rows: rows.map(({ platforms, remarks, draft, ...row }) => ({
        ...row,
        platforms: platforms.map((id) => platformTypeOf(ctx, id)),
        remarks: remarks.map((remark) => ctx.translate(remark)),
        draftId: draft?.id ?? null,
      })),
      accounts: accounts.map(({ platform, ...account }) => ({
        ...account,
        platform: platform === null ? null : platformTypeOf(ctx, platform),
      })),
    };
  }
}
