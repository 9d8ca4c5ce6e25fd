import type { Translation } from '../translation.ts';

export const guides: Translation = {
  guides: {
    title: 'Como preparar',
    steps: {
      devto: [
        'Inicie sessão em dev.to e abra Settings, Extensions.',
        'Em «DEV Community API Keys», dê um nome a uma chave, por exemplo Countersign, e gere-a.',
        'Copie a chave e introduza-a abaixo. O DEV não tem permissões separadas: a chave pode o que a conta pode, até a revogar lá.',
        'O DEV não analisa aplicações: um artigo fica público de imediato. Não aceita imagens de outros serviços.',
      ],
    },
  },
};
