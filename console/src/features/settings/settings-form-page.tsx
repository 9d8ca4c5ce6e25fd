import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { IdentityProvider } from '../../components/identity/identity-provider.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { useKeptFocus } from '../../lib/use-kept-focus.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { type Settings, settingsQuery } from './queries.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';

/** A settings page: a form for owners, read-only for others. */
export function SettingsFormPage({ title, children }: { title: string; children: (settings: Settings) => ReactNode }) {
  const query = useQuery(settingsQuery(useWorkspace().id));
  return (
    <Page title={title}>
      <SettingsNav />
      <IdentityProvider>
        <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
          {(settings) => settings && <Body mayChange={settings.viewerCan.manageSettings}>{children(settings)}</Body>}
        </Loaded>
      </IdentityProvider>
    </Page>
  );
}

function Body({ mayChange, children }: { mayChange: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);
  return (
    <div ref={box} className={classes.page}>
      {!mayChange && <p className={classes.note}>{texts.ownersOnly}</p>}
      <fieldset className={classes.fieldset} disabled={!mayChange}>
        {children}
      </fieldset>
    </div>
  );
}
