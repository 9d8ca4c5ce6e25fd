import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Slot } from '../../approvals/standing/slots.ts';
import { joined, type Piece, type TargetTemplate } from '../../approvals/standing/template.ts';
import { createEnum } from '../engine/create-enum.ts';

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

export function toStandingTargetType({ platform, connectionId, texts, rest, seen = [] }: TargetTemplate): StandingTargetType {
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
