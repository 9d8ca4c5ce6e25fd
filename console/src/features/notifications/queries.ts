import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../components/ui/toasts.tsx';
import {
  ChangeNoticeSettingsDocument,
  type ChangeNoticeSettingsInput,
  NoticeSettingsDocument,
  type NoticeSettingsViewFragment,
} from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { texts } from './texts.ts';

export type NoticeSettings = NoticeSettingsViewFragment;

export const noticeSettingsQuery = queryOptions({
  queryKey: ['notice-settings'],
  queryFn: async ({ signal }): Promise<NoticeSettings | null> => (await runDocument(NoticeSettingsDocument, {}, signal)).noticeSettings,
  refetchOnWindowFocus: false,
});

/** Saves changes at once. */
export function useSaveNoticeSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: ChangeNoticeSettingsInput) => runDocument(ChangeNoticeSettingsDocument, { input }),
    onSuccess: ({ changeNoticeSettings }) => {
      showToast(texts.saved);
      queryClient.setQueryData(noticeSettingsQuery.queryKey, changeNoticeSettings);
    },
  });
}
