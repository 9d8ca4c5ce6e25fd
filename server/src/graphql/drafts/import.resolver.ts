import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { importDrafts } from '../../drafts/import/import-drafts.ts';
import { type GraphqlContext, mutateInSteps } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { DraftType, toDraftType } from './draft.types.ts';

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
}
