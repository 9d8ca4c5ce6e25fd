import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { showToast } from '../../components/ui/toasts.tsx';
import {
  ChangeApprovalPolicyDocument,
  type ChangeApprovalPolicyInput,
  ChangeSafetyPolicyDocument,
  type ChangeSafetyPolicyInput,
  ChangeWorkspaceDocument,
  type ChangeWorkspaceInput,
} from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import type { Following } from '../../lib/use-followed-form.ts';
import { type Settings, settingsQuery } from './queries.ts';
import { texts } from './texts.ts';

type Seen = Pick<Settings, 'id' | 'settingsRevision'>;

/** Saves settings based on the seen revision; the server refuses it if there is a newer one. */
export function useSaveSettings<Values>(seen: Seen, following?: Following<Settings, Values>) {
  const saved = useSaved();
  return useMutation({
    mutationFn: (changes: Omit<ChangeWorkspaceInput, 'workspaceId' | 'revision'>) =>
      runDocument(ChangeWorkspaceDocument, { input: { ...changes, workspaceId: seen.id, revision: seen.settingsRevision } }),
    onMutate: () => following?.read(),
    onSuccess: ({ changeWorkspace }, _changes, sent) => {
      if (sent !== undefined) following?.onSaved(changeWorkspace, sent);
      return saved(changeWorkspace);
    },
  });
}

/** As above for the approval policy, which needs a recent sign-in. */
export function useSavePolicy<Values>(seen: Seen, following: Following<Settings, Values>) {
  const freshly = useFreshly();
  const saved = useSaved();
  return useMutation({
    mutationFn: (policy: Omit<ChangeApprovalPolicyInput, 'workspaceId' | 'revision'>) =>
      freshly(() =>
        runDocument(ChangeApprovalPolicyDocument, { input: { ...policy, workspaceId: seen.id, revision: seen.settingsRevision } }),
      ),
    onMutate: following.read,
    onSuccess: async (answer, _policy, sent) => {
      if (!answer) return;
      following.onSaved(answer.changeApprovalPolicy, sent);
      await saved(answer.changeApprovalPolicy);
    },
  });
}

/** As above for the safety checks, including blocked terms and hosts. */
export function useSaveSafety<Values>(seen: Seen, following: Following<Settings, Values>) {
  const freshly = useFreshly();
  const saved = useSaved();
  return useMutation({
    mutationFn: (policy: Omit<ChangeSafetyPolicyInput, 'workspaceId' | 'revision'>) =>
      freshly(() =>
        runDocument(ChangeSafetyPolicyDocument, { input: { ...policy, workspaceId: seen.id, revision: seen.settingsRevision } }),
      ),
    onMutate: following.read,
    onSuccess: async (answer, _policy, sent) => {
      if (!answer) return;
      following.onSaved(answer.changeSafetyPolicy, sent);
      await saved(answer.changeSafetyPolicy);
    },
  });
}

function useSaved() {
  const queryClient = useQueryClient();
  return async (settings: Settings): Promise<void> => {
    showToast(texts.saved);
    queryClient.setQueryData(settingsQuery(settings.id).queryKey, settings);
    await queryClient.invalidateQueries();
  };
}
