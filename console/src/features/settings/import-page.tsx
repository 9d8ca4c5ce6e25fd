import { Button, FileInput, MultiSelect, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { texts as shared } from '../../components/texts.ts';
import { Moment } from '../../components/ui/moment.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { faultSentence, Problem } from '../../components/ui/problem.tsx';
import rows from '../../components/ui/rows.module.css';
import type { StateWord, Tone } from '../../components/ui/states.ts';
import { Status } from '../../components/ui/status.tsx';
import { ImportConnectionsDocument, ImportPostsDocument, type ImportPostsMutation, SettingsPlatformsDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { number } from '../../lib/language.ts';
import { texts as separators } from '../../lib/texts.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { settingsQuery } from './queries.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';
import { useSaveSettings } from './use-save.ts';

const words = texts.import;
const RESULTS: Record<string, string> = words.results;
const TOOLS: Record<string, string> = { postiz: 'Postiz', buffer: 'Buffer', mixpost: 'Mixpost' };
/** Within the server's request limit. */
const MOST_BYTES = 200_000;

type Imported = ImportPostsMutation['importPosts'];

/** Drafts, posting slots and accounts of another tool, tried first. */
export function ImportPage() {
  const { file, choose, isTooLarge, platforms, aim, tried, done, make, error, isBusy } = useImport();
  const { viewerCan } = useWorkspace();
  const shown = done ?? tried;
  // Then the field is what to do first, and nothing can be said of the rows yet.
  const isAimless = tried?.needsPlatforms && platforms.length === 0 && tried.drafts === 0;
  return (
    <Page title={words.title}>
      <SettingsNav />
      <div className={classes.page}>
        <Panel title={words.from}>
          <Stack gap="md">
            <p className={classes.note}>{words.how}</p>
            <ul className={classes.steps}>
              {words.files.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            {viewerCan.createDraft ? (
              <FileInput
                label={words.file}
                placeholder={shared.chooseFile}
                accept=".json,.csv,application/json,text/csv"
                value={file}
                onChange={choose}
                error={isTooLarge && words.tooLarge}
                disabled={isBusy}
                maw={480}
              />
            ) : (
              <p>{words.writersOnly}</p>
            )}
            {shown?.needsPlatforms && <Aim value={platforms} onChange={aim} isDisabled={isBusy} />}
            <div aria-live="polite">
              {error ? <Problem error={error} title={words.failed} {...(!tried && { onRetry: () => choose(file) })} /> : null}
              {done && <Notice tone="good" title={words.done({ count: done.drafts })} />}
              {shown?.rows.some(({ result }) => result === 'made' || result === 'known') && (
                <Notice tone="wait" title={words.stopThere({ tool: TOOLS[shown.tool] ?? shown.tool })} />
              )}
              {tried && !done && tried.drafts === 0 && !isAimless && <Notice tone="wait" title={words.nothing} />}
            </div>
            {tried && !done && tried.drafts > 0 && (
              <div>
                <Button onClick={make} loading={isBusy}>
                  {words.make({ count: tried.drafts })}
                </Button>
              </div>
            )}
          </Stack>
        </Panel>
        {shown && shown.rows.length > 0 && !isAimless && <Rows imported={shown} isDone={done !== undefined} />}
        {shown && shown.slots.length > 0 && <Slots slots={shown.slots} />}
        {shown && shown.accounts.length > 0 && <Accounts accounts={shown.accounts} />}
      </div>
    </Page>
  );
}

function useImport() {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [content, setContent] = useState<string | null>(null);
  const [platforms, setPlatforms] = useState<string[]>([]);
  const ask = async (about: { file: string; platforms: string[] }, isDryRun: boolean): Promise<Imported> =>
    (await runDocument(ImportPostsDocument, { input: { workspaceId, isDryRun, ...about } })).importPosts;
  const tryOut = useMutation({ mutationFn: (about: { file: string; platforms: string[] }) => ask(about, true) });
  const made = useMutation({
    mutationFn: (about: { file: string; platforms: string[] }) => ask(about, false),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const choose = async (chosen: File | null): Promise<void> => {
    setFile(chosen);
    tryOut.reset();
    made.reset();
    const read = chosen && chosen.size <= MOST_BYTES ? await chosen.text() : null;
    setContent(read);
    if (read !== null) tryOut.mutate({ file: read, platforms });
  };
  const aim = (chosen: string[]): void => {
    setPlatforms(chosen);
    made.reset();
    if (content !== null) tryOut.mutate({ file: content, platforms: chosen });
  };
  return {
    ...{ file, choose, platforms, aim },
    isTooLarge: file !== null && file.size > MOST_BYTES,
    tried: tryOut.data,
    done: made.data,
    make: () => content !== null && made.mutate({ file: content, platforms }),
    error: made.error ?? tryOut.error,
    isBusy: tryOut.isPending || made.isPending,
  };
}

/** For files that name no network. */
function Aim({ value, onChange, isDisabled }: { value: string[]; onChange: (platforms: string[]) => void; isDisabled: boolean }) {
  const { data } = useQuery({
    queryKey: ['settings-platforms'],
    queryFn: ({ signal }) => runDocument(SettingsPlatformsDocument, {}, signal),
  });
  return (
    <MultiSelect
      label={words.where}
      description={words.whereHint}
      data={(data?.platforms ?? []).map(({ id, label }) => ({ value: id, label }))}
      searchable
      maw={480}
      disabled={isDisabled}
      value={value}
      onChange={onChange}
    />
  );
}

const TONES: Record<string, Tone> = { made: 'good', known: 'quiet', left_out: 'quiet', fault: 'bad' };

/** A fault of a field begins with the field's name for programs. */
function readable(remark: string): string {
  const [, field, fault] = /^([a-z]+_[a-z_]+) (.+)$/su.exec(remark) ?? [];
  return field && fault ? faultSentence(field, fault) : remark;
}

/** What is said of every row that becomes a draft; empty for a single one. */
function commonRemarks({ rows: all }: Imported): string[] {
  const [first, ...others] = all.filter(({ result }) => result === 'made');
  return others.length === 0 ? [] : (first?.remarks ?? []).filter((remark) => others.every(({ remarks }) => remarks.includes(remark)));
}

const stateOf = (result: string, isDone: boolean): StateWord => ({
  tone: TONES[result] ?? 'quiet',
  word: isDone && result === 'made' ? words.isMade : (RESULTS[result] ?? result),
});

/** What becomes of each row, or became. */
function Rows({ imported, isDone }: { imported: Imported; isDone: boolean }) {
  const common = commonRemarks(imported);
  const byResult = Map.groupBy(imported.rows, ({ result }) => result);
  const counts = Object.keys(RESULTS).flatMap((result) => {
    const { tone, word } = stateOf(result, isDone);
    const count = byResult.get(result)?.length ?? 0;
    return count > 0 ? [{ tone, word: `${word}: ${number(count)}` }] : [];
  });
  return (
    <Panel
      title={words.rows}
      side={
        <div className={rows.side}>
          {counts.map((state) => (
            <Status key={state.word} state={state} />
          ))}
        </div>
      }
      isFlush
    >
      {common.map((remark) => (
        <p key={remark} className={classes.common} dir="auto">
          {remark}
        </p>
      ))}
      <ul className={rows.rows}>
        {imported.rows.map(({ row, result, title, platforms, scheduledAt, pictures, videos, remarks, draftId }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a post of Mixpost is a row for each account, under one number.
          <li key={index} className={rows.row}>
            <div className={rows.main}>
              <span className={rows.title} dir="auto">
                {title || words.noText}
              </span>
              <span className={rows.line}>
                <span>{`${words.row} ${number(row)}`}</span>
                {platforms.map(({ id, label }) => (
                  <PlatformMark key={id} id={id} label={label} />
                ))}
                {scheduledAt && <Moment at={scheduledAt} as="when" />}
                {pictures > 0 && <span>{words.pictures({ count: pictures })}</span>}
                {videos > 0 && <span>{words.videos({ count: videos })}</span>}
              </span>
              {remarks
                .filter((remark) => !common.includes(remark))
                .map((remark) => (
                  <span key={remark} className={rows.line} dir="auto">
                    {readable(remark)}
                  </span>
                ))}
            </div>
            <div className={rows.side}>
              {draftId && (
                <Link to="/drafts/$draftId" params={{ draftId }}>
                  {words.open}
                </Link>
              )}
              <Status state={stateOf(result, isDone)} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Times at which the other tool posts; an owner adds them to those of the workspace. */
function Slots({ slots }: Pick<Imported, 'slots'>) {
  const { data: settings } = useQuery(settingsQuery(useWorkspace().id));
  const save = useSaveSettings(settings ?? { id: '', settingsRevision: 0 });
  return (
    <Panel title={words.slots}>
      <Stack gap="sm">
        <ul>
          {slots.map(({ weekdays, at }) => (
            <li key={at}>{`${at} · ${weekdays.map((day) => texts.weekdays[day - 1]).join(separators.comma)}`}</li>
          ))}
        </ul>
        {save.error && <Problem error={save.error} title={words.slots} />}
        {settings?.viewerCan.manageSettings ? (
          <div>
            <Button
              variant="default"
              loading={save.isPending}
              disabled={save.isSuccess}
              onClick={() => save.mutate({ postingSlots: [...settings.postingSlots, ...slots] })}
            >
              {save.isSuccess ? words.slotsAdded : words.addSlots}
            </Button>
          </div>
        ) : (
          <p className={classes.note}>{words.slotsOwner}</p>
        )}
      </Stack>
    </Panel>
  );
}

/** A list of what to connect: no password or key is in it. */
function Accounts({ accounts }: Pick<Imported, 'accounts'>) {
  const { id: workspaceId, viewerCan } = useWorkspace();
  const { data } = useQuery({
    queryKey: ['import-connections', workspaceId],
    queryFn: ({ signal }) => runDocument(ImportConnectionsDocument, { workspaceId }, signal),
  });
  const connected = new Set(data?.workspace?.connections.map(({ platform }) => platform.id));
  return (
    <Panel title={words.accounts} isFlush>
      <ul className={rows.rows}>
        {accounts.map(({ network, name, platform }) => (
          <li key={`${network} ${name}`} className={rows.row}>
            <div className={rows.main}>
              <span className={rows.title} dir="auto">
                {name}
              </span>
              <span className={rows.line}>
                {platform ? <PlatformMark id={platform.id} label={platform.label} /> : <span>{`${network}: ${words.notHere}`}</span>}
              </span>
            </div>
            <div className={rows.side}>
              {platform && connected.has(platform.id) && <Status state={{ tone: 'good', word: words.connected }} />}
              {platform && !connected.has(platform.id) && viewerCan.manageConnections && <Link to="/connections">{words.connect}</Link>}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
