import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { importDrafts } from '../../drafts/import-drafts.ts';
import { importPosts } from '../../publishing/review/import-posts.ts';
import { type GraphqlContext, mutateInSteps } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { PostingSlotType } from '../workspaces/workspace-settings.types.ts';
import { DraftType, toDraftType } from './draft.types.ts';
import { PlatformType, platformTypeOf } from './platform.types.ts';

@InputType('ImportDraftsInput', { description: 'A table of drafts.' })
export class ImportDraftsInput {
  @Field(() => ID, { description: 'The workspace to create the drafts in, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => String, {
    description:
      'The table as CSV with a header row. Columns: `text` and `platforms` (separated by spaces, commas or semicolons), and optionally `link`, `scheduled_at` (a time with an offset, or in the workspace’s time zone), `external_id` and `note`. At most 100 rows; the whole request may have at most 1 MiB.',
  })
  csv!: string;

  @Field(() => Boolean, { description: 'True to return the result without creating anything.' })
  isDryRun!: boolean;
}

@ObjectType('ImportFault', { description: 'An error in a cell, a row or the header of a table.' })
export class ImportFaultType {
  @Field(() => Int, { description: 'The row number; the header is row 1.' })
  row!: number;

  @Field(() => String, { nullable: true, description: 'The name of the column; null if the error concerns the whole row.' })
  column!: string | null;

  @Field(() => String, { description: 'The error, as a sentence.' })
  message!: string;
}

@ObjectType('DraftImport', { description: 'The result of importing a table, or of a dry run.' })
export class DraftImportType {
  @Field(() => Int, { description: 'The number of rows below the header.' })
  rows!: number;

  @Field(() => [ImportFaultType], { description: 'All errors, in row order. If there are any, nothing is created.' })
  faults!: ImportFaultType[];

  @Field(() => [DraftType], { description: 'The created drafts, in row order.' })
  drafts!: DraftType[];
}

@InputType('ImportPostsInput', { description: 'A file with the planned posts of another tool.' })
export class ImportPostsInput {
  @Field(() => ID, { description: 'The workspace to create the drafts in, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => String, {
    description:
      'The content of the file: API responses of Postiz, Buffer or Mixpost as JSON, or Buffer’s bulk upload table as CSV. At most 500 posts; the whole request may have at most 1 MiB.',
  })
  file!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'The target platforms of posts in a file that names no networks, such as Buffer’s table.',
  })
  platforms!: string[] | null;

  @Field(() => Boolean, { description: 'True to return the result without creating anything.' })
  isDryRun!: boolean;
}

@ObjectType('ImportedRow', { description: 'The result of importing one post of a file, or of a dry run.' })
export class ImportedRowType {
  @Field(() => Int, { description: 'The post’s row in the table, or its position in the list.' })
  row!: number;

  @Field(() => String, {
    description:
      '`made`: a draft is created; `known`: an earlier import created it; `left_out`: the post is already published; `fault`: the post cannot become a draft. The same text at the same time on several networks becomes one draft.',
  })
  result!: string;

  @Field(() => String, { description: 'The beginning of the text.' })
  title!: string;

  @Field(() => [PlatformType], { description: 'The target platforms.' })
  platforms!: PlatformType[];

  @Field(() => GraphQLDateTime, { nullable: true, description: 'The planned time; null if there is none or it has passed.' })
  scheduledAt!: Date | null;

  @Field(() => Int, { description: 'The number of pictures to fetch.' })
  pictures!: number;

  @Field(() => Int, { description: 'The number of videos to fetch.' })
  videos!: number;

  @Field(() => [String], { description: 'The reasons for the result, and what is not imported.' })
  remarks!: string[];

  @Field(() => ID, { nullable: true, description: 'The draft, `drf_…`; null if there is none.' })
  draftId!: string | null;
}

@ObjectType('ImportedAccount', { description: 'An account that is connected in the other tool. Importing does not connect it here.' })
export class ImportedAccountType {
  @Field(() => String, { description: 'The other tool’s name for the network.' })
  network!: string;

  @Field(() => PlatformType, {
    nullable: true,
    description: 'The corresponding platform; null if this service does not support the network.',
  })
  platform!: PlatformType | null;

  @Field(() => String, { description: 'The account’s name in the other tool.' })
  name!: string;
}

@ObjectType('PostImport', { description: 'The result of importing another tool’s file, or of a dry run.' })
export class PostImportType {
  @Field(() => String, { description: 'The detected tool: `postiz`, `buffer` or `mixpost`.' })
  tool!: string;

  @Field(() => Int, { description: 'The number of drafts created, or that would be created.' })
  drafts!: number;

  @Field(() => [ImportedRowType], { description: 'The result for each post, in the order of the file.' })
  rows!: ImportedRowType[];

  @Field(() => Boolean, { description: 'Whether the file names no networks, so `platforms` is required.' })
  needsPlatforms!: boolean;

  @Field(() => [PostingSlotType], {
    description: 'Posting slots of the other tool that the workspace does not have, in the workspace’s time zone.',
  })
  slots!: PostingSlotType[];

  @Field(() => [ImportedAccountType], { description: 'The accounts connected in the other tool.' })
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
    @Arg('input', () => ImportDraftsInput, { description: 'The table.' }) input: ImportDraftsInput,
  ): Promise<DraftImportType> {
    const { drafts, faults, rows } = await mutateInSteps(ctx, (steps) => importDrafts(steps, input));
    const translated = faults.map(({ message, ...place }) => ({ ...place, message: ctx.translate(message) }));
    return { rows, faults: translated, drafts: drafts.map(toDraftType) };
  }

  @Authorized('write')
  @Mutation(() => PostImportType, {
    description:
      'Creates drafts from the planned posts of another tool, without submitting them. Importing a file again creates no duplicates. Pictures and videos are fetched from their URLs. People only. Errors: `not_found`, `insufficient_role`, `account_not_approved`, `invalid_state`, `validation_failed`.',
  })
  async importPosts(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ImportPostsInput, { description: 'The file.' }) input: ImportPostsInput,
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
