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
  date: 'Any date in the same format.',
  time: 'Any time of day.',
  number: 'A number from `min` to `max`.',
  word: 'One of `words`.',
});

@ObjectType('StandingPiece', { description: 'A piece of a template: either fixed text or a slot.' })
export class StandingPieceType {
  @Field(() => String, { nullable: true, description: 'Fixed text, matched exactly; null for a slot.' })
  text!: string | null;

  @Field(() => SlotEnum, { nullable: true, description: 'What the slot accepts; null for fixed text.' })
  slot!: Slot['kind'] | null;

  @Field(() => [String], { description: 'The words that a word slot accepts; empty otherwise.' })
  words!: string[];

  @Field(() => Number, { nullable: true, description: 'The smallest number that a number slot accepts; null otherwise.' })
  min!: number | null;

  @Field(() => Number, { nullable: true, description: 'The largest number that a number slot accepts; null otherwise.' })
  max!: number | null;
}

@ObjectType('StandingTarget', { description: 'The template for one connection.' })
export class StandingTargetType {
  @Field(() => String, { description: 'The platform’s id.' })
  platform!: string;

  @Field(() => ID, { description: 'The connection. Posts to other connections do not match.' })
  connectionId!: string;

  @Field(() => [StandingPieceType], { description: 'The pieces of all texts of the post, in order, with a blank line between texts.' })
  pieces!: StandingPieceType[];

  @Field(() => [[String]], {
    description:
      'The permitted combinations of words, each with one word for every dependent word slot, in the order of the slots. Empty if there are no such slots.',
  })
  combinations!: string[][];

  @Field(() => String, { nullable: true, description: 'The link that the post must have; null for a post without a link.' })
  link!: string | null;

  @Field(() => Int, { description: 'The number of pictures, which must be the signed ones.' })
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
  proposed: 'Proposed by the service; not signed yet.',
  declined: 'Declined by a person.',
  lapsed: 'Not signed within 30 days.',
  active: 'Signed by a person and active.',
  ended: 'No longer active.',
});

const StandingEndEnum = createEnum<StandingEnd>('StandingApprovalEnd', 'Why a standing approval has ended.', {
  revoked: 'A person revoked it.',
  refused: 'A person refused a post that it had approved.',
  time: 'It expired.',
  signer_left: 'The person who signed it may no longer approve in the workspace.',
  access_ended: 'The agent’s access ended.',
  recombines: 'Its template, created before combinations of words were recorded, permitted combinations that no signed post had.',
});

@ObjectType('StandingApproval', {
  description:
    'An approval signed in advance, or proposed for signing: it covers posts of one agent that match a template, within limits, until it ends.',
})
export class StandingApprovalType {
  @Field(() => ID, { description: 'The standing approval’s id, `sta_…`.' })
  id!: string;

  @Field(() => StandingStateEnum, { description: 'The current state of the standing approval.' })
  state!: StandingState;

  @Field(() => String, { description: 'The agent’s name.' })
  agentName!: string;

  @Field(() => [StandingTargetType], { description: 'The template for each connection, in the order of the content.' })
  targets!: StandingTargetType[];

  @Field(() => String, { description: 'The SHA-256 of the template. Pass it when signing, to confirm what the person has seen.' })
  templateHash!: string;

  @Field(() => Int, { description: 'How many matching posts people had decided on when it was proposed.' })
  decided!: number;

  @Field(() => Int, { description: 'How many of those posts were approved unchanged.' })
  signed!: number;

  @Field(() => Int, { description: 'The most posts per day.' })
  perDay!: number;

  @Field(() => Int, { description: 'The most credits in total.' })
  credits!: number;

  @Field(() => Int, { description: 'The number of posts published under it today, including those being sent.' })
  usedToday!: number;

  @Field(() => Int, { description: 'The credits used so far.' })
  creditsUsed!: number;

  @Field(() => GraphQLDateTime, { description: 'When it was proposed.' })
  createdAt!: Date;

  @Field(() => String, { nullable: true, description: 'The name of the person who signed it; null if unsigned.' })
  signedBy!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was signed; null if unsigned.' })
  signedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it expires; null if unsigned.' })
  endsAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it ended, was declined or lapsed; null if active or proposed.' })
  closedAt!: Date | null;

  @Field(() => StandingEndEnum, { nullable: true, description: 'Why it ended; null if it has not.' })
  endReason!: StandingEnd | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it is not in effect or cannot be signed, as a sentence; null if it is or can be.',
  })
  suspension!: string | null;

  @Field(() => Boolean, { description: 'Whether signing it requires a passkey (`beginStandingSignature`).' })
  needsSignature!: boolean;

  @Field(() => Boolean, { description: 'Whether it is signed with a passkey.' })
  isSigned!: boolean;

  /** Not in the schema: the field resolvers read the row. */
  view!: StandingView;
}

@ArgsType()
@InputType()
export class StandingLimitsArgs {
  @Field(() => Int, { description: 'The most posts per day, 1 to 20.' })
  perDay!: number;

  @Field(() => Int, { description: 'The most credits in total, 1 to 500.' })
  credits!: number;

  @Field(() => Int, { description: 'The validity in days, 1 to 90.' })
  days!: number;
}

@InputType('BeginStandingSignatureInput', { description: 'A standing approval to sign and its limits.' })
export class BeginStandingSignatureInput extends StandingLimitsArgs {
  @Field(() => ID, { description: 'The proposed standing approval, `sta_…`.' })
  id!: string;

  @Field(() => String, { description: 'The hash of the template that the person has seen.' })
  templateHash!: string;
}

@InputType('SignStandingApprovalInput', { description: 'A standing approval to sign, its limits and the signature.' })
export class SignStandingApprovalInput extends BeginStandingSignatureInput {
  @Field(() => GivenSignatureInput, {
    nullable: true,
    description: 'The passkey signature over the statement of `beginStandingSignature` with the same limits; required if `needsSignature`.',
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
