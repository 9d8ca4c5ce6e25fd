import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { identityWaysQuery } from '../../../components/identity/identity-ways.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import { canUsePasskeys } from '../../../lib/http/passkey.ts';
import classes from '../deciding/decision-bar.module.css';
import { signingTexts } from './signing-texts.ts';
import type { Signing } from './use-signing.ts';

/** Above the buttons, where approving needs a passkey: what will be requested, or what is missing. */
export function SigningNote({ signing }: { signing: Signing }) {
  const ways = useQuery(identityWaysQuery);
  if (!canUsePasskeys()) return <Notice tone="wait" title={signingTexts.notHere} />;
  if (ways.data?.passkeys.length === 0) {
    return (
      <Notice tone="wait" title={signingTexts.none}>
        <Link to="/settings/security">{signingTexts.add}</Link>
      </Notice>
    );
  }
  return (
    <div aria-live="polite">
      {signing.error ? (
        <Problem error={signing.error} title={signingTexts.notSigned} />
      ) : (
        <p className={classes.note}>{signing.isAsking ? signingTexts.waiting : signingTexts.how}</p>
      )}
    </div>
  );
}
