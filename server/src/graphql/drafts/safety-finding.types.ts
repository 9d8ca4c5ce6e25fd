import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import { placeInWords } from '../../payloads/outgoing-texts.ts';
import { findingId, type SafetyFinding } from '../../safety/safety-finding.ts';
import { createEnum } from '../engine/create-enum.ts';

const SafetySeverityEnum = createEnum<SafetyFinding['severity']>('SafetySeverity', 'How much weight a finding has.', {
  warn: 'A person should look; nothing is stopped.',
  block: 'Nothing goes out until it is gone or a person overrides it.',
});

@ObjectType('SafetyLift', { description: 'A person let a finding go out, in exactly this content.' })
export class SafetyOverrideType {
  @Field(() => String, { description: 'The name of the person who decided.' })
  by!: string;

  @Field(() => String, { description: 'Why.' })
  reason!: string;

  @Field(() => GraphQLDateTime, { description: 'When.' })
  at!: Date;
}

@ObjectType('SafetyFinding', { description: 'What a safety check found in the words of a post.' })
export class SafetyFindingType {
  @Field(() => ID, { description: 'Names it in `liftFinding`; the same for the same finding in the same content.' })
  id!: string;

  @Field(() => String, { description: 'Stable code of the check, for instance `leaked_credential`.' })
  check!: string;

  @Field(() => SafetySeverityEnum, { description: 'How much weight it has.' })
  severity!: SafetyFinding['severity'];

  @Field(() => String, { description: 'What was found, in a sentence; never the secret itself.' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'The platform whose words it is about.' })
  platform!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      '`text`, `title`, `tags`, `thread/0`, `images/0` (the description of a picture), `link`, `link_card/title`, `link_card/description`, `link_card/site_name` or `link_card/image`.',
  })
  field!: string | null;

  @Field(() => String, { nullable: true, description: 'The same in words, for instance "in the description of picture 2".' })
  place!: string | null;

  @Field(() => Int, { nullable: true, description: 'Where the cause begins, in UTF-16 units of the field.' })
  start!: number | null;

  @Field(() => Int, { nullable: true, description: 'Where the cause ends: the first UTF-16 unit behind it.' })
  end!: number | null;

  @Field(() => SafetyOverrideType, { nullable: true, description: 'Who let it go out all the same; null while it stops the post.' })
  lift!: SafetyOverrideType | null;
}

@InputType('LiftFindingInput', { description: 'Which finding may go out, in what content, and why.' })
export class OverrideFindingInput {
  @Field(() => ID, { description: 'The draft.' })
  draftId!: string;

  @Field(() => String, { description: '`contentHash` of what was seen; refused as `content_changed` when it is no longer that.' })
  contentHash!: string;

  @Field(() => ID, { description: '`id` of the finding.' })
  findingId!: string;

  @Field(() => String, { description: 'Why it may go out all the same, 1 to 2,000 characters; kept with your name.' })
  reason!: string;
}

export function toSafetyFindingType(found: SafetyFinding, translate: Translate): SafetyFindingType {
  const { span, override, ...finding } = found;
  return {
    ...finding,
    id: findingId(found),
    message: translate(fromStoredMessage(found)),
    place: translate(placeInWords(found.field)),
    start: span?.start ?? null,
    end: span?.end ?? null,
    lift: override ? { by: localizeName(override.by, translate), reason: override.reason, at: override.createdAt } : null,
  };
}
