import { Field, Int, ObjectType } from 'type-graphql';
import type { OmissionReason } from '../../platforms/text/omission.ts';
import { createEnum } from '../engine/create-enum.ts';

const OmissionReasonEnum = createEnum<OmissionReason>('OmissionReason', 'Why something of the source is not in the post.', {
  furniture: 'It belongs to a page or a mail, and is not for readers of a post.',
  voice: 'The workspace does not say it.',
  too_long: 'There was no room for it.',
  refused: 'The platform does not take it.',
  markup: 'No post can carry it.',
  no_place: 'The link of the draft: the platform has no place for it but the text, and the text is kept to the last sign.',
  condensed: 'The language model that wrote the words did not use it.',
});

export const KEPT_PERCENT =
  'The share of the source text that a shortened caption keeps, in percent; 0 if none of it fits and a person must write it; null if the text is whole.';

@ObjectType('Omission', { description: 'A stretch of the source text that is not in the post.' })
export class OmissionType {
  @Field(() => String, { description: 'What was left out; the beginning of it where it is long.' })
  text!: string;

  @Field(() => OmissionReasonEnum, { description: 'Why.' })
  reason!: OmissionReason;

  @Field(() => Int, { description: 'Where it begins in the source text, in UTF-16 units; at its end for the link of the draft.' })
  start!: number;

  @Field(() => Int, { description: 'Where it ends there.' })
  end!: number;

  @Field(() => Boolean, { description: 'Readers may need it: the link of the draft.' })
  isEssential!: boolean;
}
