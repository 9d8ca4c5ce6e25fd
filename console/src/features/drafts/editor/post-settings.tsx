import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PlatformMark } from '../../../components/posts/platform-mark.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { useWorkspace } from '../../../lib/viewer.ts';
import chips from '../draft.module.css';
import { LabelsField } from '../labels.tsx';
import { PictureFields } from '../pictures/picture-fields.tsx';
import type { Uploads } from '../pictures/use-uploads.ts';
import { platformsQuery, targetsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './composer.module.css';
import { ScheduleField } from './schedule-field.tsx';
import type { DraftForm } from './use-draft-form.ts';
import { WordingChoice } from './wording-choice.tsx';

/** Pictures, link and time; what is rarely needed is behind "more". */
export function PostSettings({ form, uploads }: { form: DraftForm; uploads: Uploads }) {
  const platforms = useQuery(platformsQuery);
  const targets = useQuery(targetsQuery(useWorkspace().id));
  const { values } = form;
  const accounts = targets.data?.connections.filter(({ platform }) => values.platforms.includes(platform.id)) ?? [];
  const hasChoice = accounts.length > new Set(accounts.map(({ platform }) => platform.id)).size || values.connectionIds.length > 0;
  // Once it is open it stays: the last label that is removed does not close it over the field.
  const isUsed = values.wording !== '' || values.labels.length > 0;
  const [isOpen, setOpen] = useState(isUsed);
  if (isUsed && !isOpen) setOpen(true);
  return (
    <>
      <PictureFields
        pictures={values.pictures}
        uploads={uploads}
        platforms={(platforms.data ?? []).filter(({ id }) => values.platforms.includes(id))}
        onChange={(pictures) => form.setFieldValue('pictures', pictures)}
      />
      <TextInput label={texts.write.link} type="url" inputMode="url" dir="ltr" placeholder="https://" {...form.getInputProps('link')} />
      {hasChoice && <AccountChoice accounts={accounts} {...form.getInputProps('connectionIds')} value={values.connectionIds} />}
      <ScheduleField form={form} />
      <details className={classes.more} open={isOpen || undefined}>
        <summary>{texts.composer.more}</summary>
        <LabelsField value={values.labels} onChange={(labels) => form.setFieldValue('labels', labels)} />
        <WordingChoice {...form.getInputProps('wording')} />
      </details>
    </>
  );
}

interface ChoiceProps {
  accounts: readonly { id: string; handle: string; platform: { id: string; label: string } }[];
  value: string[];
  onChange: (ids: string[]) => void;
  error?: React.ReactNode;
}

/** More are found faster by their name. */
const MANY = 12;

/** The accounts to post to; many are searched by name, and the chosen ones stay in sight. */
export function AccountChoice({ accounts, value, ...field }: ChoiceProps) {
  const [search, setSearch] = useState('');
  const isMany = accounts.length > MANY;
  const shown = accounts.filter(
    ({ id, handle, platform }) => value.includes(id) || `${handle} ${platform.label}`.toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <Checkbox.Group label={texts.accounts} description={texts.accountsHint} value={value} {...field}>
      <div className={chips.choice}>
        {isMany && <SearchField label={texts.accountsSearch} searched={search} onSearch={setSearch} />}
        <div className={isMany ? `${chips.choiceBoxes} ${chips.choiceRest} ${chips.choiceFound}` : chips.choiceBoxes}>
          {shown.map(({ id, handle, platform }) => (
            <Checkbox
              key={id}
              value={id}
              className={chips.chip}
              aria-label={`${handle} (${platform.label})`}
              label={<PlatformMark id={platform.id} label={handle} />}
            />
          ))}
        </div>
      </div>
    </Checkbox.Group>
  );
}
