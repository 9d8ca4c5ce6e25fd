import type { Translation } from '../translation.ts';
import { count, elided, form, listed, number } from './words.ts';

type Unit = 'PUBLICATION' | 'AUTOPOSTING';

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const credits = (quantity: number, unit: Unit): string =>
  unit === 'PUBLICATION' ? count(quantity, 'crédit', 'crédits') : count(quantity, 'crédit d’autopublication', 'crédits d’autopublication');

export const approvals: Translation = {
  approvals: {
    title: 'Approbations',
    list: 'Approbations',
    waiting: (waiting) => `${waiting} en attente`,
    shown: (shown, hasMore) => `${shown}${hasMore ? '+' : ''} ${form(shown, 'affiché', 'affichés')}`,
    sort: 'Ordre',
    sorts: { OLDEST: 'Plus anciens', SOONEST: 'Plus proches', NEWEST: 'Plus récents' },
    search: 'Rechercher',
    filter: (chosen) => (chosen > 0 ? `Filtrer (${chosen})` : 'Filtrer'),
    state: 'État',
    platform: 'Réseau',
    agent: 'Agent',
    any: 'Tous',
    clearFilters: 'Afficher tout ce qui attend',
    findingChoices: { with: 'Avec avertissements', without: 'Sans avertissements' },
    goesOutWhen: {
      AT_ONCE: 'Dès l’approbation',
      WITHIN_A_DAY: 'Dans les 24 heures',
      WITHIN_A_WEEK: 'Dans les sept jours',
      LATER: 'Plus tard',
    },
    emptyNarrowed: 'Aucun résultat',
    emptyNarrowedHow: 'Essayez d’autres mots ou retirez un filtre.',
    filters: {
      PENDING: 'En attente',
      APPROVED: 'Approuvés',
      CHANGES_REQUESTED: 'Modifications demandées',
      REJECTED: 'Rejetés',
      EXPIRED: 'Expirés',
      SUPERSEDED: 'Remplacés',
    },
    emptyWaiting: 'Rien ne vous attend',
    emptyWaitingHow: 'Quand un agent ou une personne soumet un brouillon, il apparaît ici. Rien n’est publié sans approbation.',
    emptyOther: 'Rien ici',
    emptyOtherHow: 'Aucune approbation n’est dans cet état.',
    pick: 'Choisissez une approbation dans la liste.',
    nothingElse: 'Rien d’autre ne vous attend.',
    back: 'Toutes les approbations',
    notFound: 'Cette approbation n’existe pas',
    notFoundHow: 'Elle appartient peut-être à un autre espace de travail, ou le lien est incomplet.',
    askedBy: (name, isAgent) => `Demandé par ${name}${isAgent ? ' (agent)' : ''}`,
    goesOut: 'Publication',
    goesOutAtOnce: 'Publication immédiate',
    askedAgain: (reason) => `Motif de la demande : ${reason}`,
    expires: 'Expire',
    position: ({ index, of }) => `${index} sur ${of}`,
    previews: 'Aperçu du résultat',
    gates: 'Avant la publication',
    findings: 'Avertissements',
    findingCount: (findings) => count(findings, 'avertissement', 'avertissements'),
    withdraw: {
      button: 'Annuler ma décision',
      of: (title) => `Annuler ma décision sur « ${title} »`,
      done: (title) => `Votre décision sur « ${title} » est annulée.`,
      failed: 'Votre décision n’a pas été annulée',
    },
    lookHere: {
      title: 'À vérifier',
      noAccount: (names) => `${listed(names)} : aucun compte.`,
      othersGoOut: 'Les autres réseaux sont publiés sans attendre.',
      connect: 'Connecter',
      mend: 'Ouvrir le brouillon',
      below: (things) => `${count(things, 'point', 'points')} à vérifier sous le post`,
      shortened: (labels) =>
        `${listed(labels)} ${labels.length === 1 ? 'omet' : 'omettent'} des éléments utiles aux lecteurs ; la carte les indique.`,
    },
    lift: {
      stops: 'Bloque le post.',
      open: 'Autoriser quand même…',
      whoMay: 'Un propriétaire ou un approbateur du compte peut l’autoriser quand même, en donnant une raison.',
      reason: 'Pourquoi il peut être publié malgré tout',
      reasonHint:
        'Conservé avec votre nom dans le journal d’audit. Ce n’est pas une approbation, et tout autre contenu sera de nouveau contrôlé.',
      submit: 'Autoriser',
      done: 'Autorisé et enregistré. Votre décision reste à prendre.',
      failed: 'Non autorisé',
      by: (name) => `Autorisé par ${name}`,
      inAudit: 'Dans le journal d’audit',
    },
    grant: {
      name: 'L’accès de l’agent',
      since: 'accès accordé',
      until: 'prend fin le',
      untilRevoked: 'jusqu’à révocation',
      sandboxOnly: 'sandbox uniquement',
      paused: { word: 'En pause' },
      may: (writes) => `Peut ${writes ? 'écrire et soumettre' : 'lire'} ; ne peut jamais approuver`,
    },
    missing: {
      title: 'En l’état, ce post ne pourra jamais être approuvé',
      why: (missing, required) =>
        `Il faut ${
          required === 1 ? 'une personne qui ne l’a pas écrit' : `${required} personnes différentes`
        }, et il en manque ${missing === 1 ? 'une qui puisse' : `${missing} qui puissent`} encore décider.`,
      invite: (missing) => (missing === 1 ? 'Inviter une personne à approuver' : `Inviter ${missing} personnes à approuver`),
      policy: 'Exiger moins d’approbations',
      submit: 'Puis soumettre de nouveau le brouillon',
      askOwner:
        'Demandez à un propriétaire du compte d’inviter un autre approbateur, ou d’exiger moins d’approbations puis de soumettre de nouveau le brouillon.',
    },
    costs: (quantity, unit, available, promised) =>
      `Coûte ${credits(quantity, unit)} · ${count(available, 'restant', 'restants')}${
        promised > 0 ? `, dont ${number(promised)} pour des posts prévus` : ''
      }`,
    tooCostly: (quantity, unit, available) =>
      `Il faut ${credits(quantity, unit)}, vous ${available === 0 ? 'n’en avez aucun' : `en avez ${number(available)}`}`,
    budget: (left, of) => `${number(left)} sur ${number(of)} ce mois-ci`,
    draws: (quantity, available, bucket) =>
      `${quantity} sur ${available} dans ${{ ALLOWANCE: 'le forfait de ce mois', PACK: 'vos packs', TOPUP: 'vos recharges' }[bucket]}`,
    sandboxIsFree: 'Les posts dans la sandbox ne coûtent aucun crédit.',
    toCredits: 'Crédits',
    sinceDecision: (by, decided) => `Changements depuis ${elided('que', by)} ${decided}`,
    sameWords: 'Le texte est le même ; seuls le moment ou la destination ont changé.',
    againstSource: 'Comparer avec le texte source',
    edit: {
      open: 'Modifier',
      notHere: (reason) => `Modification impossible : ${reason}`,
      title: 'Modifier avant d’approuver',
      words: (platform, post, of) => (of > 1 ? `Texte pour ${platform}, post ${post + 1} sur ${of}` : `Texte pour ${platform}`),
      tags: 'Hashtags, séparés par des virgules',
      time: (zone) => `Heure de publication (${zone})`,
      atOnce: 'Publier dès l’approbation',
      made: 'Ce qui sera publié, et ce que vous signez',
      making: 'Préparation de l’aperçu…',
      refused: 'Ce post ne peut pas être publié ainsi',
      approve: 'Approuver le post modifié',
      leave: 'Abandonner les modifications',
    },
    history: 'Décisions à ce jour',
    decided: { APPROVED: 'a approuvé', REJECTED: 'a rejeté', CHANGES_REQUESTED: 'a demandé des modifications' },
    approvals: (given, required) => `${given} sur ${count(required, 'approbation donnée', 'approbations données')}`,
    stages: {
      list: 'Étapes',
      states: { THROUGH: 'approuvée', NOW: 'en cours', LATER: 'plus tard', ENDED: 'non approuvée' },
      given: (given, required) => `${given} sur ${required}`,
    },
    approve: 'Approuver',
    folded: (label) => `${label} · masqué en partie`,
    approveAndPublish: 'Approuver et publier',
    approveFor: (when) => `Approuver pour ${when}`,
    change: 'Demander des modifications',
    reject: 'Rejeter',
    ask: {
      what: 'Que faut-il modifier ?',
      missing: 'Indiquez ce qu’il faut modifier.',
      keys: isMac ? '⌘ ↵' : 'Ctrl ↵',
      reject: 'Rejeter avec cette note',
      leave: 'Annuler',
    },
    notLast: (after) =>
      after === 1
        ? 'Une autre personne doit encore approuver après vous.'
        : `${after} autres personnes doivent encore approuver après vous.`,
    notYet: (why) => `Pas encore publié : ${listed(why)}.`,
    stops: {
      LAUNCH: 'le service n’est pas lancé',
      ACCOUNT: 'l’opérateur n’a pas approuvé le compte',
      PERMISSION: 'l’auteur de la demande n’a pas le droit de publier',
      APPROVAL: 'l’approbation manque',
      PAYLOAD: 'le post ne convient pas à tous les réseaux',
      SAFETY: 'un contrôle le bloque',
      CREDITS: 'il manque des crédits',
      SCHEDULE: 'le moment prévu est passé',
    },
    stopsAccount: (names) =>
      names.length === 1
        ? `${names[0]} n’a pas de compte qui fonctionne`
        : names.length === 0
          ? 'il manque un compte'
          : `il manque ${names.length} comptes`,
    bar: 'Votre décision',
    deciding: 'Décision en cours…',
    changed: 'Le contenu a changé après avoir été affiché',
    changedHow: 'Votre décision ne porterait pas sur le contenu actuel : les boutons sont donc désactivés. Rien n’a été envoyé.',
    changedWaits: 'Voir la nouvelle version',
    changedDraft: 'Ouvrir le brouillon',
    changedSchedule: 'L’heure de publication a changé.',
    changedNothing: 'Le texte est le même ; seuls le moment ou la destination ont changé.',
    picture: (url, altText) => (altText ? `[Image ${url.slice(-6)} : ${altText}]` : `[Image ${url.slice(-6)}]`),
    addedPlatform: 'nouveau',
    removedPlatform: 'retiré',
    openDraft: 'Ouvrir le brouillon',
    openJob: 'Ouvrir le post',
    keys: {
      title: 'Clavier',
      open: 'Raccourcis clavier',
      isOn: 'Utiliser les touches simples',
      list: [
        ['j', 'Approbation suivante'],
        ['k', 'Approbation précédente'],
        ['a', 'Approuver'],
        ['c', 'Demander des modifications'],
        ['r', 'Rejeter'],
        ['e', 'Modifier, puis approuver'],
        ['l', 'Autoriser un post bloqué par un contrôle'],
        ['x', 'Sélectionner, pour en traiter plusieurs à la fois'],
        ['/', 'Rechercher'],
        ['Entrée', 'Ouvrir l’élément actif'],
        ['u', 'Annuler, pendant cinq secondes après chaque décision (ou Ctrl Z)'],
        ['?', 'Afficher cette liste'],
      ],
    },
  },
  approvalBuckets: { ALLOWANCE: 'le forfait de ce mois', PACK: 'vos packs', TOPUP: 'vos recharges' },
};
