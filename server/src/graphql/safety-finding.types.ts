import { Field, Int, ObjectType } from 'type-graphql';
import type { SafetyFinding } from '../safety/safety-finding.ts';
import { createEnum } from './create-enum.ts';

const SafetySeverityEnum = createEnum<SafetyFinding['severity']>('SafetySeverity', 'How much weight a finding has.', {
  warn: 'A person should look; nothing is stopped.',
  block: 'Nothing goes out until it is gone.',
});

@ObjectType('SafetyFinding', { description: 'What a safety check found in the words of a post.' })
export class SafetyFindingType {
  @Field(() => String, { description: 'Stable code of the check, for instance `leaked_credential`.' })
  check!: string;

  @Field(() => SafetySeverityEnum, { description: 'How much weight it has.' })
  severity!: SafetyFinding['severity'];

  @Field(() => String, { description: 'What was found, in a sentence; never the secret itself.' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'The platform whose words it is about.' })
  platform!: string | null;

  @Field(() => String, { nullable: true, description: '`text`, `tags` or `thread/0`.' })
  field!: string | null;

  @Field(() => Int, { nullable: true, description: 'Where the cause begins, in UTF-16 units of the field.' })
  start!: number | null;

  @Field(() => Int, { nullable: true, description: 'Where the cause ends: the first UTF-16 unit behind it.' })
  end!: number | null;
}

export function toSafetyFindingType({ span, ...finding }: SafetyFinding): SafetyFindingType {
  return { ...finding, start: span?.start ?? null, end: span?.end ?? null };
}
