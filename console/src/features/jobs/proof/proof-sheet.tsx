import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlatformMark } from '../../../components/posts/platform-mark.tsx';
import { PostCards } from '../../../components/posts/post-cards.tsx';
import { Command } from '../../../components/ui/command.tsx';
import { Facts } from '../../../components/ui/facts.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import rows from '../../../components/ui/rows.module.css';
import { publicationStates } from '../../../components/ui/states.ts';
import { Status } from '../../../components/ui/status.tsx';
import { useTimeZone } from '../../../components/ui/time-zone.ts';
import type { PayloadViewFragment } from '../../../gql/graphql.ts';
import { texts as separators } from '../../../lib/texts.ts';
import { formatExact } from '../../../lib/time/format-time.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { type Decision, decidedWords } from '../decided-words.ts';
import { JobTimeline } from '../job-timeline.tsx';
import type { JobView } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './proof.module.css';
import { type ProofFile, proofFileQuery } from './proof-file.ts';

/** One sheet, in the order of a reader's questions: what, who, where, the outcome, and how to verify it. */
export function ProofSheet({ job, payloads }: { job: JobView; payloads: readonly PayloadViewFragment[] }) {
  const file = useQuery(proofFileQuery(job));
  const { name } = useWorkspace();
  return (
    <article className={classes.sheet}>
      <p className={classes.what}>{texts.proofPage.what({ workspace: name })}</p>
      <PostCards payloads={payloads} label={texts.signed} />
      <p className={classes.print}>
        {texts.hash} <code>{job.contentHash}</code>
      </p>
      <Panel title={texts.proofPage.decided} isFlush>
        <Decisions job={job} />
      </Panel>
      <Panel title={texts.publications} isFlush>
        <ul className={rows.rows}>
          {job.publications.map((publication) => (
            <Outcome key={publication.id} publication={publication} />
          ))}
        </ul>
      </Panel>
      <Panel title={texts.timeline}>
        <JobTimeline job={job} />
      </Panel>
      <Panel title={texts.proofPage.check}>
        <Loaded query={file} skeleton={<Skeleton height={120} radius={8} />}>
          {(found) => <HowToCheck jobId={job.id} file={found} />}
        </Loaded>
      </Panel>
    </article>
  );
}

function Decisions({ job: { mode, approval } }: { job: JobView }) {
  const decisions = approval?.decisions ?? [];
  if (decisions.length === 0) {
    return <p className={classes.undecided}>{mode === 'AUTO' ? texts.proofPage.byItself : texts.proofPage.undecided}</p>;
  }
  return (
    <ul className={rows.rows}>
      {decisions.map((decision) => (
        <li key={decision.id} className={rows.row}>
          <div className={rows.main}>
            <span className={rows.title} dir="auto">
              {decidedWords(decision)}
            </span>
            <span className={rows.line}>
              <span>{texts.proofPage.how[howOf(decision)]}</span>
              {!decision.counts && <span>{texts.proofPage.opinion}</span>}
              <Exact at={decision.createdAt} />
            </span>
            {decision.comment && (
              <span className={rows.line} dir="auto">
                {separators.quoted({ text: decision.comment })}
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function howOf({ isSigned, isClient, isStanding }: Decision): keyof typeof texts.proofPage.how {
  if (isStanding) return isSigned ? 'standingSigned' : 'standing';
  if (isClient) return 'client';
  return isSigned ? 'passkey' : 'session';
}

/** With the full address, as links are lost on paper. */
function Outcome({ publication }: { publication: JobView['publications'][number] }) {
  const { platform, connection, state, providerUrl, providerId, publishedAt, failureMessage } = publication;
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <span className={rows.title}>
          <PlatformMark id={platform.id} label={platform.label} />
        </span>
        <span className={rows.line}>
          <span>{connection?.handle ?? texts.noAccount}</span>
          {publishedAt && <Exact at={publishedAt} />}
          {failureMessage && <span dir="auto">{failureMessage}</span>}
        </span>
        {providerUrl && (
          <a className={classes.address} href={providerUrl} target="_blank" rel="noreferrer" dir="ltr">
            {providerUrl}
          </a>
        )}
        {!providerUrl && providerId && <code className={classes.address}>{providerId}</code>}
      </div>
      <div className={rows.side}>
        <Status state={publicationStates[state]} />
      </div>
    </li>
  );
}

function HowToCheck({ jobId, file: { sha256, keyId, exportedAt } }: { jobId: string; file: ProofFile }) {
  const keys = `${window.location.origin}/.well-known/countersign-evidence-keys.json`;
  return (
    <div className={classes.check}>
      <p>{texts.proofPage.checkHow}</p>
      <Command
        text={`npm run -s cs -- evidence verify --file evidence-${jobId}.json --keys countersign-evidence-keys.json`}
        label={texts.proofPage.check}
      />
      <Facts
        of={[
          [
            texts.proofPage.keys,
            <a key="keys" href={keys} className={classes.address} dir="ltr">
              {keys}
            </a>,
          ],
          [texts.proofPage.key, <code key="key">{keyId}</code>],
          [texts.proofPage.fileHash, sha256 && <code key="hash">{sha256}</code>],
          [texts.proofPage.made, <Exact key="made" at={exportedAt} />],
        ]}
      />
    </div>
  );
}

/** Sheets are read much later: no relative times. */
function Exact({ at }: { at: string }) {
  const timeZone = useTimeZone();
  return <time dateTime={at}>{formatExact(new Date(at), timeZone)}</time>;
}
