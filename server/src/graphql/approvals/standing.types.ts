import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { StandingView } from '../../approvals/standing/read-standing.ts';
import type { Slot } from '../../approvals/standing/slots.ts';
import type { StandingEnd, StandingState } from '../../approvals/standing/standing-approval.entity.ts';
import { joined, type Piece, type TargetTemplate } from '../../approvals/standing/template.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import { createEnum } from '../engine/create-enum.ts';
import { GivenSignatureInput } from './signature.types.ts';

const SlotEnum = createEnum<Slot['kind']>('StandingSlot', 'What a slot of a template accepts.', {
  date: 'Any date, written as it was.',
  time: 'Any time of the day.',
  number: 'A number from `min` to `max`.',
  word: 'One of `words`.',
});

@ObjectType('StandingPiece', { description: 'A stretch of a template: text to the letter, or a slot.' })
export class StandingPieceType {
  @Field(() => String, { nullable: true, description: 'As it was signed; null for a slot.' })
  text!: string | null;

  @Field(() => SlotEnum, { nullable: true, description: 'What the slot accepts; null for fixed text.' })
  slot!: Slot['kind'] | null;

  @Field(() => [String], { description: 'The words the slot accepts; empty unless it is a slot for words.' })
  words!: string[];

  @Field(() => Number, { nullable: true, description: 'The smallest number.' })
  min!: number | null;

  @Field(() => Number, { nullable: true, description: 'The largest number.' })
  max!: number | null;
}

@ObjectType('StandingTarget', { description: 'What may go to one account.' })
export class StandingTargetType {
  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => ID, { description: 'The connection, and no other.' })
  connectionId!: string;

  @Field(() => [StandingPieceType], { description: 'Its texts, one after the other, each after a line of its own.' })
  pieces!: StandingPieceType[];

  @Field(() => [[String]], {
    description:
      'Where places for words depend on each other: every combination that may go out, each with one word for each such place, in their order. Empty where there are none.',
  })
  combinations!: string[][];

  @Field(() => String, { nullable: true, description: 'Its link, and no other.' })
  link!: string | null;

  @Field(() => Int, { description: 'How many pictures it has, always the same.' })
  pictures!: number;
}

function toStandingTargetType({ platform, connectionId, texts, rest, seen = [] }: TargetTemplate): StandingTargetType {
  const pieces = Object.values(texts).flatMap((own, index) => [...(index > 0 ? ['\n\n'] : []), ...joined(own)]);
  const { link, pictures } = rest as { link: string | null; pictures: unknown[] };
  return { platform, connectionId, pieces: pieces.map(toPiece), combinations: combinationsOf(seen), link, pictures: pictures.length };
}

/** The combinations of this target: rows are kept for all targets together, so one target may repeat a combination. */
const combinationsOf = (seen: string[][]): string[][] => [
  ...new Map(seen.filter(({ length }) => length > 0).map((words) => [JSON.stringify(words), words])).values(),
];

function toPiece(piece: Piece): StandingPieceType {
  if (typeof piece === 'string') return { text: piece, slot: null, words: [], min: null, max: null };
  const bounds = piece.kind === 'number' ? { min: piece.min, max: piece.max } : { min: null, max: null };
  return { text: null, slot: piece.kind, words: piece.kind === 'word' ? piece.words : [], ...bounds };
}

const StandingStateEnum = createEnum<StandingState>('StandingApprovalState', 'The state of a standing approval.', {
  proposed: 'Proposed by the service, not signed yet.',
  declined: 'A person did not want it.',
  lapsed: 'Not signed within thirty days.',
  active: 'A person has signed it: posts go out by it.',
  ended: 'Nothing goes out by it any more.',
});

const StandingEndEnum = createEnum<StandingEnd>('StandingApprovalEnd', 'Why a standing approval has ended.', {
  revoked: 'A person revoked it.',
  refused: 'A person said no to a post of it.',
  time: 'Its time was over.',
  signer_left: 'The person who signed it can no longer approve there.',
  access_ended: 'The access of its agent has ended.',
  recombines: 'Its template, from before combinations were kept, allowed combinations of words that no signed post had.',
});

@ObjectType('StandingApproval', {
  description: 'What a person has signed beforehand, or could: posts of one agent that follow a template, within limits, until an end.',
})
export class StandingApprovalType {
  @Field(() => ID, { description: 'Identifies it: `sta_…`.' })
  id!: string;

