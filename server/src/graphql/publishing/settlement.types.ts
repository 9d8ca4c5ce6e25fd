import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { localizeName, type Translate } from '../../languages/translate.ts';
import type { Verdict } from '../../publishing/reconciliation/manual-resolution.entity.ts';
import type { NamedManualResolution } from '../../publishing/reconciliation/settle-unknown.ts';
import { createEnum } from '../engine/create-enum.ts';

const VerdictEnum = createEnum<Verdict>('Verdict', 'A person’s finding about an unknown outcome.', {
  published: 'The post is published.',
  not_published: 'The post is not published.',
});

@ObjectType('Settlement', { description: 'A person’s settlement of an unknown outcome. Immutable.' })
export class SettlementType {
  @Field(() => VerdictEnum, { description: 'The finding.' })
  verdict!: Verdict;

  @Field(() => String, { description: 'How the person established it, in their own words.' })
  reason!: string;

  @Field(() => String, { nullable: true, description: 'A URL with evidence; null if none was given.' })
  evidenceUrl!: string | null;

  @Field(() => String, { description: 'The name of the person who settled the outcome.' })
  by!: string;

  @Field(() => GraphQLDateTime, { description: 'When the outcome was settled.' })
  createdAt!: Date;
}

@InputType('SettleUnknownInput', { description: 'The settlement of an unknown outcome.' })
export class SettleUnknownInput {
  @Field(() => ID, { description: 'The publication, `pub_…`; its outcome must be unknown.' })
  publicationId!: string;

  @Field(() => VerdictEnum, { description: 'The finding.' })
  verdict!: Verdict;

  @Field(() => String, { description: 'How the person established it, 3 to 500 characters.' })
  reason!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The URL of the post, or of evidence that it does not exist. Required for `PUBLISHED` unless `providerId` is given.',
  })
  link!: string | null;

  @Field(() => String, { nullable: true, description: 'The platform’s own id of the post, if it has no URL.' })
  providerId!: string | null;
}

export function toSettlementType({ settlement, by }: NamedManualResolution, translate: Translate): SettlementType {
  const { verdict, reason, evidenceUrl, createdAt } = settlement;
  return { verdict, reason, evidenceUrl: evidenceUrl ?? null, by: localizeName(by, translate), createdAt };
}
