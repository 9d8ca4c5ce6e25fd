import { Notice } from '../../components/ui/notice.tsx';
import type { GrantRequestViewFragment } from '../../gql/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import { AllowForm } from './allow-form.tsx';
import type { Decision } from './decision.ts';
import { DenyButton } from './deny-button.tsx';
import classes from './grant.module.css';
import { texts } from './texts.ts';
import { WhoAsks } from './who-asks.tsx';

interface Props {
  request: GrantRequestViewFragment;
  onDecided: (decision: Decision) => void;
  onRefused: (error: unknown) => void;
}

/** One card: the requesting program, its request, and the two decisions. */
export function DecideForm({ request, onDecided, onRefused }: Props) {
  const isOwn = request.kind === 'INTEGRATION';
  const owned = useViewer().workspaces.filter(({ viewerCan, archivedAt }) => (isOwn || viewerCan.manageConnections) && !archivedAt);
  const open = owned.filter(({ account }) => account.state === 'APPROVED');
  const deny = <DenyButton requestId={request.id} onDecided={onDecided} onRefused={onRefused} />;
  return (
    <section className={classes.card} aria-labelledby="who-asks">
      <WhoAsks request={request} />
      {open.length > 0 ? (
        <AllowForm request={request} workspaces={open} deny={deny} onDecided={onDecided} onRefused={onRefused} />
      ) : (
        <div className={classes.part}>
          <Notice tone="wait" title={owned[0] ? texts.notApproved({ name: owned[0].name }) : texts.notOwner}>
            <p>{owned[0] ? texts.notApprovedHow : texts.notOwnerHow}</p>
          </Notice>
          <div className={classes.answers}>{deny}</div>
        </div>
      )}
    </section>
  );
}
