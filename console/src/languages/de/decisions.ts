import type { Translation } from '../translation.ts';
import { count } from './words.ts';

type Decision = 'APPROVED' | 'REJECTED' | 'CHANGES_REQUESTED';
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const decidedOn: Record<Decision, string> = {
  APPROVED: 'Freigegeben:',
  REJECTED: 'Abgelehnt:',
  CHANGES_REQUESTED: 'Änderungen angefordert:',
};
const decidedMany: Record<Decision, string> = {
  APPROVED: 'freigegeben',
  REJECTED: 'abgelehnt',
  CHANGES_REQUESTED: 'mit Änderungswunsch zurückgegeben',
};

export const decisions: Translation = {
  bulk: {
    bar: 'Mehrere auf einmal',
    tick: (title) => `„${title}“ auswählen`,
    selected: (selected) => `${selected} ausgewählt`,
    verbs: { APPROVED: 'Freigeben', CHANGES_REQUESTED: 'Änderungen', REJECTED: 'Ablehnen' },
    clear: 'Auswahl aufheben',
    ask: {
      APPROVED: (posts) => `${count(posts, 'Beitrag', 'Beiträge')} freigeben`,
      CHANGES_REQUESTED: (posts) => `Änderungen an ${count(posts, 'Beitrag', 'Beiträgen')} anfordern`,
      REJECTED: (posts) => `${count(posts, 'Beitrag', 'Beiträge')} ablehnen`,
    },
    comment: 'Kommentar für die Einreichenden',
    commentNeeded: 'Was sich bei allen ändern soll',
    atOnce: 'Das wird sofort gesendet und lässt sich nicht rückgängig machen. Inzwischen geänderte Beiträge werden ausgelassen.',
    notKnown: 'Unklar, ob Ihre Entscheidungen angekommen sind',
    done: {
      APPROVED: (done, of) => `${done} von ${of} freigegeben.`,
      CHANGES_REQUESTED: (done, of) => `Änderungen an ${done} von ${of} angefordert.`,
      REJECTED: (done, of) => `${done} von ${of} abgelehnt.`,
    },
  },
  signing: {
    how: 'Zur Freigabe brauchen Sie Ihren Passkey: Er signiert genau diesen Inhalt.',
    waiting: 'Ihr Gerät fragt nach Ihrem Passkey…',
    none: 'Das muss mit einem Passkey signiert werden, und Sie haben noch keinen.',
    add: 'Passkey hinzufügen',
    notHere: 'Das muss mit einem Passkey signiert werden, und dieser Browser kann unter dieser Adresse keinen verwenden.',
    notSigned: 'Nicht signiert und nicht entschieden',
    bulk: 'Ihr Passkey wird einmal abgefragt und signiert alle.',
  },
  sending: {
    done: {
      APPROVED: (title) => `Freigegeben: „${title}“`,
      REJECTED: (title) => `Abgelehnt: „${title}“. Es wurde nichts gesendet.`,
      CHANGES_REQUESTED: (title) => `Änderungen angefordert: „${title}“. Es wurde nichts gesendet.`,
    },
    undo: {
      button: 'Rückgängig',
      what: (made) => {
        const [first] = made;
        if (first && made.length === 1) return `${decidedOn[first.decision]} „${first.title}“`;
        const isOneKind = new Set(made.map(({ decision }) => decision)).size === 1;
        return `${made.length} ${first && isOneKind ? decidedMany[first.decision] : 'entschieden'}`;
      },
      how: `Rückgängig mit U oder ${isMac ? '⌘Z' : 'Strg+Z'}.`,
    },
    sendNow: 'Jetzt senden',
    sending: 'Ihre Entscheidung wird gesendet…',
    failed: { APPROVED: 'Nicht freigegeben', REJECTED: 'Nicht abgelehnt', CHANGES_REQUESTED: 'Keine Änderungen angefordert' },
    held: 'Keine Verbindung. Wird gesendet, sobald Sie wieder online sind.',
    pageSlept: {
      message: 'Die Seite war inaktiv, als die Entscheidung gesendet werden sollte. Sie wurde nicht gesendet.',
      remedy: 'Sehen Sie es sich erneut an und entscheiden Sie.',
    },
    pageLeft: {
      message: 'Die Seite wurde verlassen, bevor Ihre Entscheidung ankam.',
      remedy: 'Sehen Sie es sich erneut an und entscheiden Sie.',
    },
    look: 'Erneut prüfen',
    close: 'Schließen',
  },
};
