import { FIELD_RULES } from '../../../../../server/src/field-rules.ts';
import { editingTexts } from '../../../components/editing-texts.ts';
import { HALF_TYPED } from '../../../components/ui/when-field.tsx';
import type { PictureViewFragment } from '../../../gql/graphql.ts';
import { faultOf } from '../../../lib/check-field.ts';
import { fromZonedTime } from '../../../lib/time/zoned-time.ts';
import { texts } from '../texts.ts';

const RULES = FIELD_RULES.draft;
const words = texts.write;

/** What the server would refuse in a draft's fields, while they are filled in. `kept`: a time that is set already. */
export function draftFaults(timeZone: string, kept: string | null = null) {
  return {
    sourceText: (text: string) => faultOf(RULES.sourceText, text, words.sourceMissing),
    link: (link: string) => faultOf(RULES.link, link.trim()),
    platforms: (platforms: string[]) => faultOf(RULES.platforms, platforms, words.platformMissing),
    // The fields show their own errors; this only blocks submitting.
    pictures: (pictures: PictureViewFragment[]) =>
      faultOf(
        RULES.pictures,
        pictures.map(({ id }) => id),
      ) ??
      pictures.map(({ altText }) => faultOf(FIELD_RULES.picture.altText, altText)).find((fault) => fault !== null) ??
      null,
    scheduledAt: (local: string) => {
      if (local === HALF_TYPED) return editingTexts.halfTyped;
      const at = fromZonedTime(local, timeZone) ?? null;
      return at && kept && at.getTime() === new Date(kept).setSeconds(0, 0) ? null : faultOf(RULES.scheduledAt, at);
    },
  };
}
