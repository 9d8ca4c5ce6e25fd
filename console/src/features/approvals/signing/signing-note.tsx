import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../../components/notice.tsx';
import { Problem } from '../../../components/problem.tsx';
import { IdentityWaysDocument } from '../../../gql/graphql.ts';
import { canUsePasskeys } from '../../../lib/passkey.ts';
import { runDocument } from '../../../lib/run-document.ts';
import classes from '../decision-bar.module.css';
import { signingTexts } from './signing-texts.ts';
import type { Signing } from './use-signing.ts';

/** Above the buttons, where approving takes a passkey: what will be asked, or what is missing. */
export function SigningNote({ signing }: { signing: Signing }) {
  const ways = useQuery({ queryKey: ['identity-ways'], queryFn: ({ signal }) => runDocument(IdentityWaysDocument, {}, signal) });
  if (!canUsePasskeys()) return <Notice tone="wait" title={signingTexts.notHere} />;
  if (ways.data?.security?.passkeys.length === 0) {
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
