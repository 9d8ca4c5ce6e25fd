import { Field, Int, ObjectType } from 'type-graphql';
import type { Platform } from '../platforms/platform.ts';

@ObjectType('PlatformRule', { description: 'One limit of a platform, with where it is from.' })
export class PlatformRuleType {
  @Field(() => String, {
    description: 'What is limited, for instance `text`, `title`, `tags` (how many), `tag` (how long one is) or `thread` (how many posts).',
  })
  field!: string;

  @Field(() => Int, { description: 'The most that is allowed, in `unit`.' })
  max!: number;

  @Field(() => String, {
    description: '`weighted`, `graphemes`, `utf16`, `code_points`, `bytes`, `emoji_as_bytes`, `items`, `megabytes` or `seconds`.',
  })
  unit!: string;

  @Field(() => String, { description: 'The document or package that the figure was read from.' })
  source!: string;

  @Field(() => String, { description: 'The day of that reading, as `2026-11-21`.' })
  checkedOn!: string;

  @Field(() => String, { description: '`documented`, `observed`, `conflicting` (the stricter figure counts) or `operator`.' })
  confidence!: string;
}

@ObjectType('Platform', { description: 'A network that words can be prepared for.' })
export class PlatformType {
  @Field(() => String, { description: 'The identifier that drafts name, for instance `bluesky`.' })
  id!: string;

  @Field(() => String, { description: 'The name that people know.' })
  label!: string;

  @Field(() => String, {
    description: 'How a second post is prevented: `idempotent`, `askable`, `guarded` or `blind` (never sent again once bytes have left).',
  })
  duplicateClass!: string;

  @Field(() => String, { description: 'How its publishing was proved: `real server`, `reference stand-in`, `sandbox` or `nothing`.' })
  provenBy!: string;

  @Field(() => String, {
    description: '`ready`, or `none yet` where the service prepares and checks words but has no connector to publish with.',
  })
  publishing!: string;

  @Field(() => [PlatformRuleType], { description: 'Its limits, as data.' })
  rules!: PlatformRuleType[];
}

export function toPlatformType({ id, label, duplicateClass, provenBy, publishing, rules }: Platform): PlatformType {
  return { id, label, duplicateClass, provenBy, publishing: publishing ?? 'ready', rules: [...rules] };
}

/** The platform behind an identifier that a row holds; one that was taken out of the service since is known by name only. */
export function platformTypeOf(platforms: ReadonlyMap<string, Platform>, id: string): PlatformType {
  const platform = platforms.get(id);
  return platform
    ? toPlatformType(platform)
    : { id, label: id, duplicateClass: 'blind', provenBy: 'nothing', publishing: 'none yet', rules: [] };
}
