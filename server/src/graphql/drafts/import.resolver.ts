import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { importDrafts } from '../../drafts/import/import-drafts.ts';
import { type GraphqlContext, mutateInSteps } from '../engine/graphql-context.ts';
import { toDraftType } from './draft.types.ts';
import { DraftImportType, ImportDraftsInput } from './import.types.ts';

@Resolver()
export class ImportResolver {
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
