import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import type { PlatformPrice } from '../../credits/surcharges.ts';
import type { PlatformCharge } from '../../platforms/platform/charges.ts';

@ObjectType('PostCharge', { description: 'What the network charges the operator for one post. It is not billed to customers.' })
export class PostChargeType {
  @Field(() => Float, { description: 'The charge in US dollars; 0 if free.' })
  usd!: number;

  @Field(() => String, { description: 'The URL of the page that states the charge.' })
  source!: string;

  @Field(() => String, { description: 'When the page was last checked, for instance `2026-11-23`.' })
  checkedOn!: string;
}

@ObjectType('PlatformCharge', { description: 'What a network charges the operator, with its source.' })
export class PlatformChargeType extends PostChargeType {
  @Field(() => String, {
    description:
      'What the charge applies to: `post`, or `post_with_link` if posts with a link are charged differently. Every post of a thread is charged.',
  })
  per!: PlatformCharge['per'];

  @Field(() => String, { description: 'The kind of source: `documented`, `observed` (the network documents no charge) or `operator`.' })
  confidence!: string;
}

@ObjectType('PostCost', { description: 'The cost of one post.' })
export class PostCostType {
  @Field(() => String, { description: 'The platform’s id.' })
  platform!: string;

  @Field(() => Int, {
    description: 'The credits: one plus the surcharge, or 0 for the sandbox. Fixed when the post is submitted.',
  })
  credits!: number;

  @Field(() => Int, { description: 'The part of `credits` that is the operator’s surcharge for the platform.' })
  surcharge!: number;
}

@ObjectType('PlatformPrice', { description: 'The current price of a post on a platform.' })
export class PlatformPriceType {
  @Field(() => String, { description: 'The platform’s id.' })
  platform!: string;

  @Field(() => String, { description: 'The platform’s name.' })
  label!: string;

  @Field(() => Int, { description: 'The credits per post: one plus the surcharge, or 0 for the sandbox.' })
  credits!: number;

  @Field(() => Int, { description: 'The part of `credits` that is the operator’s surcharge.' })
  surcharge!: number;

  @Field(() => Int, { nullable: true, description: 'The credits per post with a link; null if the same.' })
  creditsWithLink!: number | null;

  @Field(() => Int, { nullable: true, description: 'The part of `creditsWithLink` that is the operator’s surcharge; null if the same.' })
  surchargeWithLink!: number | null;

  @Field(() => [PlatformChargeType], { description: 'The network’s charges to the operator; empty for all other callers.' })
  charges!: PlatformChargeType[];
}

@InputType('SetSurchargeInput', { description: 'A platform’s surcharge: the credits that a post costs beyond the first.' })
export class SetSurchargeInput {
  @Field(() => String, { description: 'The platform’s id.' })
  platform!: string;

  @Field(() => Int, { description: 'The surcharge in whole credits, 0 to 100; 0 for none.' })
  credits!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'The surcharge for posts with a link, if the network charges them differently; if omitted or null, the same as for other posts.',
  })
  creditsWithLink?: number | null;
}

export function toPlatformPriceType({ charges, ...price }: PlatformPrice): PlatformPriceType {
  return { ...price, charges: [...charges] };
}
