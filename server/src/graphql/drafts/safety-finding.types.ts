import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import { placeInWords } from '../../payloads/outgoing-texts.ts';
import { findingId, type SafetyFinding } from '../../safety/safety-finding.ts';
import { createEnum } from '../engine/create-enum.ts';

const SafetySeverityEnum = createEnum<SafetyFinding['severity']>('SafetySeverity', 'The severity of a finding.', {
  warn: 'A warning; it does not prevent publishing.',
  block: 'Publishing is blocked until the finding is fixed or a person dismisses it.',
});

@ObjectType('SafetyLift', { description: 'The dismissal of a finding, for exactly this content.' })
export class SafetyOverrideType {
  @Field(() => String, { description: 'The name of the person who dismissed the finding.' })
  by!: string;

  @Field(() => String, { description: 'The reason.' })
  reason!: string;

  @Field(() => GraphQLDateTime, { description: 'When the finding was dismissed.' })
  at!: Date;
}

@ObjectType('SafetyFinding', { description: 'A finding of a safety check in a post.' })
export class SafetyFindingType {
  @Field(() => ID, { description: 'The finding’s id, for `liftFinding`; the same for the same finding in the same content.' })
  id!: string;

  @Field(() => String, { description: 'The stable code of the check, for instance `leaked_credential`.' })
  check!: string;

  @Field(() => SafetySeverityEnum, { description: 'The severity.' })
  severity!: SafetyFinding['severity'];

  @Field(() => String, { description: 'What was found, as a sentence; never the secret itself.' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'The platform whose content has the finding.' })
  platform!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The field: `text`, `title`, `tags`, `thread/0`, `images/0` (the alternative text of a picture), `link`, `link_card/title`, `link_card/description`, `link_card/site_name` or `link_card/image`.',
  })
  field!: string | null;

  @Field(() => String, { nullable: true, description: 'The field in words, for instance "in the description of picture 2".' })
  place!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The start of the finding in the field, in UTF-16 code units; null if it has no position.',
  })
  start!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The end of the finding in the field (exclusive), in UTF-16 code units; null if it has no position.',
  })
  end!: number | null;

  @Field(() => SafetyOverrideType, { nullable: true, description: 'The dismissal of the finding; null if it was not dismissed.' })
  lift!: SafetyOverrideType | null;
}

@InputType('LiftFindingInput', { description: 'A finding to dismiss.' })
export class OverrideFindingInput {
  @Field(() => ID, { description: 'The draft, `drf_…`.' })
  draftId!: string;

  @Field(() => String, {
    description: 'The `contentHash` that the person has seen; refused as `content_changed` if the content has changed.',
  })
  contentHash!: string;

  @Field(() => ID, { description: 'The finding’s id.' })
  findingId!: string;

  @Field(() => String, { description: 'The reason, 1 to 2,000 characters, recorded with the person’s name.' })
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
