import { ActionIcon, Menu } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Improvement } from '../../../gql/graphql.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { targetsQuery } from '../queries.ts';
import { texts } from '../texts.ts';

const ImproveDialog = lazy(async () => ({ default: (await import('./improve-dialog.tsx')).ImproveDialog }));

const words = texts.improve;
const TASKS: readonly Improvement[] = ['REWRITE', 'SHORTEN', 'TRANSLATE'];

interface Props {
  label: string;
  text: string;
  /** Puts a text in the place of another, as long as that is still there. */
  onReplace: (from: string, to: string) => void;
}

/** Help of the language model with one text; absent where none is configured. */
export function ImproveButton({ label, text, onReplace }: Props) {
  const targets = useQuery(targetsQuery(useWorkspace().id));
  const [task, setTask] = useState<Improvement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setTask(null);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (!targets.data?.hasLanguageModel) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={button} variant="subtle" color="gray" aria-label={label} title={label} disabled={text.trim() === ''}>
            <IconSparkles size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {TASKS.map((each) => (
            <Menu.Item key={each} onClick={() => setTask(each)} aria-haspopup="dialog">
              {words.tasks[each]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {task && (
        <Suspense>
          <ImproveDialog task={task} text={text} onReplace={onReplace} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
