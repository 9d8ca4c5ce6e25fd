import { useQuery } from '@tanstack/react-query';
import { IdentityProvider } from '../../components/identity/identity-provider.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { ClientLinks } from '../../components/share/client-links.tsx';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { useWorkspace } from '../../lib/viewer.ts';
import { InvitationRow } from './invitation-row.tsx';
import { InviteForm } from './invite-form.tsx';
import { LeaveButton } from './leave-button.tsx';
import { MemberRow } from './member-row.tsx';
import classes from './members.module.css';
import { type AccountPeople, membersQuery } from './queries.ts';
import { texts } from './texts.ts';

/** The members, their roles, and open invitations. */
export function MembersPage() {
  const { id: workspaceId } = useWorkspace();
  const query = useQuery(membersQuery(workspaceId));
  return (
    <Page title={texts.title}>
      <SettingsNav />
      <IdentityProvider>
        <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
          {(account) => account && <People workspaceId={workspaceId} account={account} />}
        </Loaded>
      </IdentityProvider>
    </Page>
  );
}

function People({ workspaceId, account: { id, name, members, invitations, viewerCan } }: { workspaceId: string; account: AccountPeople }) {
  return (
    <div className={classes.page}>
      {viewerCan.manageMembers && (
        <Panel title={texts.invite}>
          <InviteForm accountId={id} />
        </Panel>
      )}
      <Panel title={texts.people({ account: name })} side={<LeaveButton accountId={id} name={name} />} isFlush>
        <ul className={rows.rows}>
          {members?.map((member) => (
            <MemberRow key={member.userId} accountId={id} member={member} canManage={viewerCan.manageMembers} />
          ))}
        </ul>
        {members?.some(({ isConfirmed, isViewer }) => !isConfirmed && !isViewer) && (
          <p className={classes.foot}>
            <strong>{texts.unconfirmed}</strong> {texts.unconfirmedHow}
          </p>
        )}
      </Panel>
      {viewerCan.manageMembers ? (
        <>
          <Panel title={texts.invitations} isFlush>
            {invitations?.length ? (
              <ul className={rows.rows}>
                {invitations.map((invitation) => (
                  <InvitationRow key={invitation.id} invitation={invitation} />
                ))}
              </ul>
            ) : (
              <Empty title={texts.invitationsEmpty}>
                <p>{texts.invitationsEmptyHow}</p>
              </Empty>
            )}
          </Panel>
          <ClientLinks workspaceId={workspaceId} />
        </>
      ) : (
        <p className={classes.dim}>{texts.ownersOnly}</p>
      )}
    </div>
  );
}
