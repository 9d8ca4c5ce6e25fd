import type { Translation } from '../translation.ts';

export const guides: Translation = {
  guides: {
    title: 'Cómo prepararlo',
    steps: {
      devto: [
        'Inicie sesión en dev.to y abra Settings, Extensions.',
        'En «DEV Community API Keys», ponga nombre a una clave, por ejemplo Countersign, y genérela.',
        'Copie la clave e introdúzcala abajo. DEV no tiene permisos separados: la clave puede lo que puede la cuenta, hasta que la revoque allí.',
        'DEV no revisa aplicaciones: un artículo es público al momento. No acepta imágenes de otros servicios.',
      ],
    },
  },
};
