import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFreshly } from '../../../components/identity/use-freshly.ts';
import { cappedCount } from '../../../components/texts.ts';
import { ConfirmButton } from '../../../components/ui/confirm-button.tsx';
import { Moment } from '../../../components/ui/moment.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import rows from '../../../components/ui/rows.module.css';
import { ArchiveWorkspaceDocument, RestoreWorkspaceDocument } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { openWorkspace, useWorkspace, type Workspace } from '../../../lib/viewer.ts';
import { texts } from '../texts.ts';
import { RenameWorkspace } from './rename-workspace.tsx';

const words = texts.workspaces;

interface Known {
  settingsRevision: number;
  /** Posts that need no decision and are not published. */
  figures: { planned: number };
}

interface RowProps {
  workspace: Workspace;
  /** Null while loading: archiving waits until its consequences can be shown. */
  known: Known | null;
  canManage: boolean;
  /** Whether it is the last active one: an account keeps one. */
  isLast: boolean;
}

/** One workspace of the account, with its actions. */
export function WorkspaceRow({ workspace: { id, name, archivedAt, waitingApprovals }, known, canManage, isLast }: RowProps) {
  const open = useWorkspace();
  const freshly = useFreshly();
  const [isRenamed, setIsRenamed] = useState(false);
  const queryClient = useQueryClient();
  const change = useMutation<unknown>({
    mutationFn: () =>
      freshly(
        (): Promise<unknown> =>
          archivedAt
            ? runDocument(RestoreWorkspaceDocument, { workspaceId: id })
            : runDocument(ArchiveWorkspaceDocument, { workspaceId: id }),
      ),
    onSuccess: () => {
      setIsRenamed(false);
      return queryClient.invalidateQueries();
    },
  });
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <span className={rows.title}>{name}</span>
        <span className={rows.line}>
          {id === open.id && <span>{words.open}</span>}
          {archivedAt && (
            <span>
              {words.archived} <Moment at={archivedAt} />
            </span>
          )}
        </span>
      </div>
      <div className={rows.side}>
        {id !== open.id && (
          <Button size="xs" variant="default" onClick={() => openWorkspace(id)}>
            {words.show}
          </Button>
        )}
        {canManage && !archivedAt && known && !isRenamed && (
          <Button size="xs" variant="default" onClick={() => setIsRenamed(true)} aria-label={words.renameOne({ name })}>
            {words.rename}
          </Button>
        )}
        {canManage && !archivedAt && !isLast && known && (
          <ConfirmButton
            size="xs"
            label={words.archive}
            title={words.archiveAsk({ name })}
            what={words.archiveWhat({ waiting: waitingApprovals, shown: cappedCount(waitingApprovals), planned: known.figures.planned })}
            failed={words.failed}
            onConfirm={() => change.mutateAsync()}
          />
        )}
        {canManage && archivedAt && (
          <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate()}>
            {words.restore}
          </Button>
        )}
      </div>
      {isRenamed && known && (
        <RenameWorkspace workspace={{ id, name }} revision={known.settingsRevision} onDone={() => setIsRenamed(false)} />
      )}
      {archivedAt && change.error && <Problem error={change.error} title={words.failed} />}
    </li>
  );
}
