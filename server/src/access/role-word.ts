import { type Sentence, say } from '../languages/sentence.ts';
import type { Role } from './actor.ts';

const WORDS: Record<Role, Sentence> = { owner: say`owner`, approver: say`approver`, editor: say`editor`, viewer: say`viewer` };

/** The role's name within a sentence. */
export const roleWord = (role: Role): Sentence => WORDS[role];
