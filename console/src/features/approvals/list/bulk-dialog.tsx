import { Button, Group, Stack, Textarea } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FIELD_RULES } from '../../../../../server/src/field-rules.ts';
import { askBeforeLeaving } from '../../../components/lists/run-each.ts';
import { type Soon, useBeginSoon } from '../../../components/lists/start-soon.ts';
import { Thumb } from '../../../components/posts/thumb.tsx';
import { listed, texts as shared } from '../../../components/texts.ts';
import { DialogButtons } from '../../../components/ui/dialog.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { showRefusal, showToast } from '../../../components/ui/toasts.tsx';
import { useKeptText } from '../../../components/unsaved/use-kept-text.tsx';
import { forgetFormWords } from '../../../components/unsaved/use-kept-words.ts';
import { DecideApprovalsDocument, type DecisionKind } from '../../../gql/graphql.ts';
import { ApiError, asApiError, sentence } from '../../../lib/http/api-error.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { TOO_LATE_MS } from '../deciding/decision-desk.ts';
import { SecondsUntil } from '../deciding/undo-strip.tsx';
import type { ApprovalRow } from '../queries.ts';
import { madeWords, sendingTexts } from '../sending-texts.ts';
import { signApprovals } from '../signing/sign-approvals.ts';
import { signingTexts } from '../signing/signing-texts.ts';
import { texts } from '../texts.ts';
import classes from './bulk-bar.module.css';
import { bulkTexts } from './bulk-texts.ts';

interface DialogProps {
  decision: DecisionKind;
  rows: ApprovalRow[];
  onDone: () => void;
  onClose: () => void;
  /** Whether the decisions are about to be sent: closing would leave open whether they are. */
  onBusy: (isBusy: boolean) => void;
}

/** The browser's key for the text of an unsent comment. */
const commentOf = (decision: DecisionKind): string => `bulk ${decision}`;

/** Confirms the decision, then shows each result. Loaded when it opens. */
export function BulkDialog({ decision, rows, onDone, onClose, onBusy }: DialogProps) {
  const { text: comment, setText: setComment, notice } = useKeptText(commentOf(decision));
  const [soon, setSoon] = useState<Soon | null>(null);
  const beginSoon = useBeginSoon();
  const decide = useBulkDecision(decision, rows, () => {
    setComment('');
    onDone();
  });
  const isMissing = decision === 'CHANGES_REQUESTED' && comment.trim() === '';
  const needsSignature = decision === 'APPROVED' && rows.some((row) => row.needsSignature);
  const isBusy = soon !== null || decide.isPending;
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  const send = (): void => {
    setSoon(null);
    decide.mutate(comment.trim() || null);
  };
  const sendSoon = (): void => {
    const next = beginSoon(() => {
      // A machine that slept wakes with a decision that may no longer be intended.
      if (Date.now() - next.at <= TOO_LATE_MS) return send();
      setSoon(null);
      showRefusal(sentence({ code: 'page_slept', ...sendingTexts.pageSlept }));
    });
    setSoon(next);
  };
  if (decide.data) return <Results results={decide.data} rows={rows} decision={decision} onClose={onClose} />;
  return (
    <Stack gap="sm">
      <ul className={classes.titles}>
        {rows.map(({ id, draft }) => (
          <li key={id} className={classes.post}>
            <Thumb draft={draft} />
            <span dir="auto">{draft.title}</span>
          </li>
        ))}
      </ul>
      <BulkFacts {...{ decision, rows }} />
      <Textarea
        label={decision === 'CHANGES_REQUESTED' ? bulkTexts.commentNeeded : bulkTexts.comment}
        autosize
        minRows={2}
        maxLength={FIELD_RULES.decision.comment.maxLength}
        data-autofocus
        // Its dialog opens before it is loaded.
        autoFocus
        disabled={isBusy}
        value={comment}
        onChange={({ currentTarget: { value } }) => setComment(value)}
      />
      {notice}
      <p className={classes.dim}>{needsSignature ? bulkTexts.atOnce : bulkTexts.undoable}</p>
      {needsSignature && <p className={classes.dim}>{signingTexts.bulk}</p>}
      {decide.error && <Problem error={decide.error} title={isUnsigned(decide.error) ? signingTexts.notSigned : bulkTexts.notKnown} />}
      {soon === null ? (
        <DialogButtons onCancel={onClose}>
          <Button
            loading={decide.isPending}
            disabled={isMissing}
            // A passkey can only be asked for at the click.
            onClick={needsSignature ? send : sendSoon}
          >
            {bulkTexts.ask[decision]({ count: rows.length })}
          </Button>
        </DialogButtons>
      ) : (
        <UndoButtons {...{ decision, rows, soon }} onUndo={() => setSoon(null)} />
      )}
    </Stack>
  );
}

const isStopped = ({ findings }: ApprovalRow): boolean => findings.some(({ severity, override }) => severity === 'BLOCK' && !override);

