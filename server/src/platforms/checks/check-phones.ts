import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { Post, Violation } from '../platform.ts';
import { findPhones } from './find-phones.ts';
import { violation } from './violation.ts';

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
