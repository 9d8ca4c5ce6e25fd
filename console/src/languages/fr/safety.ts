import type { Translation } from '../translation.ts';

export const safety: NonNullable<Translation['settings']>['safety'] = {
  title: 'Contrôles',
  checks: 'Ce qui est recherché dans chaque post',
  weightOf: (name) => `Ce qui se passe : ${name}`,
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
      what: 'Adresses d’un réseau privé ou de sa propre machine.',
      usual: 'un réseau privé bloque, sa propre machine avertit.',
    },
    LINK_WITH_PASSWORD: {
      name: 'Liens contenant un mot de passe',
      what: 'Par exemple https://user:password@example.org.',
      usual: 'bloquer.',
    },
    LOOKALIKE_LINK: {
      name: 'Liens trompeurs',
      what: 'Adresses en lettres ressemblantes, ou presque identiques à celle d’un site connu.',
      usual: 'des lettres ressemblantes bloquent, un nom presque identique à un autre avertit.',
    },
    UNCLEAR_LINK: {
      name: 'Liens peu parlants',
      what: 'Liens raccourcis, adresses faites seulement de chiffres et copies d’un site qui ne sont pas destinées au public.',
      usual: 'avertir.',
    },
    DENIED_HOST: { name: 'Liens interdits', what: 'Les hôtes ci-dessous.', usual: 'bloquer.' },
    BLOCKED_TERM: { name: 'Mots bloqués', what: 'Les mots et expressions ci-dessous.', usual: 'bloquer.' },
    HIDDEN_CHARACTERS: {
      name: 'Caractères cachés',
      what: 'Caractères que personne ne voit, qui inversent le sens de l’écriture ou qui ressemblent aux lettres d’un autre alphabet.',
      usual: 'le texte caché et les lignes inversées bloquent, le reste avertit.',
    },
    LEFTOVER: {
      name: 'Restes de rédaction',
      what: 'Modèles non remplis comme {{first_name}}, notes, paroles d’une machine sur elle-même, mentions comme EMBARGOED.',
      usual: 'bloquer ; des notes comme TODO avertissent.',
    },
    PERSONAL_DATA: {
      name: 'Données personnelles',
      what: 'Adresses e-mail et postales, numéros de téléphone, dates de naissance, comptes bancaires, cartes, numéros attribués par un État.',
      usual: 'les numéros de carte bloquent, le reste avertit.',
    },
    PROFANITY: {
      name: 'Mots offensants',
      what: 'Mots qui choquent beaucoup de lecteurs, dans une trentaine de langues.',
      usual: 'avertir.',
    },
    UNPROVEN_CLAIM: {
      name: 'Affirmations à prouver',
      what: 'Promesses de santé, d’argent ou de succès, comme « garanti ».',
      usual: 'avertir.',
    },
    ASKS_FOR_SECRETS: {
      name: 'Demandes de secrets',
      what: 'Demander aux lecteurs des numéros de carte, des mots de passe ou des codes, comme dans une fraude.',
      usual: 'avertir.',
    },
    MENTION_STUFFING: { name: 'Mentions nombreuses', what: 'Trop de mentions.', usual: 'avertir ; trois fois ce nombre bloque.' },
    FOREIGN_NAME: {
      name: 'Noms d’un autre réseau',
      what: 'Comme @name.bsky.social ou @name@server : ici, ils désignent un autre compte, ou aucun.',
      usual: 'avertir.',
    },
    TAG_STUFFING: { name: 'Hashtags nombreux', what: 'Trop de hashtags.', usual: 'avertir ; trois fois ce nombre bloque.' },
    REPEATED_TEXT: { name: 'Encore le même texte', what: 'Sur le même compte, dans l’intervalle de jours ci-dessous.', usual: 'avertir.' },
    UNDISCLOSED_AI: {
      name: 'Écrit par une machine sans le dire',
      what: 'Texte qu’aucune personne n’a écrit, sans la mention ci-dessous. Recherché dès qu’il y en a une.',
      usual: 'bloquer.',
    },
    DIFFERS_FROM_SOURCE: {
      name: 'Différent de la source',
      what: 'Mots d’un modèle de langage qui disent peut-être autre chose que leur source : une négation changée, un nombre ailleurs, un nom ajouté.',
      usual: 'avertir.',
    },
    MODERATION_HATE: {
      name: 'Haine',
      what: 'Contre des groupes de personnes. Trouvé par le service de modération, si l’exploitant en a installé un.',
      usual: 'avertir.',
    },
    MODERATION_HARASSMENT: {
      name: 'Harcèlement',
      what: 'Contre des personnes. Trouvé par le service de modération, si l’exploitant en a installé un.',
      usual: 'avertir.',
    },
    MODERATION_THREAT: {
      name: 'Menaces',
      what: 'Menaces, et instructions pour des crimes violents. Trouvé par le service de modération, si l’exploitant en a installé un.',
      usual: 'bloquer.',
    },
    MODERATION_VIOLENCE: {
      name: 'Violence',
      what: 'Violence, même montrée crûment. Trouvé par le service de modération, si l’exploitant en a installé un.',
      usual: 'avertir.',
    },
    MODERATION_SELF_HARM: {
      name: 'Automutilation',
      what: 'Éloge, intention ou instructions. Trouvé par le service de modération, si l’exploitant en a installé un.',
      usual: 'avertir.',
    },
    MODERATION_SEXUAL: {
      name: 'Contenu sexuel',
      what: 'Textes et images. Trouvé par le service de modération, si l’exploitant en a installé un.',
      usual: 'avertir.',
    },
    MODERATION_MINORS: {
      name: 'Mineurs',
      what: 'Contenu sexuel sur des mineurs. Trouvé par le service de modération, si l’exploitant en a installé un.',
      usual: 'bloquer.',
    },
    MODERATION_ILLICIT: {
      name: 'Délits',
      what: 'Instructions pour des délits sans violence. Trouvé par le service de modération, si l’exploitant en a installé un.',
      usual: 'avertir.',
    },
    MODERATION_OTHER: {
      name: 'Autres résultats de la modération',
      what: 'Toute autre catégorie du service. Trouvé par le service de modération, si l’exploitant en a installé un.',
      usual: 'avertir.',
    },
    NOT_MODERATED: {
      name: 'Non vérifié par la modération',
      what: 'Ce que le service n’a pas pu vérifier. L’exploitant peut le bloquer pour tous les espaces de travail.',
      usual: 'avertir.',
    },
  },
  never: 'Ce qui n’est jamais dit ni mis en lien',
  blocked: 'Mots et expressions bloqués',
  blockedHint: 'Un par ligne.',
  hosts: 'Liens interdits',
  hostsHint: 'Hôtes comme example.org, un par ligne. Ce qui est en dessous compte aussi.',
  more: 'Répétition et mention',
  days: 'Jours pendant lesquels le même texte compte comme une répétition',
  daysHint: 'Sur le même compte, de 1 à 365.',
  disclosure: 'Ce que doivent dire les posts écrits par une machine',
  disclosureHint: 'Par exemple « #IA ». Vide : rien n’est exigé.',
};
