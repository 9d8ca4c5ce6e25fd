import fc from 'fast-check';

const pick = (list: string, separator = ' '): fc.Arbitrary<string> =>
  fc.constantFrom(...list.split(separator).map((entry) => entry.replaceAll('↵', '\n')));

const word = fc.oneof(
  { weight: 6, arbitrary: pick('harbour Tide table the of is Esbjerg opens night ferry a North Sea sails') },
  { weight: 2, arbitrary: pick('港の図書館 مرحبا ภาษาไทย Fähre é̂ 👩‍👩‍👧‍👦 🇩🇰🇳🇱 12 3,100 4.5 50% €79 v2.4.1') },
  { weight: 1, arbitrary: pick('https://example.org/a https://example.com/b_(c)?d=e #harbour @skipper.test `code` **bold** _soft_') },
);
const sentence = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 25 }), fc.constantFrom('.', '!', '?', ':', '。', ''))
  .map(([words, end]) => words.join(' ') + end);
const block = fc.oneof(
  { weight: 3, arbitrary: fc.array(sentence, { minLength: 1, maxLength: 6 }).map((sentences) => sentences.join(' ')) },
  { weight: 1, arbitrary: sentence.map((text) => `# ${text}`) },
  { weight: 1, arbitrary: fc.array(sentence, { maxLength: 5 }).map((items) => items.map((item) => `- ${item}`).join('\n')) },
  { weight: 1, arbitrary: sentence.map((text) => `[${text}](https://example.net/read)`) },
);

/** Source text that reads like text: headings, paragraphs, lists and links in several scripts. */
export const readable = fc.array(block, { maxLength: 12 }).map((blocks) => blocks.join('\n\n'));

/** Source text that reads like nothing: markup in pieces, and all of Unicode. */
export const wild = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      pick('↵,↵↵,# ,- ,1. ,> ,```,---,[,](,),![,<a href=","> ,</a>,<p>,<script>,&#x,;,<!--,**,_,`,|,\\', ','),
      pick('https://,https://example.org/,#,@,. , ,a,Tide,日本,9', ','),
    ),
    { maxLength: 80 },
  )
  .map((pieces) => pieces.join(''));
