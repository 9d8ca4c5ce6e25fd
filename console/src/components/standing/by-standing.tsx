import type { ByStandingFragment } from '../../gql/graphql.ts';
import { texts as separators } from '../../lib/texts.ts';
import { texts as shared } from '../texts.ts';
import { Moment } from '../ui/moment.tsx';
import { texts } from './texts.ts';

/**
 * Says that the post was not reviewed, who signed the standing approval, and until when it is valid; nothing where
 * people decided.
 */
export function ByStanding({ approval }: { approval: ByStandingFragment | null | undefined }) {
  if (!approval?.standingApproval) return null;
  const { signedBy, endsAt } = approval.standingApproval;
  return (
    <span>
      {shared.byStanding({ name: signedBy })}
      {endsAt && (
        <>
          {separators.comma}
          {texts.until} <Moment at={endsAt} as="when" />
        </>
      )}
    </span>
  );
}
