import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IdentityProvider } from '../../components/identity/identity-provider.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
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
          {(settings) =>
            settings && (
              <div className={classes.page}>
                {!settings.viewerCan.manageSettings && <p className={classes.note}>{texts.ownersOnly}</p>}
                {/* Another revision is another form: what was typed on the old one is gone, and that was said before. */}
                <fieldset key={settings.settingsRevision} className={classes.fieldset} disabled={!settings.viewerCan.manageSettings}>
                  {children(settings)}
                </fieldset>
              </div>
            )
          }
        </Loaded>
      </IdentityProvider>
    </Page>
  );
}
