import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import type { PlatformPrice } from '../../credits/surcharges.ts';
import type { PlatformCharge } from '../../platforms/platform/charges.ts';

@ObjectType('PlatformCharge', { description: 'What a network charges the operator, with the source of the figure.' })
export class PlatformChargeType {
  @Field(() => String, {
    description: '`post`, or `post_with_link` where such a post has a figure of its own; of a thread each post counts.',
  })
  per!: PlatformCharge['per'];

  @Field(() => Float, { description: 'US dollars; 0 where it takes nothing.' })
  usd!: number;

  @Field(() => String, { description: 'The page that it was read from.' })
  source!: string;

  @Field(() => String, { description: 'The day of that reading, as `2026-11-23`.' })
  checkedOn!: string;

  @Field(() => String, { description: '`documented`, `observed` (the network names no charge) or `operator`.' })
  confidence!: string;
}

@ObjectType('PostCharge', { description: 'What its network charges the operator for one post; customers do not pay it here.' })
export class PostChargeType {
  @Field(() => Float, { description: 'US dollars.' })
  usd!: number;

  @Field(() => String, { description: 'The page that the figure was read from.' })
  source!: string;

  @Field(() => String, { description: 'The day of that reading, as `2026-11-23`.' })
  checkedOn!: string;
}

@ObjectType('PostCost', { description: 'What one post takes.' })
export class PostCostType {
  @Field(() => String, { description: 'The platform it goes to.' })
  platform!: string;

  @Field(() => Int, {
    description: 'Credits: one and the surcharge, or 0 for the sandbox, as they were when it was asked for; no later change counts for it.',
  })
  credits!: number;

  @Field(() => Int, { description: 'What of them is the surcharge that the operator has set for the platform.' })
  surcharge!: number;
}

@ObjectType('PlatformPrice', { description: 'What a post takes on a platform, asked for now.' })
export class PlatformPriceType {
  @Field(() => String, { description: 'The identifier of the platform.' })
  platform!: string;

  @Field(() => String, { description: 'The name that people know.' })
  label!: string;

  @Field(() => Int, { description: 'Credits: one and the surcharge, or 0 for the sandbox.' })
  credits!: number;

  @Field(() => Int, { description: 'What of them the operator has put on the first.' })
  surcharge!: number;

  @Field(() => Int, { nullable: true, description: 'Credits of a post with a link; null where they are the same.' })
  creditsWithLink!: number | null;

  @Field(() => Int, { nullable: true, description: 'What of those the operator has put on the first; null where it is the same.' })
  surchargeWithLink!: number | null;

  @Field(() => [PlatformChargeType], { description: 'What the network charges the operator; empty for everyone else.' })
  charges!: PlatformChargeType[];
}

@InputType('SetSurchargeInput', { description: 'What a post takes on a platform beyond its one credit.' })
export class SetSurchargeInput {
  @Field(() => String, { description: 'The identifier of the platform.' })
  platform!: string;

  @Field(() => Int, { description: 'Whole credits from 0 to 100; 0 for none.' })
  credits!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'The same of posts with a link, where the network charges by it; left out or null: they take what every post takes.',
  })
  creditsWithLink?: number | null;
}

export function toPlatformPriceType({ charges, ...price }: PlatformPrice): PlatformPriceType {
  return { ...price, charges: [...charges] };
}
