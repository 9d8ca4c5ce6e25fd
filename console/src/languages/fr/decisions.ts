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
  CHANGES_REQUESTED: ['à modifier', 'à modifier'],
};

export const decisions: Translation = {
  bulk: {
    bar: 'Plusieurs à la fois',
    tick: (title) => `Sélectionner « ${title} »`,
    selected: (selected) => count(selected, 'sélectionné', 'sélectionnés'),
    verbs: { APPROVED: 'Approuver', CHANGES_REQUESTED: 'Demander des modifications', REJECTED: 'Rejeter' },
    clear: 'Désélectionner',
    ask: {
      APPROVED: (posts) => `Approuver ${count(posts, 'post', 'posts')}`,
      CHANGES_REQUESTED: (posts) => `Demander des modifications sur ${count(posts, 'post', 'posts')}`,
      REJECTED: (posts) => `Rejeter ${count(posts, 'post', 'posts')}`,
    },
    comment: 'Commentaire pour les auteurs, le même pour tous',
    commentNeeded: 'Ce qu’il faut modifier, le même commentaire pour tous',
    atOnce: 'L’envoi est immédiat et ne peut pas être annulé. Les posts modifiés entre-temps sont ignorés.',
    notKnown: 'On ne sait pas si vos décisions sont arrivées',
    done: {
      APPROVED: (done, of) => `${done} sur ${of} ${form(of, 'approuvé', 'approuvés')}.`,
      CHANGES_REQUESTED: (done, of) => `Modifications demandées pour ${done} sur ${of}.`,
      REJECTED: (done, of) => `${done} sur ${of} ${form(of, 'rejeté', 'rejetés')}.`,
    },
  },
  signing: {
    how: 'Pour approuver, utilisez votre clé d’accès : elle signe exactement ce contenu.',
    waiting: 'Votre appareil vous demande votre clé d’accès…',
    none: 'Une signature avec une clé d’accès est requise, et vous n’en avez pas encore.',
    add: 'Ajouter une clé d’accès',
    notHere: 'Une signature avec une clé d’accès est requise, et ce navigateur ne peut pas en utiliser à cette adresse.',
    notSigned: 'Non signé : aucune décision n’a été prise',
    bulk: 'Votre clé d’accès n’est demandée qu’une fois et signe tous les posts.',
  },
  sending: {
    done: {
      APPROVED: (title) => `Approuvé : « ${title} »`,
      REJECTED: (title) => `Rejeté : « ${title} ». Rien n’a été envoyé.`,
      CHANGES_REQUESTED: (title) => `Modifications demandées : « ${title} ». Rien n’a été envoyé.`,
    },
    undo: {
      button: 'Annuler',
      what: (made) => {
        const [first] = made;
        if (first && made.length === 1) return `${decidedOn[first.decision]} « ${first.title} »`;
        const isOneKind = new Set(made.map(({ decision }) => decision)).size === 1;
        const [one, many] = first && isOneKind ? decidedMany[first.decision] : ['décidé', 'décidés'];
        return count(made.length, one, many);
      },
      how: `Annuler avec U ou ${isMac ? '⌘Z' : 'Ctrl+Z'}.`,
    },
    sendNow: 'Envoyer',
    sending: 'Envoi de votre décision…',
    failed: { APPROVED: 'Non approuvé', REJECTED: 'Non rejeté', CHANGES_REQUESTED: 'Modifications non demandées' },
    held: 'Hors ligne. L’envoi se fera dès le retour de la connexion.',
    pageSlept: {
      message: 'La page était en veille au moment de l’envoi : votre décision n’est pas partie.',
      remedy: 'Relisez le post et décidez.',
    },
    pageLeft: {
      message: 'Vous avez quitté la page avant l’envoi de votre décision.',
      remedy: 'Relisez le post et décidez.',
    },
    look: 'Revoir',
    close: 'Fermer',
  },
};
