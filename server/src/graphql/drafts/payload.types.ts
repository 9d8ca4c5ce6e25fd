import { GraphQLJSON } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import { wordsOfViolation } from '../../platforms/checks/violation.ts';
import type { JsonObject, Violation } from '../../platforms/platform.ts';
import { PreviewType, toPreviewType } from './preview.types.ts';

@ObjectType('Violation', { description: 'One way in which a post does not fit its platform.' })
export class ViolationType {
  @Field(() => String, { description: 'Stable code, for instance `text_too_long`.' })
  code!: string;

  @Field(() => String, { description: '`text`, `tags` or `thread/0`.' })
  field!: string;

  @Field(() => String, { description: 'What is wrong, in a sentence.' })
  message!: string;

  @Field(() => String, { description: 'What to do about it, in a sentence.' })
  remedy!: string;

  @Field(() => Int, { nullable: true, description: 'What was counted, in `unit`.' })
  count!: number | null;

  @Field(() => Int, { nullable: true, description: 'What is allowed, in `unit`.' })
  limit!: number | null;

  @Field(() => String, { nullable: true, description: '`weighted`, `graphemes`, `utf16`, `code_points`, `bytes` or `items`.' })
  unit!: string | null;

  @Field(() => Int, { nullable: true, description: 'Where the cause begins, in UTF-16 units of the field.' })
  start!: number | null;

  @Field(() => Int, { nullable: true, description: 'Where the cause ends: the first UTF-16 unit behind it.' })
  end!: number | null;
}

@ObjectType('Payload', { description: 'The exact content that one platform will get for one connection: frozen, validated, hashed.' })
export class PayloadType {
  @Field(() => ID, { description: 'Identifies this frozen content; changed content is a new payload.' })
  id!: string;

  @Field(() => GraphQLJSON, { description: "The content in the platform's own shape, without what belongs to the moment of sending." })
  body!: JsonObject;

  @Field(() => String, { description: 'SHA-256, in hex, of the canonical JSON (RFC 8785) of `body`.' })
  payloadHash!: string;

  @Field(() => Boolean, { description: 'Whether it fits its platform: true when there are no violations.' })
  isValid!: boolean;

  @Field(() => [ViolationType], { description: 'Every way in which it does not fit, all at once.' })
  violations!: ViolationType[];

  @Field(() => PreviewType, { description: 'As a person will see it there.' })
  preview!: PreviewType;

  /** Not in the schema: the field resolvers read it. */
  row!: Pick<Payload, 'platform' | 'connectionId'>;
}

/** What is shown of a payload; of one that is not frozen, `id` is that of its target. */
type ShownPayload = Pick<Payload, 'id' | 'body' | 'payloadHash' | 'violations' | 'preview' | 'platform' | 'connectionId'>;

export function toPayloadType(payload: ShownPayload, translate: Translate): PayloadType {
  const { id, body, payloadHash, violations, preview, platform, connectionId } = payload;
  return {
    ...{ id, body, payloadHash, isValid: violations.length === 0 },
    violations: violations.map((each) => toViolationType(each, translate)),
    preview: toPreviewType(preview, translate),
    row: { platform, connectionId },
  };
}

/** One shape, whatever units a platform counts in. */
export function toViolationType(found: Violation, translate: Translate): ViolationType {
  const { span, sentences, ...violation } = found;
  const { message, remedy } = wordsOfViolation(found);
  return {
    ...{ count: null, limit: null, unit: null, ...violation },
    ...{ message: translate(message), remedy: translate(remedy) },
    ...{ start: span?.start ?? null, end: span?.end ?? null },
  };
}
