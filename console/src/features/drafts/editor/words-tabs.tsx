import { Button, Menu, Tabs } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PlatformMark } from '../../../components/posts/platform-mark.tsx';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { showToast } from '../../../components/ui/toasts.tsx';
import type { WordsCheckViewFragment } from '../../../gql/graphql.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { connectedOf, type DraftView, platformsQuery, targetsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { CommonWords } from './common-words.tsx';
import classes from './composer.module.css';
import { replacePost } from './thread-posts.ts';
import type { DraftForm, WordsDraft } from './use-draft-form.ts';
import type { WordsChecks } from './use-words-check.ts';
import { WordsFields } from './words-fields.tsx';

/** The tab of the words that all networks share. */
export const COMMON = 'common';

const words = texts.composer;

interface Props {
  draft: DraftView | null;
  form: DraftForm;
  checks: readonly WordsCheckViewFragment[];
  readWords: WordsChecks['readWords'];
  tab: string;
  onTab: (tab: string) => void;
}

/** One text for all chosen networks, and a tab for each that has its own. */
export function WordsTabs({ draft, form, checks, readWords, tab, onTab }: Props) {
  const known = useQuery(platformsQuery);
  const targets = useQuery(targetsQuery(useWorkspace().id));
  const panel = useRef<HTMLDivElement>(null);
  const { platforms } = form.values;
  const own = platforms.flatMap((id) => form.values.words.find(({ platform }) => platform === id) ?? []);
  const common = platforms.filter((id) => !own.some(({ platform }) => platform === id));
  const checkOf = (id: string) => checks.find(({ platform }) => platform === id);
  const labelOf = (id: string): string => known.data?.find((platform) => platform.id === id)?.label ?? id;
  const connected = connectedOf(targets.data);
  const searched = (ids: readonly string[]) =>
    known.data?.filter(({ id, searchesAccounts }) => searchesAccounts && connected.has(id) && ids.includes(id)) ?? [];
  const write = (next: WordsDraft): void =>
    form.setFieldValue('words', (before) => [...before.filter(({ platform }) => platform !== next.platform), next]);
  const replaceIn = (id: string, index: number, from: string, to: string): void =>
    form.setFieldValue('words', (before) =>
      before.map((own) => {
        if (own.platform !== id) return own;
        const [text = '', ...thread] = replacePost([own.text, ...own.thread], index, from, to);
        return { ...own, text, thread };
      }),
    );
  const opening = useRef<string | null>(null);
  const show = (next: string): void => {
    opening.current = next;
    onTab(next);
  };
  // The button that was pressed is gone.
  useEffect(() => {
    if (opening.current !== tab) return;
    opening.current = null;
    panel.current?.querySelector('textarea')?.focus();
  }, [tab]);
  const customise = async (id: string): Promise<void> => {
    write(await readWords(id));
    show(id);
  };
  const backToCommon = (removed: WordsDraft): void => {
    form.setFieldValue('words', (before) => before.filter(({ platform }) => platform !== removed.platform));
    show(COMMON);
    const undo = (): void => {
      // Not over other words that it has got since.
      form.setFieldValue('words', (now) => (now.some(({ platform }) => platform === removed.platform) ? now : [...now, removed]));
      onTab(removed.platform);
    };
    showToast(words.backDone({ network: labelOf(removed.platform) }), { label: words.undo, run: undo });
  };
  const isFaulty = (ids: readonly string[]): boolean => ids.some((id) => (checkOf(id)?.violations.length ?? 0) > 0);
  const fault = <ToneIcon tone="bad" size={14} />;
  return (
    <Tabs value={tab} onChange={(value) => onTab(value ?? COMMON)} keepMounted={false} ref={panel}>
      <div className={classes.tabsRow}>
        <Tabs.List aria-label={texts.captions} className={classes.tabs}>
          <Tabs.Tab value={COMMON} rightSection={isFaulty(common) ? fault : null}>
            {own.length === 0 ? words.common : words.others}
          </Tabs.Tab>
          {own.map(({ platform }) => (
            <Tabs.Tab key={platform} value={platform} rightSection={isFaulty([platform]) ? fault : null}>
              <PlatformMark id={platform} label={labelOf(platform)} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {common.length > 0 && <Customise platforms={common} labelOf={labelOf} onChoose={customise} />}
      </div>
      <Tabs.Panel value={COMMON} pt="md">
        <CommonWords
          form={form}
          checks={checks.filter(({ platform }) => common.includes(platform))}
          labelOf={labelOf}
          networks={searched(common)}
        />
      </Tabs.Panel>
      {own.map((mine) => (
        <Tabs.Panel key={mine.platform} value={mine.platform} pt="md">
          <WordsFields
            words={mine}
            settings={known.data?.find(({ id }) => id === mine.platform)?.settings ?? []}
            origin={draft?.captions.find(({ platform }) => platform === mine.platform)?.origin}
            check={checkOf(mine.platform)}
            networks={searched([mine.platform])}
            onChange={write}
            onReplace={(...replacement) => replaceIn(mine.platform, ...replacement)}
            onBack={() => backToCommon(mine)}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

interface CustomiseProps {
  platforms: readonly string[];
  labelOf: (id: string) => string;
  onChoose: (id: string) => Promise<void>;
}

/** One network by a button, several by a menu. */
function Customise({ platforms, labelOf, onChoose }: CustomiseProps) {
  const [only] = platforms;
  const button = useRef<HTMLButtonElement>(null);
  const hasChosen = useRef(false);
  const [isReading, setReading] = useState(false);
  const choose = async (id: string): Promise<void> => {
    setReading(true);
    await onChoose(id);
    setReading(false);
  };
  if (platforms.length === 1 && only !== undefined) {
    return (
      <Button variant="default" size="xs" loading={isReading} onClick={() => choose(only)}>
        {words.customiseFor({ network: labelOf(only) })}
      </Button>
    );
  }
  return (
    <Menu
      position="bottom-end"
      returnFocus={false}
      onOpen={() => {
        hasChosen.current = false;
      }}
      // After a choice the focus is in the words.
      onClose={() => !hasChosen.current && button.current?.focus()}
    >
      <Menu.Target>
        <Button ref={button} variant="default" size="xs" loading={isReading} rightSection={<IconChevronDown size={14} aria-hidden />}>
          {words.customise}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {platforms.map((id) => (
          <Menu.Item
            key={id}
            onClick={() => {
              hasChosen.current = true;
              void choose(id);
            }}
            aria-label={words.customiseFor({ network: labelOf(id) })}
          >
            <PlatformMark id={id} label={labelOf(id)} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
