const ABBREVIATION =
  /(?:^|[\s(["'“])(?:\p{L}|(?:\p{L}\.)+\p{L}|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|ca|approx|Fig|No|Nr|Vol|Jr|Sr|Inc|Ltd|Co|Corp|bzw|usw|resp|evtl|Abs|Art|bd|Mio|Mrd|Sra|Sr|M|Mme|art|cf)\.\s*$/u;
// Where "7." is "the seventh", it ends no sentence.
const ORDINAL = /(?:^|\s)\p{Nd}{1,2}\.\s*$/u;
const DOTTED_ORDINALS = /^(?:de|da|nb|no|fi|cs|sk|pl|hu|tr|et|hr|sl)\b/;
const ENDS_WITHIN = /[.!?…\u0589\u061f\u06d4\u0964\u104b\u1362\u3002\uff01\uff0e\uff1f\uff61]./u;
const ENDS_CLEARLY = /[\s。！？．｡」』）…]$/u;
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'sentence' });
const LONGEST = 2000;
/** A quotation longer than this is told apart sentence by sentence all the same. */
const LONGEST_QUOTE = 320;
const OPENING = /(?:^|[\s(])["“„«「]/gu;
const CLOSING = /["”“»」](?=[\s.,;:!?)…]|$)/gu;

/** The sentences of a paragraph, in order and without the space between them; a meant line break ends one too. */
export function splitSentences(text: string, language: string | null): string[] {
  const isOrdinal = DOTTED_ORDINALS.test(language ?? '');
  return text.split('\n').flatMap((line) => {
    if (!ENDS_WITHIN.test(line)) return line.trim() || [];
    const sentences: string[] = [];
    let isOpen = false;
    for (const { segment } of SEGMENTER.segment(line)) {
      const last = sentences.at(-1);
      if (isOpen && last !== undefined && last.length < LONGEST) sentences[sentences.length - 1] = last + segment;
      else sentences.push(segment);
      // The standard ends a sentence after "Dr. " before a capital, and after the question mark of an address; a reader does not.
      const end = segment.slice(-24);
      isOpen = !ENDS_CLEARLY.test(end) || ABBREVIATION.test(end) || (isOrdinal && ORDINAL.test(end)) || isQuoting(sentences.at(-1) ?? '');
    }
    return sentences.map((sentence) => sentence.trim()).filter(Boolean);
  });
}

/** Whether somebody is still speaking: half of a quotation says something else. */
function isQuoting(sentence: string): boolean {
  if (sentence.length > LONGEST_QUOTE) return false;
  return (sentence.match(OPENING)?.length ?? 0) > (sentence.trimEnd().match(CLOSING)?.length ?? 0);
}
