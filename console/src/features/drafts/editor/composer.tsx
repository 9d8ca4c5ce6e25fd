import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Loaded } from '../../../components/ui/loaded.tsx';
import type { PlatformChoiceFragment } from '../../../gql/graphql.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import type { Uploads } from '../pictures/use-uploads.ts';
import { connectedOf, type DraftView, freeSlotsQuery, platformsQuery, targetsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './composer.module.css';
import { PlatformChoice } from './platform-choice.tsx';
import { PostSettings } from './post-settings.tsx';
import { Previews } from './previews.tsx';
import { References } from './references.tsx';
import type { DraftForm } from './use-draft-form.ts';
import { useWordsCheck } from './use-words-check.ts';
import { COMMON, WordsTabs } from './words-tabs.tsx';

interface Props {
  form: DraftForm;
  uploads: Uploads;
  /** Null while it is new. */
  draft: DraftView | null;
  /** In a dialog, where the column of previews sticks to its head. */
  isInDialog?: boolean;
  /** Below the fields. */
  children?: ReactNode;
}

const words = texts.composer;

interface ComposerData {
  platforms: readonly PlatformChoiceFragment[];
  accounts: readonly { id: string }[];
  /** The platforms that can publish. */
  connected: ReadonlySet<string>;
}

/** Draws a form once all that it is drawn from is loaded: what came later would move it under the pointer. */
export function WithComposerData({ children }: { children: (data: ComposerData) => ReactNode }) {
  const { id } = useWorkspace();
  const platforms = useQuery(platformsQuery);
  const targets = useQuery(targetsQuery(id));
  const slots = useQuery(freeSlotsQuery(id));
  const skeleton = <Skeleton height={420} radius={8} aria-busy="true" />;
  return (
    <Loaded query={platforms} skeleton={skeleton}>
      {(known) =>
        targets.isPending || slots.isPending
          ? skeleton
          : children({ platforms: known, accounts: targets.data?.connections ?? [], connected: connectedOf(targets.data) })
      }
    </Loaded>
  );
}

/** The text and settings of a post next to its previews; on narrow screens they alternate. */
export function Composer(props: Props) {
  return <WithComposerData>{(data) => <Fields {...data} {...props} />}</WithComposerData>;
}

function Fields({ form, uploads, draft, isInDialog = false, children, platforms, connected }: Props & ComposerData) {
  const { checks, isBehind, fault, retry, readWords } = useWordsCheck(draft, form);
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);
  const [shown, setShown] = useState<'write' | 'look'>('write');
  const [tab, setTab] = useState<string>(COMMON);
  const isOwn = tab !== COMMON && form.values.words.some(({ platform }) => platform === tab);
  const current = isOwn && form.values.platforms.includes(tab) ? tab : COMMON;
  return (
    <div ref={box} className={classes.composer} data-in-dialog={isInDialog || undefined}>
      <SegmentedControl
        className={classes.segments}
        aria-label={words.view}
        fullWidth
        value={shown}
        onChange={(value) => setShown(value as typeof shown)}
        data={[
          { value: 'write', label: words.write },
          { value: 'look', label: words.look },
        ]}
      />
      <div className={classes.columns} data-shown={shown}>
        <div className={classes.fields}>
          <PlatformChoice platforms={platforms} connected={connected} {...form.getInputProps('platforms')} />
          <WordsTabs draft={draft} form={form} checks={checks} readWords={readWords} tab={current} onTab={setTab} />
          <References
            form={form}
            checks={current === COMMON ? checks : checks.filter(({ platform }) => platform === current)}
            readWords={readWords}
          />
          <PostSettings form={form} uploads={uploads} />
          {children}
        </div>
        <Previews
          checks={current === COMMON ? checks : checks.filter(({ platform }) => platform === current)}
          isBehind={isBehind}
          fault={fault}
          onRetry={retry}
          connectionIds={form.values.connectionIds}
          isEmpty={form.values.platforms.length === 0}
        />
      </div>
    </div>
  );
}

/** For the form around it: Enter in a field of one line does not save, only the button does. */
export function keepFromSaving(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget } = event;
  // Those of dialogs that open from it have forms of their own.
  if (key === 'Enter' && target instanceof HTMLInputElement && target.form === currentTarget) event.preventDefault();
}