  @Field(() => StandingStateEnum, { description: 'Its state.' })
  state!: StandingState;

  @Field(() => String, { description: 'The name of its agent.' })
  agentName!: string;

  @Field(() => [StandingTargetType], { description: 'What may go where, in the order of the content.' })
  targets!: StandingTargetType[];

  @Field(() => String, { description: 'SHA-256 of the template; name it when signing, as proof of what was shown.' })
  templateHash!: string;

  @Field(() => Int, { description: 'How many such posts people had decided when it was proposed.' })
  decided!: number;

  @Field(() => Int, { description: 'How many of them were approved as they were.' })
  signed!: number;

  @Field(() => Int, { description: 'Most posts in a day.' })
  perDay!: number;

  @Field(() => Int, { description: 'Most credits in all.' })
  credits!: number;

  @Field(() => Int, { description: 'Posts that went out by it today, or are about to.' })
  usedToday!: number;

  @Field(() => Int, { description: 'Credits that it took so far.' })
  creditsUsed!: number;

  @Field(() => GraphQLDateTime, { description: 'When it was proposed.' })
  createdAt!: Date;

  @Field(() => String, { nullable: true, description: 'The person who signed it; null if unsigned.' })
  signedBy!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was signed.' })
  signedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it ends; null before it was signed.' })
  endsAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it has ended, or was declined.' })
  closedAt!: Date | null;

  @Field(() => StandingEndEnum, { nullable: true, description: 'Why it has ended.' })
  endReason!: StandingEnd | null;

  @Field(() => String, {
    nullable: true,
    description: 'The reason why it is not in effect or cannot be signed; null if it is or can be.',
  })
  suspension!: string | null;

  @Field(() => Boolean, { description: 'Whether signing it requires a passkey (`beginStandingSignature`).' })
  needsSignature!: boolean;

  @Field(() => Boolean, { description: 'Whether a passkey has signed it.' })
  isSigned!: boolean;

  /** Not in the schema: the field resolvers read the row. */
  view!: StandingView;
}

@ArgsType()
export class StandingLimitsArgs {
  @Field(() => Int, { description: 'Most posts in a day, 1 to 20.' })
  perDay!: number;

  @Field(() => Int, { description: 'Most credits in all, 1 to 500.' })
  credits!: number;

  @Field(() => Int, { description: 'For how many days, 1 to 90.' })
  days!: number;
}

@InputType('BeginStandingSignatureInput', { description: 'What a person is about to sign beforehand with a passkey.' })
export class BeginStandingSignatureInput {
  @Field(() => ID, { description: 'What was proposed, `sta_…`.' })
  id!: string;

  @Field(() => String, { description: 'The hash of the template that was seen.' })
  templateHash!: string;

  @Field(() => Int, { description: 'Most posts in a day, 1 to 20.' })
  perDay!: number;

  @Field(() => Int, { description: 'Most credits in all, 1 to 500.' })
  credits!: number;

  @Field(() => Int, { description: 'For how many days, 1 to 90.' })
  days!: number;
}

@InputType('SignStandingApprovalInput', { description: 'What a person signs beforehand.' })
export class SignStandingApprovalInput extends BeginStandingSignatureInput {
  @Field(() => GivenSignatureInput, {
    nullable: true,
    description: 'What their passkey signed of it, from `beginStandingSignature` with the same limits; needed where `needsSignature`.',
  })
  signature?: GivenSignatureInput | null;
}

export function toStandingApprovalType(view: StandingView, translate: Translate): StandingApprovalType {
  const { id, state, template, templateHash, decided, signed, perDay, credits, createdAt, signedAt, endsAt, closedAt, endReason } =
    view.standing;
  const { agentName, signedBy, usedToday, creditsUsed, suspension, needsSignature } = view;
  return {
    ...{
      id,
      state,
      templateHash,
      decided,
      signed,
      perDay,
      credits,
      createdAt,
      agentName: localizeName(agentName, translate),
      signedBy,
      usedToday,
      creditsUsed,
      suspension: suspension && translate(suspension),
      needsSignature,
      isSigned: view.standing.signatureId != null,
      view,
    },
    ...{ signedAt: signedAt ?? null, endsAt: endsAt ?? null, closedAt: closedAt ?? null, endReason: endReason ?? null },
    targets: template.map(toStandingTargetType),
  };
}
