import type { Translation } from '../translation.ts';
import { count } from './words.ts';

type Decision = 'APPROVED' | 'REJECTED' | 'CHANGES_REQUESTED';
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const decidedOn: Record<Decision, string> = { APPROVED: 'Freigegeben:', REJECTED: 'Abgelehnt:', CHANGES_REQUESTED: 'Änderungen erbeten:' };
const decidedMany: Record<Decision, string> = { APPROVED: 'freigegeben', REJECTED: 'abgelehnt', CHANGES_REQUESTED: 'zurückgegeben' };

export const decisions: Translation = {
  bulk: {
    bar: 'Mehrere auf einmal',
    tick: (title) => `„${title}“ auswählen`,
    selected: (selected) => `${selected} ausgewählt`,
    verbs: { APPROVED: 'Freigeben', CHANGES_REQUESTED: 'Änderungen', REJECTED: 'Ablehnen' },
    clear: 'Keine auswählen',
    ask: {
      APPROVED: (posts) => `${count(posts, 'Beitrag', 'Beiträge')} freigeben`,
      CHANGES_REQUESTED: (posts) => `Um Änderungen an ${count(posts, 'Beitrag', 'Beiträgen')} bitten`,
      REJECTED: (posts) => `${count(posts, 'Beitrag', 'Beiträge')} ablehnen`,
    },
    comment: 'Kommentar für alle, die gefragt haben',
    commentNeeded: 'Was sich bei allen ändern soll',
    atOnce: 'Das wird sofort gesendet und kann nicht zurückgenommen werden. Was sich inzwischen geändert hat, bleibt aus.',
    notKnown: 'Ob Ihre Entscheidungen angekommen sind, ist nicht bekannt',
    done: {
      APPROVED: (done, of) => `${done} von ${of} freigegeben.`,
      CHANGES_REQUESTED: (done, of) => `Bei ${done} von ${of} um Änderungen gebeten.`,
      REJECTED: (done, of) => `${done} von ${of} abgelehnt.`,
    },
  },
  signing: {
    how: 'Die Freigabe fragt nach Ihrem Passkey: Er unterschreibt genau diesen Inhalt.',
    waiting: 'Ihr Gerät fragt nach Ihrem Passkey…',
    none: 'Das muss mit einem Passkey unterschrieben werden, und Sie haben noch keinen.',
    add: 'Passkey hinzufügen',
    notHere: 'Das muss mit einem Passkey unterschrieben werden, und dieser Browser kann unter dieser Adresse keinen verwenden.',
    notSigned: 'Nicht unterschrieben, und nichts entschieden',
    bulk: 'Ihr Passkey wird einmal verlangt und unterschreibt alle.',
  },
  sending: {
    done: {
      APPROVED: (title) => `Freigegeben: „${title}“`,
      REJECTED: (title) => `Abgelehnt: „${title}“. Es wurde nichts gesendet.`,
      CHANGES_REQUESTED: (title) => `Änderungen erbeten: „${title}“. Es wurde nichts gesendet.`,
    },
    undo: {
      button: 'Zurücknehmen',
      what: (made) => {
        const [first] = made;
        if (first && made.length === 1) return `${decidedOn[first.decision]} „${first.title}“`;
        const isOneKind = new Set(made.map(({ decision }) => decision)).size === 1;
        return `${made.length} ${first && isOneKind ? decidedMany[first.decision] : 'entschieden'}`;
      },
      how: `Zurücknehmen mit U oder ${isMac ? '⌘Z' : 'Strg+Z'}.`,
    },
    sendNow: 'Jetzt senden',
    sending: 'Ihre Entscheidung wird gesendet…',
    failed: { APPROVED: 'Nicht freigegeben', REJECTED: 'Nicht abgelehnt', CHANGES_REQUESTED: 'Nicht um Änderungen gebeten' },
    held: 'Keine Verbindung. Es wird gesendet, sobald Sie wieder online sind.',
    pageSlept: {
      message: 'Die Seite schlief, als die Entscheidung gesendet werden sollte; sie wurde nicht gesendet.',
      remedy: 'Sehen Sie es sich noch einmal an und entscheiden Sie.',
    },
    pageLeft: {
      message: 'Die Seite wurde verlassen, und Ihre Entscheidung kam nicht an.',
      remedy: 'Sehen Sie es sich noch einmal an und entscheiden Sie.',
    },
    look: 'Noch einmal ansehen',
    close: 'Schließen',
  },
};
