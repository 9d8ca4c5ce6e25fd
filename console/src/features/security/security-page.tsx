import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IdentityProvider } from '../../components/identity/identity-provider.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { FailedSignIns } from './failed-sign-ins.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { securityQuery } from './queries.ts';
import classes from './security.module.css';
import { Sessions } from './sessions.tsx';
import { texts } from './texts.ts';

/** The person's own ways in, and where they are signed in. */
export function SecurityPage() {
  const query = useQuery(securityQuery);
  return (
    <Page title={texts.title}>
      <SettingsNav />
      <IdentityProvider>
        <Loaded query={query} skeleton={<Skeleton height={480} radius={10} />}>
          {(security) =>
            security && (
              <div className={classes.page}>
                <Passkeys passkeys={security.passkeys} />
                <AuthenticatorApp since={security.totpSince} codesLeft={security.recoveryCodesLeft} />
                <Password />
                <Sessions sessions={security.sessions} />
                <FailedSignIns failed={security.failedSignIns} />
              </div>
            )
          }
        </Loaded>
      </IdentityProvider>
    </Page>
  );
}
