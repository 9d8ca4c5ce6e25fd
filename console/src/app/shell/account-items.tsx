import { Loader, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconBook2, IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconShieldLock, IconSun } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { texts as shared } from '../../components/texts.ts';
import { useOpenAtOnce } from '../../components/ui/use-open-at-once.ts';
import { AskToLeave } from '../../components/unsaved/unsaved-guard.tsx';
import { hasUnsavedWords } from '../../components/unsaved/use-kept-words.ts';
import { LANGUAGES, type Language, language } from '../../lib/language.ts';
import { chooseLanguage } from '../../lib/persons-language.ts';
import { useViewer } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './account-menu.module.css';
import { useSignOut } from './use-sign-out.ts';

const themes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;

/** The open menu; `children` is what its button shows. Loaded when it is first opened. */
export function AccountItems({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { button, isOpen, setOpen } = useOpenAtOnce();
  const signOut = useSignOut();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setAsking(false);
    setLeaving(true);
    await signOut().finally(() => setLeaving(false));
  };
  return (
    <>
      <AskToLeave isOpen={isAsking} what={shared.unsaved.signOut} onStay={() => setAsking(false)} onGo={() => void leave()} />
      <Menu position="top-start" width={220} opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          <UnstyledButton ref={button} className={classes.button}>
            {children}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{viewer.email ?? viewer.name}</Menu.Label>
          <Menu.Divider />
          <Menu.Label>{texts.theme}</Menu.Label>
          {themes.map(({ value, icon: Icon }) => (
            <Menu.Item
              key={value}
              leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
              rightSection={colorScheme === value ? <IconCheck size={16} aria-hidden /> : null}
              aria-current={colorScheme === value ? 'true' : undefined}
              closeMenuOnClick={false}
              onClick={() => setColorScheme(value)}
            >
              {texts.themes[value]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>{texts.language}</Menu.Label>
          {Object.entries(LANGUAGES).map(([key, { name }]) => (
            <Menu.Item
              key={key}
              lang={key}
              rightSection={language === key ? <IconCheck size={16} aria-hidden /> : null}
              aria-current={language === key ? 'true' : undefined}
              onClick={() => chooseLanguage(key as Language)}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            renderRoot={(props) => <Link to="/settings/security" {...props} />}
            leftSection={<IconShieldLock size={16} stroke={1.6} aria-hidden />}
          >
            {texts.security}
          </Menu.Item>
          <Menu.Item component="a" href="/api-docs" leftSection={<IconBook2 size={16} stroke={1.6} aria-hidden />}>
            {texts.docs}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
            rightSection={isLeaving ? <Loader size={14} /> : null}
            disabled={isLeaving}
            closeMenuOnClick={false}
            onClick={() => (hasUnsavedWords(queryClient) ? setAsking(true) : void leave())}
          >
            {texts.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
