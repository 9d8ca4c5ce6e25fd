import type { Translation } from '../translation.ts';

export const guides: Translation = {
  guides: {
    title: 'Comment le préparer',
    steps: {
      devto: [
        'Connectez-vous sur dev.to et ouvrez Settings, Extensions.',
        'Sous « DEV Community API Keys », nommez une clé, par exemple Countersign, et générez-la.',
        'Copiez la clé et saisissez-la ci-dessous. DEV n’a pas de droits séparés : la clé peut ce que peut le compte, jusqu’à ce que vous la révoquiez là-bas.',
        'DEV n’examine pas les applications : un article est public aussitôt. Il n’accepte pas d’images d’autres services.',
      ],
      hashnode: [
        'Le blog a besoin de Hashnode Pro : sans lui, Hashnode refuse de publier par son API.',
        'Chez Hashnode, ouvrez Account Settings, Developer et générez un jeton d’accès personnel.',
        'Saisissez ci-dessous le jeton, et l’adresse du blog si le compte en a plusieurs. Vous devez en être propriétaire ou éditeur : ce qu’écrivent les contributeurs y est d’abord relu.',
        'Hashnode n’a pas de droits séparés et n’examine pas les applications : le jeton peut ce que peut le compte, jusqu’à ce que vous le révoquiez là-bas.',
      ],
    },
  },
};
