import type { Translation } from '../translation.ts';
import { count, form } from './words.ts';

export const overview: Translation = {
  overview: {
    title: 'Accueil',
    figures: {
      title: 'État',
      waiting: (waiting) => form(waiting, 'vous attend', 'vous attendent'),
      goingOut: (posts) => form(posts, 'publié dans les 24 heures', 'publiés dans les 24 heures'),
      stuck: ({ heldBack, unknown, failed }) => {
        const kinds = [
          { posts: heldBack, word: form(heldBack, 'retenu', 'retenus') },
          { posts: unknown, word: form(unknown, 'incertain', 'incertains') },
          { posts: failed, word: 'en échec cette semaine' },
        ].filter(({ posts }) => posts > 0);
        if (kinds.length === 0) return 'retenu ou en échec';
        return kinds.map(({ posts, word }) => (kinds.length > 1 ? `${posts} ${word}` : word)).join(' · ');
      },
      credits: (left, promised) =>
        `${form(left, 'crédit restant', 'crédits restants')}${promised > 0 ? `, ${promised} pour les posts prévus` : ''}`,
    },
    needs: {
      title: 'À vous d’agir',
      nothing: 'Aucun problème, et rien n’est retenu.',
      onlyWaiting: 'Aucun problème, et rien n’est retenu. Seules vos décisions sont attendues.',
      credits: (left, unit) => {
        const kind = unit === 'PUBLICATION' ? '' : ' d’autopublication';
        if (left === 0) return `Il ne reste aucun crédit${kind}`;
        return `Il reste ${left} ${form(left, 'crédit', 'crédits')}${kind}`;
      },
      creditsWhy: (promised, asked) =>
        [
          promised > 0 ? `Il en faut ${promised} pour les posts approuvés` : '',
          asked > 0
            ? promised > 0
              ? `et ${asked} pour ceux qui vous attendent`
              : `Il en faut ${asked} pour les posts qui vous attendent`
            : '',
        ]
          .filter(Boolean)
          .join(' ')
          .concat('.'),
      creditsDo: 'Obtenir des crédits',
      unknown: (title) => `A-t-il été publié ? « ${title} »`,
      unknownWhy: (platform) => `${platform} n’a pas répondu. Il ne sera pas envoyé deux fois ; vérifiez et indiquez-le.`,
      unknownDo: 'Résoudre',
      broken: (platform, handle) => `${platform} : ${handle} doit être reconnecté`,
      brokenDo: 'Reconnecter',
      held: (posts) => count(posts, 'post approuvé est retenu', 'posts approuvés sont retenus'),
      heldOthers: (posts) => count(posts, 'autre post approuvé est retenu', 'autres posts approuvés sont retenus'),
      connect: 'Connecter',
      agents: 'Voir l’agent',
      look: 'Ouvrir',
      all: 'Tout voir',
      failed: (title) => `Échec : « ${title} »`,
      proposal: (agent) => `Des posts de ${agent} pourraient être publiés automatiquement`,
      failedOthers: (posts) => `${count(posts, 'autre échec', 'autres échecs')} cette semaine`,
    },
    waits: 'En attente de votre décision',
    waitsOthers: 'En attente d’autres personnes',
    waitsEmpty: 'Aucune décision en attente. Les posts soumis par les agents apparaissent d’abord ici.',
    waitsAll: 'Toutes les approbations',
    next: 'Prochaines 24 heures',
    nextEmpty: 'Rien n’est prévu sur cette période. Les posts approuvés s’affichent ici avec leur heure.',
    now: 'maintenant',
    out: 'Publiés',
    outEmpty: 'Rien n’a encore été publié.',
    all: 'Tout voir',
    agents: {
      title: 'Agents, 30 derniers jours',
      all: 'Tous les agents',
      asked: (asked) => count(asked, 'soumission', 'soumissions'),
      approved: (share) => `${share} % approuvées`,
      sentBack: (share) => `${share} % renvoyées`,
      rejected: (share) => `${share} % rejetées`,
    },
    factor: {
      title: 'Seul un mot de passe protège ce compte',
      why: 'Les propriétaires et les opérateurs contrôlent les accès, les paiements et les publications. Une application d’authentification ou une clé d’accès prend une minute.',
      do: 'Configurer',
      later: 'Pas sur cet appareil',
    },
    first: 'Premiers pas',
    firstDone: (done, of) => `${done} ${form(done, 'étape faite', 'étapes faites')} sur ${of}`,
    sandbox: 'Connecter la sandbox',
    sandboxWhy:
      'Elle publie sur une page de cette console : vous pouvez tout essayer sans que personne ne le voie. Un post n’y coûte aucun crédit.',
    agent: 'Donner accès à un agent',
    agentWhy: 'Il prépare des posts et ne peut jamais les approuver. Vous décidez de ce qu’il peut faire d’autre.',
    post: 'Contresigner le premier post',
    postWhy: 'Quand l’agent soumet un brouillon, celui-ci vous attend dans Approbations. Vous pouvez aussi en écrire un vous-même.',
    postDo: 'Écrire un brouillon',
    postOut: 'Publié. Ouvrir',
  },
};
