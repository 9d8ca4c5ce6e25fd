import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Problem } from '../../components/ui/problem.tsx';
import rows from '../../components/ui/rows.module.css';
import { DecideFirstCommentDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './job.module.css';
import type { JobView } from './queries.ts';
import { texts } from './texts.ts';

/** What became of the first comment under a post, and the decision where only a person can make it. */
export function FirstCommentLine({ publication: { id, firstComment, viewerCan } }: { publication: JobView['publications'][number] }) {
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: (isPublished: boolean) => runDocument(DecideFirstCommentDocument, { input: { publicationId: id, isPublished } }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  if (!firstComment) return null;
  const { state, url, message } = firstComment;
  const isOpen = viewerCan.decideFirstComment && (state === 'UNKNOWN' || state === 'FAILED');
  return (
    <div className={classes.readBack}>
      <span className={rows.line}>
        <span>{texts.firstComment.states[state]}</span>
        {message && <span dir="auto">{message}</span>}
        {url && state === 'PUBLISHED' && (
          <a href={url} target="_blank" rel="noreferrer">
            {texts.firstComment.open}
          </a>
        )}
      </span>
      {isOpen && (
        <Group gap="xs">
          {state === 'UNKNOWN' && (
            <Button size="compact-xs" loading={decide.isPending} onClick={() => decide.mutate(true)}>
              {texts.there}
            </Button>
          )}
          <Button size="compact-xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate(false)}>
            {state === 'UNKNOWN' ? texts.firstComment.notThere : texts.firstComment.again}
          </Button>
        </Group>
      )}
      {decide.error && <Problem error={decide.error} title={texts.firstComment.problem} />}
    </div>
  );
}
