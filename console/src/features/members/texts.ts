import { texts } from '../../messages/en/members.ts';

export { texts };

export const roleChoices = (['OWNER', 'APPROVER', 'EDITOR', 'VIEWER'] as const).map((value) => ({ value, label: texts.roles[value].name }));
