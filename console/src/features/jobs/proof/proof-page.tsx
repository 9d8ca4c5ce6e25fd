import { Button, Skeleton } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { BackLink } from '../../../components/ui/back-link.tsx';
import { Empty } from '../../../components/ui/empty.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { Page } from '../../../components/ui/page.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { useFollowWorkspace } from '../../../lib/viewer.ts';
import { type JobView, jobQuery, signedPostQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { proofFileQuery } from './proof-file.ts';
import { ProofSheet } from './proof-sheet.tsx';

/** What was signed, by whom, and the outcome, for reading and printing; next to it the file that anyone can verify. */
export function ProofPage({ jobId }: { jobId: string }) {
  const query = useQuery(jobQuery(jobId));
  const job = query.data;
  const post = useQuery(signedPostQuery(jobId));
  useFollowWorkspace(job?.workspaceId);
  return (
    <Page
      key={job === undefined ? 'loading' : 'loaded'}
      title={job ? texts.proofPage.title({ post: job.draft.title }) : job === null ? texts.notFound : texts.proof}
      back={<BackLink to="/jobs/$jobId" params={{ jobId }} label={texts.proofPage.back} />}
      actions={job && <ProofActions job={job} />}
    >
      <Loaded query={query} skeleton={<SheetSkeleton />}>
        {(found) =>
          found ? (
            // The post comes first, so nothing is shown before it is loaded.
            <Loaded query={post} skeleton={<SheetSkeleton />}>
              {(payloads) => <ProofSheet job={found} payloads={payloads} />}
            </Loaded>
          ) : (
            <Empty title={texts.notFound}>
              <p>{texts.notFoundHow}</p>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

function SheetSkeleton() {
  return <Skeleton height={520} radius={10} />;
}

/** The file whose fingerprint the page shows. */
function ProofActions({ job }: { job: JobView }) {
  const { data: file } = useQuery(proofFileQuery(job));
  return (
    <>
      <Button
        variant="default"
        disabled={!file}
        onClick={() => file && saveFile(`evidence-${job.id}.json`, file.text, 'application/json')}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {texts.proofPage.file}
      </Button>
      <Button disabled={!file} onClick={() => window.print()} leftSection={<IconPrinter size={16} aria-hidden />}>
        {texts.proofPage.print}
      </Button>
    </>
  );
}
