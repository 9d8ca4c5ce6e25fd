import type { Translation } from '../translation.ts';

export const guides: Translation = {
  guides: {
    title: 'Comment le préparer',
    steps: {
      devto: [
        'Connectez-vous sur dev.to et ouvrez Settings, Extensions.',
        'Dans « DEV Community API Keys », nommez une clé, par exemple Countersign, et générez-la.',
        'Copiez la clé et saisissez-la ci-dessous. DEV ne distingue pas les droits : la clé peut faire tout ce que peut le compte, jusqu’à ce que vous la révoquiez.',
        'DEV n’examine pas les applications : un article est aussitôt public. Il n’accepte pas d’images d’autres services.',
      ],
      hashnode: [
        'Le blog doit avoir Hashnode Pro : sinon, Hashnode refuse la publication par son API.',
        'Sur Hashnode, ouvrez Account Settings, Developer et générez un jeton d’accès personnel.',
        'Saisissez ci-dessous le jeton, et l’adresse du blog si le compte en a plusieurs. Vous devez en être propriétaire ou éditeur : ce qu’écrivent les contributeurs y est d’abord relu.',
        'Hashnode ne distingue pas les droits et n’examine pas les applications : le jeton peut faire tout ce que peut le compte, jusqu’à ce que vous le révoquiez.',
      ],
      ghost: [
        'Dans l’administration de Ghost, ouvrez Settings, Integrations et ajoutez une intégration personnalisée, par exemple Countersign. Sur Ghost(Pro), il faut un forfait qui la comprend.',
        'Copiez son URL d’API et sa clé de l’API Admin, qui contient deux points. La clé de l’API Content ne peut que lire.',
        'Saisissez les deux ci-dessous. L’intégration peut écrire des articles et envoyer des images jusqu’à ce que vous la supprimiez ; Ghost n’examine pas les applications.',
        'Les articles sont publiés sur le site, visibles de tous. Aucune newsletter n’est envoyée.',
      ],
      lemmy: [
        'Créez un compte dédié sur un serveur, signalez-le comme robot dans ses paramètres et rejoignez la communauté avec lui.',
        'Lisez les règles du serveur et de la communauté : certains interdisent les publications automatiques, et un serveur peut exiger de valider le compte.',
        'Saisissez le serveur, le nom, le mot de passe et la communauté. Le mot de passe ne sert qu’une fois ; avec l’authentification à deux facteurs, saisissez aussi le code actuel.',
        'Lemmy ne distingue pas les droits et n’examine pas les applications : la session peut faire tout ce que peut le compte. Pour y mettre fin, changez le mot de passe sur Lemmy.',
      ],
      postiz: [
        'Dans Postiz, connectez le compte comme canal et ouvrez Settings, Developers, Public API. Copiez la clé d’API.',
        'L’adresse est https://api.postiz.com ou, pour votre propre serveur, ce qu’indique NEXT_PUBLIC_BACKEND_URL, souvent avec /api à la fin. L’opérateur doit autoriser un serveur situé dans un réseau privé.',
        'Saisissez les deux ci-dessous, ainsi que le nom d’un canal : X, LinkedIn, Facebook, Instagram, Threads, Bluesky, Mastodon, Nostr ou VK. Si un nom n’est pas unique, saisissez l’identifiant ; un nom erroné affiche la liste.',
        'Seuls les posts approuvés ici sont envoyés à Postiz, à l’heure prévue et une seule fois. C’est Postiz qui indique si la publication a eu lieu ; désactivez les plugs qui ajoutent des commentaires aux publications du canal.',
      ],
    },
  },
};
