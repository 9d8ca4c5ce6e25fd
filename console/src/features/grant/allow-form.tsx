import { Select, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ScopeSwitches } from '../../components/grants/scope-switches.tsx';
import { UNATTENDED } from '../../components/grants/scope-words.ts';
import { workspaceName } from '../../components/workspace-name.ts';
import { ApproveGrantRequestDocument, type GrantRequestViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace, type Workspace } from '../../lib/viewer.ts';
import { ConfirmAndAllow } from './confirm-and-allow.tsx';
import type { Decision } from './decision.ts';
import classes from './grant.module.css';
import { Limits } from './limits.tsx';
import { texts } from './texts.ts';
import { endOfAccess, isAhead, type Until, UntilField } from './until-field.tsx';

interface Props {
  request: GrantRequestViewFragment;
  /** Those that the person may let agents into. */
  workspaces: readonly Workspace[];
  deny: ReactNode;
  onDecided: (decision: Decision) => void;
  onRefused: (error: unknown) => void;
}

/** The agent's permissions: what it requested, or less. */
export function AllowForm({ request, workspaces, deny, onDecided, onRefused }: Props) {
  const { form, workspace, allow } = useAllowForm({ request, workspaces, onDecided, onRefused });
  const { scopes } = form.values;
  const isOwn = request.kind === 'INTEGRATION';
  return (
    <>
      <div className={classes.part}>
        {workspaces.length > 1 ? (
          <Select
            label={texts.workspace}
            description={isOwn ? null : texts.workspaceHint}
            data={workspaces.map((each) => ({ value: each.id, label: workspaceName(each, workspaces) }))}
            allowDeselect={false}
            {...form.getInputProps('workspaceId')}
          />
        ) : (
          <div>
            <p className={classes.label}>{texts.workspace}</p>
            <p>
              <strong>{workspace.name}</strong> <span className={classes.dim}>{isOwn ? null : texts.workspaceHint}</span>
            </p>
          </div>
        )}
      </div>
      {!isOwn && (
        <div className={classes.part}>
          <ScopeSwitches
            label={texts.may}
            hint={texts.mayHint}
            unattended={texts.unattended}
            offered={request.requestedScopes}
            kept={scopes}
            onChange={(kept) => form.setFieldValue('scopes', kept)}
          />
          {scopes.length === 0 && (
            <p className={classes.fault} role="alert">
              {texts.oneIsNeeded}
            </p>
          )}
          <p className={classes.dim}>{texts.never}</p>
        </div>
      )}
      <div className={classes.part}>
        <UntilField
          value={form.values.until}
          timeZone={workspace.timeZone}
          error={form.errors.until}
          onChange={(until) => form.setFieldValue('until', until)}
        />
        {!isOwn && (
          <>
            <Limits jobsPerDay={form.getInputProps('jobsPerDay')} creditsPerMonth={form.getInputProps('creditsPerMonth')} />
            <Switch
              label={texts.sandboxOnly}
              description={texts.sandboxOnlyHint}
              {...form.getInputProps('isSandboxOnly', { type: 'checkbox' })}
            />
          </>
        )}
      </div>
      <ConfirmAndAllow
        canAllow={scopes.length > 0}
        error={allow.error}
        check={() => !form.validate().hasErrors}
        onAllow={async (password) => {
          await allow.mutateAsync(password).catch(() => undefined);
        }}
        deny={deny}
      />
    </>
  );
}

function useAllowForm({ request, workspaces, onDecided, onRefused }: Omit<Props, 'deny'>) {
  const open = useWorkspace();
  const workspaceOf = (chosen: string): Workspace => workspaces.find(({ id }) => id === chosen) ?? open;
  const form = useForm({
    initialValues: {
      workspaceId: (workspaces.find(({ id }) => id === open.id) ?? workspaces[0])?.id ?? '',
      scopes: request.requestedScopes.filter((scope) => scope !== UNATTENDED),
      isSandboxOnly: false,
      jobsPerDay: '' as number | string,
      creditsPerMonth: '' as number | string,
      until: { days: 90, date: '' } as Until,
    },
    validate: {
      until: (until, { workspaceId }) => (isAhead(endOfAccess(until, workspaceOf(workspaceId).timeZone)) ? null : texts.dateFault),
    },
  });
  const workspace = workspaceOf(form.values.workspaceId);
  const allow = useMutation({
    mutationFn: async (password: string | null) => {
      const { until, jobsPerDay, creditsPerMonth, ...rest } = form.values;
      const input = {
        ...rest,
        requestId: request.id,
        jobsPerDay: typeof jobsPerDay === 'number' ? jobsPerDay : null,
        creditsPerMonth: typeof creditsPerMonth === 'number' ? creditsPerMonth : null,
        expiresAt: endOfAccess(until, workspace.timeZone),
        password,
      };
      return (await runDocument(ApproveGrantRequestDocument, { input })).approveGrantRequest;
    },
    onSuccess: onDecided,
    onError: onRefused,
    // Neither the password nor the redirect must stay cached.
    gcTime: 0,
  });
  return { form, workspace, allow };
}
