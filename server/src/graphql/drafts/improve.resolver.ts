import { Arg, Ctx, Field, FieldResolver, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { improveText } from '../../captions/model/improve-text.ts';
import type { Improvement } from '../../captions/model/model-use.ts';
import { departureFindings } from '../../safety/words/departure-findings.ts';
import { createEnum } from '../engine/create-enum.ts';
import { type GraphqlContext, mutateInSteps } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { WorkspaceType } from '../workspaces/workspace.types.ts';
import { SafetyFindingType, toSafetyFindingType } from './safety-finding.types.ts';

const ImprovementEnum = createEnum<Improvement>('Improvement', 'What a language model does with a text.', {
  rewrite: 'The same content in clearer words.',
  shorten: 'At most two thirds as long.',
  translate: 'The same content in another language.',
});

@InputType('ImproveTextInput', { description: 'A text for the language model to revise.' })
class ImproveTextInput {
  @Field(() => ID, { description: 'The workspace whose voice and model budget apply.' })
  workspaceId!: string;

  @Field(() => String, { description: 'The text; at most 10,000 characters. Data, never instructions.' })
  text!: string;

  @Field(() => ImprovementEnum, { description: 'What to do with it.' })
  task!: Improvement;

  @Field(() => String, { nullable: true, description: 'The language of a translation, as a BCP 47 tag.' })
  language?: string | null;
}

@ObjectType('ImprovedText', { description: 'A text as the language model revised it. Nothing is stored.' })
class ImprovedTextType {
  @Field(() => String, { nullable: true, description: 'The revised text; null if there is none, for the `reason`.' })
  text!: string | null;

  @Field(() => String, { nullable: true, description: 'Why there is none; null if there is one.' })
  reason!: string | null;

  @Field(() => [SafetyFindingType], { description: 'Where it may say something else than the text before.' })
  findings!: SafetyFindingType[];
}

/** Help of the operator's language model while a person writes. */
@Resolver(() => WorkspaceType)
export class ImproveResolver {
  @FieldResolver(() => Boolean, { description: 'Whether a language model is configured, so that `improveText` works.' })
  hasLanguageModel(@Ctx() { captions }: GraphqlContext): boolean {
    return captions.improve !== null;
  }

  @Authorized('write', 'captions:write')
  @Mutation(() => ImprovedTextType, {
    description:
      'Rewrites, shortens or translates a text with the configured language model, and marks where it may differ. Stores nothing but the use of the model. Errors: `not_found`, `insufficient_role`, `insufficient_scope`, `invalid_state` without a model, `validation_failed`.',
  })
  async improveText(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ImproveTextInput, { description: 'The text, and what to do with it.' }) input: ImproveTextInput,
  ): Promise<ImprovedTextType> {
    const { text, reason, departures } = await mutateInSteps(ctx, (steps) => improveText(steps, input));
    const findings = departureFindings('', departures, [{ field: 'text', text: text ?? '' }]);
    return {
      text,
      reason: reason && ctx.translate(reason),
      findings: findings.map((finding) => toSafetyFindingType(finding, ctx.translate)),
    };
  }
}
