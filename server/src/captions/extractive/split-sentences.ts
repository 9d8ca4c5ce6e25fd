const ABBREVIATION =
  /(?:^|[\s(["'“])(?:\p{L}|(?:\p{L}\.)+\p{L}|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|ca|approx|Fig|No|Nr|Vol|Jr|Sr|Inc|Ltd|Co|Corp|bzw|usw|resp|evtl|Abs|Art|bd|Mio|Mrd|Sra|Sr|M|Mme|art|cf)\.\s*$/u;
const LONGEST = 2000;

/** The sentences of a paragraph, in order and without the space between them; a meant line break ends one too. */
export function splitSentences(text: string, language: string | null): string[] {
  const segmenter = new Intl.Segmenter(language ?? 'und', { granularity: 'sentence' });
  return text.split('\n').flatMap((line) => {
    const sentences: string[] = [];
    let isOpen = false;
    for (const { segment } of segmenter.segment(line)) {
      const last = sentences.at(-1);
      if (isOpen && last !== undefined && last.length < LONGEST) sentences[sentences.length - 1] = last + segment;
      else sentences.push(segment);
      // The standard ends a sentence after "Dr. " before a capital; a reader does not.
      isOpen = ABBREVIATION.test(segment.slice(-24));
    }
    return sentences.map((sentence) => sentence.trim()).filter(Boolean);
  });
}
