import {
  IconCalendar,
  IconCoins,
  IconFileText,
  IconFlask,
  IconLayoutDashboard,
  IconListCheck,
  IconPlugConnected,
  IconRobot,
  IconSend,
  IconSettings,
  IconShieldCheck,
  IconWritingSign,
} from '@tabler/icons-react';
import { texts } from '../texts.ts';

/** The screens in the order of the navigation; the operator's only for operators. */
export const pages = [
  { to: '/', label: texts.pages.overview, icon: IconLayoutDashboard },
  { to: '/approvals/{-$approvalId}', label: texts.pages.approvals, icon: IconWritingSign },
  { to: '/calendar', label: texts.pages.calendar, icon: IconCalendar },
  { to: '/drafts', label: texts.pages.drafts, icon: IconFileText },
  { to: '/jobs', label: texts.pages.jobs, icon: IconSend },
  { to: '/sandbox', label: texts.pages.sandbox, icon: IconFlask },
  { to: '/agents', label: texts.pages.agents, icon: IconRobot },
  { to: '/connections', label: texts.pages.connections, icon: IconPlugConnected },
  { to: '/credits', label: texts.pages.credits, icon: IconCoins },
  { to: '/audit', label: texts.pages.audit, icon: IconListCheck },
  { to: '/settings', label: texts.pages.settings, icon: IconSettings },
  { to: '/operator', label: texts.pages.operator, icon: IconShieldCheck },
] as const;

/** The list and not the approval that happens to be open. */
export const approvalsPath = '/approvals/{-$approvalId}';

export type NavPage = (typeof pages)[number];
