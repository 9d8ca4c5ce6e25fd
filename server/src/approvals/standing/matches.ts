import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { type Slot, wordsInOrder } from './slots.ts';
import {
  deviationOf,
  isSameJson,
  type Piece,
  restOf,
  signedPicturesOf,
  type TargetPost,
  type TargetTemplate,
  textsOf,
  unseenWords,
} from './template.ts';

/** Why a post does not match a standing approval; stable, for programs and for the console's texts. */
export const DEVIATIONS = [
  'suspended',
  'ended',
  'workspace_stopped',
  'other_author',
  'asked_before',
  'refused_before',
  'findings',
  'other_targets',
  'other_pictures',
  'other_link',
  'other_extras',
  'other_words',
  'day_limit',
  'credit_limit',
] as const;
export type DeviationCode = (typeof DEVIATIONS)[number];

export interface Deviation {
  code: DeviationCode;
  /** In a sentence. */
  message: LocalizedMessage;
}

/** The signed terms that a post is compared with. */
export interface StandingTerms {
  agentId: string;
  template: readonly TargetTemplate[];
  /** Most posts in a day of the workspace. */
  perDay: number;
  /** Most credits in all. */
  credits: number;
  endsAt: Date;
  /** Why it does not currently count, in a sentence; null if it does. */
  suspension: LocalizedMessage | null;
}

/** A post to be published, with its circumstances. */
export interface StandingPost {
  now: Date;
  targets: readonly TargetPost[];
  /** The authors of its content; null for a person. */
  authors: readonly (string | null)[];
  /** A decision on its draft was requested before, so a person may have reviewed it. */
  isAskedBefore: boolean;
  /** A person has rejected this content. */
  isRefusedBefore: boolean;
  hasFindings: boolean;
  /** Its workspace is paused or archived. */
  isStopped: boolean;
  /** The number of posts published or being sent under the same standing approval on that day. */
  usedThatDay: number;
  /** The credits used in total. */
  creditsUsed: number;
  /** The cost of this post. */
  creditsNeeded: number;
}

export type Match = { allowed: true } | { allowed: false; reasons: Deviation[] };

/** Whether the post is covered, and if not, all reasons. Pure: replay, request and gate use the same. */
export function matches(terms: StandingTerms, post: StandingPost): Match {
  const reasons = [...circumstances(terms, post), ...contentDeviations(terms.template, post.targets), ...limits(terms, post)];
  return reasons.length === 0 ? { allowed: true } : { allowed: false, reasons };
}

function circumstances(terms: StandingTerms, post: StandingPost): Deviation[] {
  return [
    ...when(terms.suspension !== null, 'suspended', terms.suspension ?? ''),
    ...when(post.now >= terms.endsAt, 'ended', say`its time is over`),
    ...when(post.isStopped, 'workspace_stopped', say`the workspace is paused`),
    ...when(
      post.authors.length === 0 || post.authors.some((author) => author !== terms.agentId),
      'other_author',
      say`someone other than that agent wrote parts of it`,
    ),
    ...when(post.isAskedBefore, 'asked_before', say`approval was requested for this draft before`),
    ...when(post.isRefusedBefore, 'refused_before', say`a person rejected this text before`),
    ...when(post.hasFindings, 'findings', say`the safety checks have found something`),
  ];
}

function limits({ perDay, credits }: StandingTerms, { usedThatDay, creditsUsed, creditsNeeded }: StandingPost): Deviation[] {
  return [
    ...when(usedThatDay + 1 > perDay, 'day_limit', perDay === 1 ? say`at most one post a day` : say`at most ${perDay} posts a day`),
    ...when(creditsUsed + creditsNeeded > credits, 'credit_limit', say`at most ${credits} credits, and ${creditsUsed} are used`),
  ];
}

/** Where the content deviates from the template. */
export function contentDeviations(template: readonly TargetTemplate[], targets: readonly TargetPost[]): Deviation[] {
  const isSameTarget = (wanted: TargetTemplate, index: number): boolean =>
    targets[index]?.platform === wanted.platform && targets[index].connectionId === wanted.connectionId && targets[index].post !== null;
  if (template.length !== targets.length || !template.every(isSameTarget))
    return when(true, 'other_targets', say`it goes to other accounts than were signed`);
  const found = template.flatMap((wanted, index) => deviationsIn(wanted, targets[index] as TargetPost));
  if (found.length === 0) return recombination(template, targets);
  return [...new Map(found.map((deviation) => [`${deviation.code} ${deviation.message}`, deviation])).values()];
}

/** Words from different signed posts can combine to a text that no signed post had. */
function recombination(template: readonly TargetTemplate[], targets: readonly TargetPost[]): Deviation[] {
  const words = unseenWords(template, targets);
  if (!words) return [];
  const named = [...new Set(words)].map((word) => `“${word}”`).join(', ');
  return [{ code: 'other_words', message: say`no signed post has these words together: ${named}` }];
}

function deviationsIn(template: TargetTemplate, { post }: TargetPost): Deviation[] {
  const { rest, texts } = template;
  if (!post) return [];
  const { link = null, pictures = [], ...extras } = restOf(post);
  const { link: signedLink = null, pictures: _pictures, ...signedExtras } = rest;
  const written = textsOf(post);
  const isSamePlaces = Object.keys(written).join() === Object.keys(texts).join();
  const words = isSamePlaces ? Object.entries(texts).flatMap(([field, pieces]) => wordsDeviation(pieces, written[field] ?? '')) : [];
  return [
    ...when(!isSameJson(link, signedLink), 'other_link', say`the link is another`),
    ...when(!isSameJson(pictures, signedPicturesOf(template)), 'other_pictures', say`the pictures are others`),
    ...when(!isSameJson(extras, signedExtras), 'other_extras', say`its tags, its mentions or the card of its link are others`),
    ...when(!isSamePlaces, 'other_words', say`it has more or fewer parts than were signed`),
    ...words,
  ];
}

function wordsDeviation(pieces: readonly Piece[], text: string): Deviation[] {
  const deviation = deviationOf(pieces, text);
  if (!deviation) return [];
  const found = deviation.found.trim() ? say`it has “${deviation.found.slice(0, 60).toWellFormed()}”` : say`there is something else`;
  return [{ code: 'other_words', message: say`${found} where ${inWords(deviation.wanted)} was signed` }];
}

function inWords(wanted: Piece): LocalizedMessage {
  if (typeof wanted === 'string') return wanted.trim() ? `“${wanted.slice(0, 60).toWellFormed()}”` : say`nothing like it`;
  return slotInWords(wanted);
}

function slotInWords(slot: Slot): LocalizedMessage {
  if (slot.kind === 'number') return say`a number from ${slot.min} to ${slot.max}`;
  if (slot.kind === 'word') return say`one of ${wordsInOrder(slot).slice(0, 5).join(', ') + (slot.words.length > 5 ? ', …' : '')}`;
  return slot.kind === 'date' ? say`a date` : say`a time`;
}

function when(isSo: boolean, code: DeviationCode, message: LocalizedMessage): Deviation[] {
  return isSo ? [{ code, message }] : [];
}
