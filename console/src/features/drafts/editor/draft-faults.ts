import { FIELD_RULES } from '../../../../../server/src/field-rules.ts';
import type { PictureViewFragment } from '../../../gql/graphql.ts';
import { faultOf } from '../../../lib/check-field.ts';
import { fromZonedTime } from '../../../lib/time/zoned-time.ts';
import { texts } from '../texts.ts';

const RULES = FIELD_RULES.draft;
const words = texts.write;

/** What the server would refuse of a draft's fields, found while they are filled in. `kept` is a time that stands already. */
export function draftFaults(timeZone: string, kept: string | null = null) {
  return {
    sourceText: (text: string) => faultOf(RULES.sourceText, text, words.sourceMissing),
    link: (link: string) => faultOf(RULES.link, link.trim()),
    platforms: (platforms: string[]) => faultOf(RULES.platforms, platforms, words.platformMissing),
    // What is wrong with them is said where they stand; this only keeps the form from being sent.
    pictures: (pictures: PictureViewFragment[]) =>
      faultOf(
        RULES.pictures,
        pictures.map(({ id }) => id),
      ) ??
      pictures.map(({ altText }) => faultOf(FIELD_RULES.picture.altText, altText)).find((fault) => fault !== null) ??
      null,
    scheduledAt: (local: string) => {
      const at = fromZonedTime(local, timeZone) ?? null;
      return at && kept && at.getTime() === new Date(kept).setSeconds(0, 0) ? null : faultOf(RULES.scheduledAt, at);
    },
  };
}
