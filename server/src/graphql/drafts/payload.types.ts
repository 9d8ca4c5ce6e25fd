import { GraphQLJSON } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import { wordsOfViolation } from '../../platforms/checks/violation.ts';
import type { JsonObject, Violation } from '../../platforms/platform.ts';
import { PreviewType, toPreviewType } from './preview.types.ts';

@ObjectType('Violation', { description: 'A violation of a platform’s rules.' })
export class ViolationType {
  @Field(() => String, { description: 'A stable code, for instance `text_too_long`.' })
  code!: string;

  @Field(() => String, { description: 'The field concerned, for instance `text`, `tags` or `thread/0`.' })
  field!: string;

  @Field(() => String, { description: 'What is wrong, as a sentence.' })
  message!: string;

  @Field(() => String, { description: 'What to do about it, as a sentence.' })
  remedy!: string;

  @Field(() => Int, { nullable: true, description: 'The measured value, in `unit`; null if nothing was measured.' })
  count!: number | null;

  @Field(() => Int, { nullable: true, description: 'The limit, in `unit`; null if there is none.' })
  limit!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The unit, for instance `weighted`, `graphemes`, `utf16`, `code_points`, `bytes` or `items`; null if nothing was measured.',
  })
  unit!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The start of the cause in the field, in UTF-16 code units; null if it has no position.',
  })
  start!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The end of the cause in the field (exclusive), in UTF-16 code units; null if it has no position.',
  })
  end!: number | null;
}

@ObjectType('Payload', { description: 'The exact content for one connection: frozen, validated and hashed.' })
export class PayloadType {
  @Field(() => ID, { description: 'The payload’s id. Payloads are immutable; changed content is a new payload.' })
  id!: string;

  @Field(() => GraphQLJSON, { description: 'The content in the platform’s own format, without values that are only known when sending.' })
  body!: JsonObject;

  @Field(() => String, { description: 'The SHA-256, in hex, of the canonical JSON (RFC 8785) of `body`.' })
  payloadHash!: string;

  @Field(() => Boolean, { description: 'Whether the payload satisfies the platform’s rules, without any violations.' })
  isValid!: boolean;

  @Field(() => [ViolationType], { description: 'All violations of the platform’s rules.' })
  violations!: ViolationType[];

  @Field(() => PreviewType, { description: 'The post as readers will see it.' })
  preview!: PreviewType;

  /** Not in the schema: the field resolvers read it. */
  row!: Pick<Payload, 'platform' | 'connectionId'>;
}

/** The parts of a payload that are shown; `id` is that of the target if it is not frozen. */
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
