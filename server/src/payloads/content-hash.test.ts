import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../platforms/platform.ts';
import { contentHash, hashJson } from './content-hash.ts';
import { seenHash, textHash } from './prepare-payloads.ts';

const target = (body: JsonObject) => ({ platform: 'sandbox', connectionId: 'con_1', body });

/** The same JSON with the keys of every object in reverse order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, entry]) => [key, reversed(entry)]),
  );
}

describe('contentHash', () => {
  it('is the SHA-256 of the canonical JSON of platform, connection and payload', () => {
    // printf '%s' '[{"connection_id":"con_1","payload":{"a":1,"text":"Olá"},"platform":"sandbox"}]' | sha256sum
    expect(contentHash([target({ text: 'Olá', a: 1 })])).toBe('bd40774960dddff8ccf042f487f2bb4b80c363d45faa56062bb6ed490ccf62d5');
  });

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        const json = JSON.parse(JSON.stringify(body)) as JsonObject;
        expect(contentHash([target(reversed(json) as JsonObject)])).toBe(contentHash([target(json)]));
      }),
    );
  });

  it('changes with any single character', () => {
    const wellFormed = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(wellFormed, fc.nat(), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), (text, place, other) => {
        const characters = [...text];
        characters[place % characters.length] = other;
        const changed = characters.join('');
        fc.pre(changed !== text);
        expect(contentHash([target({ text: changed })])).not.toBe(contentHash([target({ text })]));
      }),
    );
  });

  it('changes with the platform, the connection, the order and the number of targets', () => {
    const a = target({ text: 'a' });
    const b = target({ text: 'b' });
    const hashes = [
      [a],
      [{ ...a, platform: 'bluesky' }],
      [{ ...a, connectionId: 'con_2' }],
      [{ ...a, connectionId: null }],
      [a, b],
      [b, a],
      [],
    ].map(contentHash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('refuses content without a canonical form', () => {
    expect(() => hashJson('\ud800')).toThrow();
    expect(() => hashJson(Number.NaN)).toThrow();
  });
});

describe('textHash', () => {
  it('is the same regardless of spaces and case', () => {
    expect(textHash('Doors open\n at  NINE ', [])).toBe(textHash('doors open at nine', []));
  });

  it('differs for another text and for another split into a thread', () => {
    const hashes = [textHash('one two', []), textHash('one too', []), textHash('one', ['two']), textHash('two', ['one'])];
    expect(new Set(hashes).size).toBe(4);
  });
});

describe('seenHash', () => {
  const seen = (text: string) => seenHash(text, []);

  it.each([
    'The harbour is a closed one\u200b',
    'The har\u2060bour is a closed one',
    'The har\u034fbour is a closed one',
    'The h\u0430rbour is a closed one',
    'The harbour is \u0430 closed one',
    'The \uff48arbour\u00a0 is a CLOSED one ',
  ])('is the same for texts that look the same: %j', (text) => {
    expect(seen(text)).toBe(seen('The harbour is a closed one'));
  });

  it.each([
    ['Іt is over in May', 'It is over in May'],
    ['It is over Ιn May', 'It is over in May'],
    ['aIl of Our mail', 'all of our mail'],
    ['a11 of 0ur mai|', 'all of our mail'],
    ['The alphα of the h\u0251rbour', 'The alpha of the harbour'],
    ['Our maıl', 'our mail'],
    ['TNFα', 'tnfa'],
  ])('is the same for %j as for %j, which look alike', (drawn, plain) => {
    expect(seen(drawn)).toBe(seen(plain));
  });

  it('differs for a changed word, and is the same for a Cyrillic text in any case', () => {
    expect(seen('The harbour is closed')).not.toBe(seen('The harbour is open'));
    expect(seen('Порт закрыт')).toBe(seen('ПОРТ ЗАКРЫТ'));
    expect(seen('Порт закрыт')).not.toBe(seen('Порт открыт'));
  });

  it.each([
    ['Olá', 'Ola'],
    ['Open at 10', 'Open at 70'],
    ['We are open!', 'We are open?'],
    ['Party \u{1f389}', 'Party \u{1f382}'],
  ])('differs for %j and %j, which look different', (one, other) => {
    expect(seen(one)).not.toBe(seen(other));
  });
});
