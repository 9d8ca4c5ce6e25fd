import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { Post, Span, Violation } from '../platform.ts';
import { violation } from './violation.ts';

/** Written with its country, or as North America writes it. Time stays in proportion to the text. */
const SHAPE = /(?<![\p{L}\p{N}+.,-])(?:\+\d[\d ().-]{6,20}\d|(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4})(?![\p{L}\p{N}])/gu;
/** National notation, after a word that announces a number. */
const LOCAL =
  /(?<=(?<!\p{L})(?:tel|telefon|telephone|phone|call|call us|mobile|tél|téléphone|teléfono|whatsapp|reservations?|bookings?|reservierung|réservations?)\.?:? )0\d[\d ()/-]{6,14}\d(?![\p{L}\p{N}])/giu;
const MOST_TRIED = 200;

/** The plausible phone numbers in a text. */
export function findPhones(text: string): Span[] {
  const spans: Span[] = [];
  let tried = 0;
  for (const { 0: written, index } of text.matchAll(SHAPE)) {
    tried += 1;
    if (tried > MOST_TRIED) break;
    if (parsePhoneNumberFromString(written, 'US')?.isValid()) spans.push({ start: index, end: index + written.length });
  }
  return [...spans, ...[...text.matchAll(LOCAL)].map(({ 0: written, index }) => ({ start: index, end: index + written.length }))];
}

/** Phone numbers in a text, on a network that refuses them. */
export function checkPhones({ label, refusesPhones }: NetworkRules, { text, thread }: Post): Violation[] {
  if (!refusesPhones) return [];
  const parts = [{ field: 'text', text }, ...thread.map((part, index) => ({ field: `thread/${index}`, text: part }))];
  return parts.flatMap(({ field, text: written }) =>
    findPhones(written).map((span) =>
      violation({
        code: 'phone_refused',
        field,
        message: say`There is a phone number in the text; ${label} rejects such posts.`,
        remedy: say`Remove it: the number is shown in the profile.`,
        span,
      }),
    ),
  );
}
