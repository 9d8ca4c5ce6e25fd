import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { catalogueOf, messagesIn, partsOf } from '../build/messages.ts';

/** The names of our own parts; customers read of posts, wording, access, checks and proof. */
const OURS = /\b(jobs?|payloads?|grants?|gates?|conditions?|evidence|publications?)\b/i;

/** Stilted words; each has a plain one: a person, no one, appears, notified, again. */
const STILTED =
  /\b(whoever|nobody|somebody|stands|told|anew|gone out|calls? off|lets? through|no more\.|by themselves|as it was|said no|turned away|go on|goes on|counts? for nothing)\b/i;

/** What is read of a message, without the names of its arguments and cases. */
function literalsOf(parts: readonly MessageFormatElement[]): string {
  return parts
    .map((part) => {
      if ('options' in part)
        return Object.values(part.options)
          .map(({ value }) => ` ${literalsOf(value)} `)
          .join('/');
      return part.type === 0 ? part.value : '…';
    })
    .join('');
}

const texts = messagesIn(catalogueOf('en'), '').map(([path, message]) => [path, literalsOf(partsOf(message))] as const);
const found = (words: RegExp, shown: typeof texts): string[] =>
  shown.filter(([, text]) => words.test(text)).map(([path, text]) => `${path}: ${text}`);

test('no customer screen uses internal terms', () => {
  const customers = texts.filter(([path]) => !path.startsWith('.operator.'));
  expect(customers.length).toBeGreaterThan(2_500);
  expect(found(OURS, customers)).toEqual([]);
});

test('no screen uses a stilted word', () => {
  expect(texts.length).toBeGreaterThan(2_600);
  expect(found(STILTED, texts)).toEqual([]);
});
