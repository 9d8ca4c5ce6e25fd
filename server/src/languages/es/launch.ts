import type { Translation } from '../translation.ts';

/** What the operator signs, `launch/launch-steps.ts`. */
export const launch: Translation = {
  'Terms are published': 'Las condiciones están publicadas',
  'Customers can read the terms and the privacy notice they are served under.':
    'Los clientes pueden leer las condiciones y el aviso de privacidad con los que se les atiende.',
  'Somebody answers complaints': 'Alguien responde a las quejas',
  'There is an address for complaints, and a person who reads it.': 'Hay una dirección para las quejas y una persona que la lee.',
  'Backups are tested': 'Las copias de seguridad están probadas',
  'The database is backed up (cs backup), the master key is kept apart from it, and restoring both was tried (cs restore).':
    'La base de datos se copia (cs backup), la clave maestra se guarda aparte, y se ha probado a restaurar ambas (cs restore).',
  'Live publishing may begin': 'La publicación real puede empezar',
  'Posts may go out to real networks from this service.': 'Desde este servicio pueden salir publicaciones a redes reales.',
};
