import type { Translation } from '../translation.ts';
import { count, form } from './words.ts';

type Decision = 'APPROVED' | 'REJECTED' | 'CHANGES_REQUESTED';
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const decidedOn: Record<Decision, string> = {
  APPROVED: 'Approuvé :',
  REJECTED: 'Rejeté :',
  CHANGES_REQUESTED: 'Modifications demandées :',
};
const decidedMany: Record<Decision, readonly [string, string]> = {
  APPROVED: ['approuvé', 'approuvés'],
  REJECTED: ['rejeté', 'rejetés'],
  CHANGES_REQUESTED: ['renvoyé', 'renvoyés'],
};

export const decisions: Translation = {
  bulk: {
    bar: 'Plusieurs à la fois',
    tick: (title) => `Sélectionner « ${title} »`,
    selected: (selected) => count(selected, 'sélectionné', 'sélectionnés'),
    verbs: { APPROVED: 'Approuver', CHANGES_REQUESTED: 'Faire modifier', REJECTED: 'Rejeter' },
    clear: 'Désélectionner',
    ask: {
      APPROVED: (posts) => `Approuver ${count(posts, 'post', 'posts')}`,
      CHANGES_REQUESTED: (posts) => `Faire modifier ${count(posts, 'post', 'posts')}`,
      REJECTED: (posts) => `Rejeter ${count(posts, 'post', 'posts')}`,
    },
    comment: 'Commentaire pour qui a fait la demande, le même pour tous',
    commentNeeded: 'Ce qu’il faut modifier, le même texte pour tous',
    atOnce: 'C’est envoyé immédiatement, sans retour en arrière possible. Ce qui a changé entre-temps est écarté.',
    notKnown: 'On ne sait pas si vos décisions sont arrivées',
    done: {
      APPROVED: (done, of) => `${done} sur ${of} ${form(of, 'approuvé', 'approuvés')}.`,
      CHANGES_REQUESTED: (done, of) => `Modifications demandées pour ${done} sur ${of}.`,
      REJECTED: (done, of) => `${done} sur ${of} ${form(of, 'rejeté', 'rejetés')}.`,
    },
  },
  signing: {
    how: 'Pour approuver, votre clé d’accès vous est demandée : elle signe exactement ce contenu.',
    waiting: 'Votre appareil vous demande votre clé d’accès…',
    none: 'Ceci doit être signé avec une clé d’accès, et vous n’en avez pas encore.',
    add: 'Ajouter une clé d’accès',
    notHere: 'Ceci doit être signé avec une clé d’accès, et ce navigateur ne peut pas en utiliser à cette adresse.',
    notSigned: 'Non signé, et rien n’a été décidé',
    bulk: 'Votre clé d’accès est demandée une seule fois et les signe tous.',
  },
  sending: {
    done: {
      APPROVED: (title) => `Approuvé : « ${title} »`,
      REJECTED: (title) => `Rejeté : « ${title} ». Rien n’a été envoyé.`,
      CHANGES_REQUESTED: (title) => `Modifications demandées : « ${title} ». Rien n’a été envoyé.`,
    },
    undo: {
      button: 'Annuler',
      what: (made) => {
        const [first] = made;
        if (first && made.length === 1) return `${decidedOn[first.decision]} « ${first.title} »`;
        const isOneKind = new Set(made.map(({ decision }) => decision)).size === 1;
        const [one, many] = first && isOneKind ? decidedMany[first.decision] : ['décidé', 'décidés'];
        return count(made.length, one, many);
      },
      how: `Annuler avec U ou ${isMac ? '⌘Z' : 'Ctrl+Z'}.`,
    },
    sendNow: 'Envoyer',
    sending: 'Envoi de votre décision…',
    failed: { APPROVED: 'Non approuvé', REJECTED: 'Non rejeté', CHANGES_REQUESTED: 'Modifications non demandées' },
    held: 'Pas de connexion. L’envoi se fera dès que vous serez de nouveau en ligne.',
    pageSlept: {
      message: 'La page était en veille quand la décision aurait dû être envoyée : elle ne l’a donc pas été.',
      remedy: 'Regardez de nouveau et décidez.',
    },
    pageLeft: {
      message: 'La page a été quittée, et votre décision n’est pas arrivée.',
      remedy: 'Regardez de nouveau et décidez.',
    },
    look: 'Revoir',
    close: 'Fermer',
  },
};