/** What a person would see of each post at the desk: the credits of all, and how many are stopped or have warnings. */
export function BulkFacts({ decision, rows }: Pick<DialogProps, 'decision' | 'rows'>) {
  const costs = [...Map.groupBy(rows, ({ cost }) => cost.unit)]
    .map(([unit, own]) => ({ unit, quantity: own.reduce((sum, { cost }) => sum + cost.quantity, 0) }))
    .filter(({ quantity }) => quantity > 0);
  const stopped = rows.filter(isStopped).length;
  const found = rows.filter((row) => row.findings.length > 0 && !isStopped(row)).length;
  return (
    <>
      {decision === 'APPROVED' && costs.length > 0 && <p>{bulkTexts.cost({ credits: listed(costs.map(shared.credits)) })}</p>}
      {stopped > 0 && (
        <p className={classes.found}>
          <ToneIcon tone="bad" /> {bulkTexts.stopped({ count: stopped })}
        </p>
      )}
      {found > 0 && (
        <p className={classes.found}>
          <ToneIcon tone="wait" /> {bulkTexts.found({ count: found })}
        </p>
      )}
    </>
  );
}

interface UndoProps extends Pick<DialogProps, 'decision' | 'rows'> {
  soon: Soon;
  onUndo: () => void;
}

/** The decisions are sent at their time, also from another page, unless they are undone before. */
function UndoButtons({ decision, rows, soon, onUndo }: UndoProps) {
  const undo = (): void => {
    soon.stop();
    onUndo();
  };
  return (
    <>
      <p role="status">{madeWords(rows.map(({ draft }) => ({ decision, title: draft.title })))}</p>
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          autoFocus
          onClick={undo}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          rightSection={<SecondsUntil at={soon.at} />}
          aria-label={sendingTexts.undo.button}
        >
          {sendingTexts.undo.button}
        </Button>
        <Button onClick={soon.go}>{sendingTexts.sendNow}</Button>
      </Group>
    </>
  );
}

/** Nothing was sent: the passkey was not there, or not used. */
function isUnsigned(error: Error): boolean {
  return error instanceof ApiError && ['passkey_not_used', 'passkey_missing', 'signature_refused', 'content_changed'].includes(error.code);
}

function useBulkDecision(decision: DecisionKind, rows: readonly ApprovalRow[], onDone: () => void) {
  const queryClient = useQueryClient();
  const workspaceId = useWorkspace().id;
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useMutation({
    mutationFn: async (comment: string | null): Promise<Result[]> => {
      const end = askBeforeLeaving();
      try {
        return await decideAll(workspaceId, rows, decision, comment);
      } finally {
        end();
      }
    },
    onSuccess: (results) => {
      onDone();
      if (isShown.current) return;
      forgetFormWords(queryClient, commentOf(decision));
      showToast(doneWords(decision, results));
    },
    onError: (error) => {
      if (!isShown.current) showRefusal(sentence(asApiError(error)));
    },
    // Not awaited: the results are known already.
    onSettled: () => {
      void queryClient.invalidateQueries();
    },
  });
}

async function decideAll(
  workspaceId: string,
  rows: readonly ApprovalRow[],
  decision: DecisionKind,
  comment: string | null,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const group of groupsOf(rows)) {
    try {
      results.push(...(await decideGroup(workspaceId, group, decision, comment)));
    } catch (error) {
      if (results.length === 0) throw error;
      // What was decided before is shown, and for each of the rest why it is not.
      const refusal = asApiError(error);
      return [...results, ...rows.slice(results.length).map(({ id }) => ({ approvalId: id, refusal }))];
    }
  }
  return results;
}

/** As many as the server takes at once. */
function groupsOf(rows: readonly ApprovalRow[]): ApprovalRow[][] {
  const { maxItems } = FIELD_RULES.decision.atOnce;
  return Array.from({ length: Math.ceil(rows.length / maxItems) }, (_, index) => rows.slice(index * maxItems, (index + 1) * maxItems));
}

/** Signs those that need it, all at once, and decides each. */
async function decideGroup(workspaceId: string, rows: ApprovalRow[], decision: DecisionKind, comment: string | null): Promise<Result[]> {
  const toSign = decision === 'APPROVED' ? rows.filter(({ needsSignature }) => needsSignature) : [];
  const hashes = toSign.map(({ id, contentHash }) => ({ approvalId: id, contentHash }));
  const signature = hashes.length > 0 ? await signApprovals(workspaceId, hashes) : null;
  const decisions = rows.map(({ id, contentHash }) => ({ approvalId: id, contentHash, decision, comment }));
  const input = { workspaceId, decisions, signature };
  return (await runDocument(DecideApprovalsDocument, { input }, { outlivesPage: true })).decideApprovals;
}

interface Result {
  approvalId: string;
  refusal: Parameters<typeof sentence>[0] | null;
}

const doneWords = (decision: DecisionKind, results: readonly Result[]): string =>
  bulkTexts.done[decision]({ done: results.filter(({ refusal }) => !refusal).length, of: results.length });

interface ResultsProps extends Pick<DialogProps, 'rows' | 'decision' | 'onClose'> {
  results: Result[];
}

function Results({ results, rows, decision, onClose }: ResultsProps) {
  const titles = new Map(rows.map(({ id, draft }) => [id, draft.title]));
  return (
    <Stack gap="sm">
      <p role="status">{doneWords(decision, results)}</p>
      <ul className={classes.results}>
        {results.map(({ approvalId, refusal }) => (
          <li key={approvalId}>
            <ToneIcon tone={refusal ? 'bad' : 'good'} />
            <div>
              <p dir="auto">{titles.get(approvalId)}</p>
              {refusal && <p className={classes.dim}>{sentence(refusal)}</p>}
            </div>
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={onClose} autoFocus>
        {texts.close}
      </Button>
    </Stack>
  );
}
