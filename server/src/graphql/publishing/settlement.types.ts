import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { localizeName, type Translate } from '../../languages/translate.ts';
import type { Verdict } from '../../publishing/reconciliation/manual-resolution.entity.ts';
import type { NamedManualResolution } from '../../publishing/reconciliation/settle-unknown.ts';
import { createEnum } from '../engine/create-enum.ts';

const VerdictEnum = createEnum<Verdict>('Verdict', 'What a person found when they looked.', {
  published: 'It is there.',
  not_published: 'It is not there.',
});

@ObjectType('Settlement', { description: 'How a person settled an unknown outcome. Immutable.' })
export class SettlementType {
  @Field(() => VerdictEnum, { description: 'What was found.' })
  verdict!: Verdict;

  @Field(() => String, { description: 'How the person knows, in their own words.' })
  reason!: string;

  @Field(() => String, { nullable: true, description: 'Where others can see it too.' })
  evidenceUrl!: string | null;

  @Field(() => String, { description: 'The name of the person who settled it.' })
  by!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was settled.' })
  createdAt!: Date;
}

@InputType('SettleUnknownInput', { description: 'What became of a publication, by a person who has looked.' })
export class SettleUnknownInput {
  @Field(() => ID, { description: '`pub_…`; its outcome has to be unknown.' })
  publicationId!: string;

  @Field(() => VerdictEnum, { description: 'What was found.' })
  verdict!: Verdict;

  @Field(() => String, { description: 'How the person knows: 3 to 500 characters.' })
  reason!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Where the post is, or where others can see that it is not. Needed for `PUBLISHED`, unless `providerId` is given.',
  })
  link!: string | null;

  @Field(() => String, { nullable: true, description: 'The platform’s own id of the post, where there is no address.' })
  providerId!: string | null;
}

export function toSettlementType({ settlement, by }: NamedManualResolution, translate: Translate): SettlementType {
  const { verdict, reason, evidenceUrl, createdAt } = settlement;
  return { verdict, reason, evidenceUrl: evidenceUrl ?? null, by: localizeName(by, translate), createdAt };
}
