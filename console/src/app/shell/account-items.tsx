import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconBook2, IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconShieldLock, IconSun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOpenAtOnce } from '../../components/ui/use-open-at-once.ts';
import { LANGUAGES, type Language, language } from '../../lib/language.ts';
import { chooseLanguage } from '../../lib/persons-language.ts';
import { useViewer } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './account-menu.module.css';

const themes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;

/** The open menu; `children` is what its button shows. Loaded when it is first opened. */
export function AccountItems({ children, onSignOut }: { children: ReactNode; onSignOut: () => void }) {
  const viewer = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { button, isOpen, setOpen } = useOpenAtOnce();
  return (
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
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />} onClick={onSignOut}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
