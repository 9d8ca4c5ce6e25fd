import type { Translation } from '../translation.ts';
import { isOne, posts } from './words.ts';

type Decision = 'APPROVED' | 'REJECTED' | 'CHANGES_REQUESTED';
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const decidedOn: Record<Decision, string> = {
  APPROVED: 'Aprovada:',
  REJECTED: 'Rejeitada:',
  CHANGES_REQUESTED: 'Alterações pedidas:',
};
const decidedMany: Record<Decision, string> = { APPROVED: 'aprovadas', REJECTED: 'rejeitadas', CHANGES_REQUESTED: 'devolvidas' };

export const decisions: Translation = {
  bulk: {
    bar: 'Várias de uma vez',
    tick: (title) => `Selecionar “${title}”`,
    selected: (selected) => `${selected} ${isOne(selected) ? 'selecionada' : 'selecionadas'}`,
    verbs: { APPROVED: 'Aprovar', CHANGES_REQUESTED: 'Pedir alterações', REJECTED: 'Rejeitar' },
    clear: 'Limpar seleção',
    ask: {
      APPROVED: (selected) => `Aprovar ${posts(selected)}`,
      CHANGES_REQUESTED: (selected) => `Pedir alterações a ${posts(selected)}`,
      REJECTED: (selected) => `Rejeitar ${posts(selected)}`,
    },
    comment: 'Comentário para quem pediu, o mesmo para todas',
    commentNeeded: 'O que deve mudar, o mesmo para todas',
    atOnce: 'Isto é enviado de imediato; não pode ser desfeito. O que entretanto mudou fica de fora.',
    notKnown: 'Não se sabe se as suas decisões chegaram',
    done: {
      APPROVED: (done, of) => `${done} de ${of} ${isOne(done) ? 'aprovada' : 'aprovadas'}.`,
      CHANGES_REQUESTED: (done, of) => `Alterações pedidas em ${done} de ${of}.`,
      REJECTED: (done, of) => `${done} de ${of} ${isOne(done) ? 'rejeitada' : 'rejeitadas'}.`,
    },
  },
  signing: {
    how: 'Ao aprovar, é pedida a sua passkey: ela assina exatamente este conteúdo.',
    waiting: 'O seu dispositivo pede a sua passkey…',
    none: 'Isto tem de ser assinado com uma passkey, e ainda não tem nenhuma.',
    add: 'Adicionar uma passkey',
    notHere: 'Isto tem de ser assinado com uma passkey, e este navegador não consegue usar nenhuma neste endereço.',
    notSigned: 'Não foi assinado, e nada foi decidido',
    bulk: 'A sua passkey é pedida uma vez e assina todas.',
  },
  sending: {
    done: {
      APPROVED: (title) => `Aprovada: “${title}”`,
      REJECTED: (title) => `Rejeitada: “${title}”. Nada foi enviado.`,
      CHANGES_REQUESTED: (title) => `Alterações pedidas: “${title}”. Nada foi enviado.`,
    },
    undo: {
      button: 'Desfazer',
      what: (made) => {
        const [first] = made;
        if (first && made.length === 1) return `${decidedOn[first.decision]} “${first.title}”`;
        const isOneKind = new Set(made.map(({ decision }) => decision)).size === 1;
        return `${made.length} ${first && isOneKind ? decidedMany[first.decision] : 'decididas'}`;
      },
      how: `Desfazer com U ou ${isMac ? '⌘Z' : 'Ctrl+Z'}.`,
    },
    sendNow: 'Enviar já',
    sending: 'A enviar a sua decisão…',
    failed: { APPROVED: 'Não aprovada', REJECTED: 'Não rejeitada', CHANGES_REQUESTED: 'Alterações não pedidas' },
    held: 'Sem ligação. Será enviado assim que voltar a estar online.',
    pageSlept: {
      message: 'A página estava suspensa quando a decisão devia ter sido enviada; por isso não foi enviada.',
      remedy: 'Veja de novo e decida.',
    },
    pageLeft: {
      message: 'Saiu da página, e a sua decisão não chegou.',
      remedy: 'Veja de novo e decida.',
    },
    look: 'Ver de novo',
    close: 'Fechar',
  },
};
