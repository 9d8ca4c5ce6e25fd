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
    },
  },
};
