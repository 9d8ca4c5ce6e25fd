import type { Translation } from '../translation.ts';

/** What the operator signs, `launch/launch-steps.ts`. */
export const launch: Translation = {
  'Terms are published': 'As condições estão publicadas',
  'Customers can read the terms and the privacy notice they are served under.':
    'Os clientes podem ler as condições e o aviso de privacidade que lhes são aplicáveis.',
  'Somebody answers complaints': 'Alguém responde às reclamações',
  'There is an address for complaints, and a person who reads it.': 'Há um endereço para reclamações e uma pessoa que o lê.',
  'Backups are tested': 'As cópias de segurança estão testadas',
  'The database is backed up (cs backup), the master key is kept apart from it, and restoring both was tried (cs restore).':
    'A base de dados é copiada (cs backup), a chave-mestra é guardada à parte, e restaurar ambas foi experimentado (cs restore).',
  'Live publishing may begin': 'A publicação a sério pode começar',
  'Posts may go out to real networks from this service.': 'Podem sair publicações deste serviço para redes reais.',
};
