import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ApprovedPosts, PostsWithoutAccountDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { texts } from './texts.ts';

interface Props {
  platformId: string;
  value: ApprovedPosts;
  onChange: (value: ApprovedPosts) => void;
}

/** Before connecting: the posts that need a new approval, and whether to request it. Nothing if there are none. */
export function ApprovedPostsChoice({ platformId, value, onChange }: Props) {
  const { id: workspaceId } = useWorkspace();
  const { data } = useQuery({
    queryKey: ['posts-without-account', workspaceId, platformId],
    queryFn: ({ signal }) => runDocument(PostsWithoutAccountDocument, { workspaceId, platform: platformId }, signal),
    ...live('APPROVAL', 'PUBLISH_JOB'),
  });
  const { approved = 0, pending = 0 } = data?.workspace?.postsWithoutAccount ?? {};
  if (approved + pending === 0) return null;
  return (
    <Stack gap="xs">
      {pending > 0 && <p>{texts.pendingPosts({ count: pending })}</p>}
      {approved > 0 && (
        <Radio.Group
          label={texts.approvedPosts({ count: approved })}
          value={value}
          onChange={(chosen) => onChange(chosen === 'KEEP' ? 'KEEP' : 'ASK_AGAIN')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="KEEP" label={texts.keepApproved} description={texts.keepApprovedWhat} />
            <Radio value="ASK_AGAIN" label={texts.askAgain} description={texts.askAgainWhat} />
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  );
}
