import type { Translation } from '../translation.ts';

export const safety: NonNullable<Translation['settings']>['safety'] = {
  title: 'Contrôles',
  checks: 'Ce qui est contrôlé dans chaque post',
  weightOf: (name) => `Action : ${name}`,
  usual: 'Par défaut',
  usually: (usual) => `Par défaut : ${usual}`,
  always: 'Bloque toujours le post',
  weights: { OFF: 'Ignorer', WARN: 'Avertir', BLOCK: 'Bloquer' },
  each: {
    LEAKED_CREDENTIAL: {
      name: 'Clés et mots de passe',
      what: 'Ce qui ressemble à une clé, à un jeton ou à un mot de passe.',
      usual: 'bloquer.',
    },
    PRIVATE_LINK: {
      name: 'Liens que les lecteurs ne peuvent pas ouvrir',
      what: 'Adresses d’un réseau privé ou de l’appareil lui-même.',
      usual: 'un réseau privé bloque, l’appareil lui-même avertit.',
    },
    LINK_WITH_PASSWORD: {
      name: 'Liens contenant un mot de passe',
      what: 'Par exemple https://user:password@example.org.',
      usual: 'bloquer.',
    },
    LOOKALIKE_LINK: {
      name: 'Liens trompeurs',
      what: 'Adresses écrites avec des lettres trompeuses, ou presque identiques à celle d’un site connu.',
      usual: 'les lettres trompeuses bloquent, un nom presque identique avertit.',
    },
    UNCLEAR_LINK: {
      name: 'Liens peu clairs',
      what: 'Liens raccourcis, adresses numériques et sites de préproduction.',
      usual: 'avertir.',
    },
    DENIED_HOST: { name: 'Liens interdits', what: 'Les hôtes ci-dessous.', usual: 'bloquer.' },
    BLOCKED_TERM: { name: 'Mots bloqués', what: 'Les mots et expressions ci-dessous.', usual: 'bloquer.' },
    HIDDEN_CHARACTERS: {
      name: 'Caractères cachés',
      what: 'Caractères invisibles, qui inversent le sens de l’écriture ou qui imitent les lettres d’un autre alphabet.',
      usual: 'le texte caché et les lignes inversées bloquent, le reste avertit.',
    },
    LEFTOVER: {
      name: 'Restes de rédaction',
      what: 'Modèles non remplis comme {{first_name}}, notes, propos d’une IA sur elle-même, mentions comme EMBARGOED.',
      usual: 'bloquer ; des notes comme TODO avertissent.',
    },
    PERSONAL_DATA: {
      name: 'Données personnelles',
      what: 'Adresses e-mail et postales, numéros de téléphone, dates de naissance, comptes bancaires, cartes, numéros d’identité.',
      usual: 'les numéros de carte bloquent, le reste avertit.',
    },
    PROFANITY: {
      name: 'Mots offensants',
      what: 'Mots qui choquent beaucoup de lecteurs, dans une trentaine de langues.',
      usual: 'avertir.',
    },
    UNPROVEN_CLAIM: {
      name: 'Affirmations à prouver',
      what: 'Promesses de santé, d’argent ou de succès, comme « garanti ».',
      usual: 'avertir.',
    },
    ASKS_FOR_SECRETS: {
      name: 'Demandes de secrets',
      what: 'Demander aux lecteurs des numéros de carte, des mots de passe ou des codes, comme dans une arnaque.',
      usual: 'avertir.',
    },
    MENTION_STUFFING: { name: 'Excès de mentions', what: 'Trop de mentions.', usual: 'avertir ; trois fois ce nombre bloque.' },
    FOREIGN_NAME: {
      name: 'Noms d’un autre réseau',
      what: 'Comme @name.bsky.social ou @name@server : ici, ils désignent un autre compte, ou aucun.',
      usual: 'avertir.',
    },
    TAG_STUFFING: { name: 'Excès de hashtags', what: 'Trop de hashtags.', usual: 'avertir ; trois fois ce nombre bloque.' },
    REPEATED_TEXT: { name: 'Texte répété', what: 'Sur le même compte, dans le délai indiqué ci-dessous.', usual: 'avertir.' },
    UNDISCLOSED_AI: {
      name: 'IA non signalée',
      what: 'Texte généré par une IA, sans la mention ci-dessous. Contrôlé dès qu’une mention est définie.',
      usual: 'bloquer.',
    },
    DIFFERS_FROM_SOURCE: {
      name: 'Différent de la source',
      what: 'Texte d’un modèle de langage qui s’écarte peut-être de sa source : négation changée, nombre déplacé, nom ajouté.',
      usual: 'avertir.',
    },
    MODERATION_HATE: {
      name: 'Haine',
      what: 'Contre des groupes de personnes. Détecté par le service de modération, si l’opérateur en a configuré un.',
      usual: 'avertir.',
    },
    MODERATION_HARASSMENT: {
      name: 'Harcèlement',
      what: 'Contre des personnes. Détecté par le service de modération, si l’opérateur en a configuré un.',
      usual: 'avertir.',
    },
    MODERATION_THREAT: {
      name: 'Menaces',
      what: 'Menaces, et instructions pour des crimes violents. Détecté par le service de modération, si l’opérateur en a configuré un.',
      usual: 'bloquer.',
    },
    MODERATION_VIOLENCE: {
      name: 'Violence',
      what: 'Violence, y compris explicite. Détecté par le service de modération, si l’opérateur en a configuré un.',
      usual: 'avertir.',
    },
    MODERATION_SELF_HARM: {
      name: 'Automutilation',
      what: 'Apologie, intention ou instructions. Détecté par le service de modération, si l’opérateur en a configuré un.',
      usual: 'avertir.',
    },
    MODERATION_SEXUAL: {
      name: 'Contenu sexuel',
      what: 'Textes et images. Détecté par le service de modération, si l’opérateur en a configuré un.',
      usual: 'avertir.',
    },
    MODERATION_MINORS: {
      name: 'Mineurs',
      what: 'Contenu sexuel impliquant des mineurs. Détecté par le service de modération, si l’opérateur en a configuré un.',
      usual: 'bloquer.',
    },
    MODERATION_ILLICIT: {
      name: 'Délits',
      what: 'Instructions pour des délits sans violence. Détecté par le service de modération, si l’opérateur en a configuré un.',
      usual: 'avertir.',
    },
    MODERATION_OTHER: {
      name: 'Autres résultats de la modération',
      what: 'Toute autre catégorie du service. Détecté par le service de modération, si l’opérateur en a configuré un.',
      usual: 'avertir.',
    },
    NOT_MODERATED: {
      name: 'Non vérifié par la modération',
      what: 'Ce que le service n’a pas pu vérifier. L’opérateur peut le bloquer pour tous les espaces de travail.',
      usual: 'avertir.',
    },
  },
  never: 'Mots et liens interdits',
  blocked: 'Mots et expressions bloqués',
  blockedHint: 'Un par ligne.',
  hosts: 'Liens interdits',
  hostsHint: 'Hôtes comme example.org, un par ligne. Leurs sous-domaines comptent aussi.',
  more: 'Répétitions et mention',
  days: 'Délai de répétition, en jours',
  daysHint: 'Sur le même compte, de 1 à 365.',
  disclosure: 'Mention obligatoire des posts générés par IA',
  disclosureHint: 'Par exemple « #IA ». Vide : rien n’est exigé.',
};
