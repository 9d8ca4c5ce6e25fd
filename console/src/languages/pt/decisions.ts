import type { Translation } from '../translation.ts';
import { isOne, posts } from './words.ts';

type Decision = 'APPROVED' | 'REJECTED' | 'CHANGES_REQUESTED';
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const decidedOn: Record<Decision, string> = {
  APPROVED: 'Aprovada:',
  REJECTED: 'Rejeitada:',
  CHANGES_REQUESTED: 'Alterações pedidas:',
};
const decidedMany: Record<Decision, string> = {
  APPROVED: 'aprovadas',
  REJECTED: 'rejeitadas',
  CHANGES_REQUESTED: 'com alterações pedidas',
};

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
    comment: 'Comentário para os autores, o mesmo para todas',
    commentNeeded: 'O que deve mudar, o mesmo comentário para todas',
    atOnce: 'O envio é imediato e não pode ser anulado. As publicações alteradas entretanto são ignoradas.',
    notKnown: 'Não se sabe se as suas decisões chegaram',
    done: {
      APPROVED: (done, of) => `${done} de ${of} ${isOne(done) ? 'aprovada' : 'aprovadas'}.`,
      CHANGES_REQUESTED: (done, of) => `Alterações pedidas em ${done} de ${of}.`,
      REJECTED: (done, of) => `${done} de ${of} ${isOne(done) ? 'rejeitada' : 'rejeitadas'}.`,
    },
  },
  signing: {
    how: 'Ao aprovar, é pedida a sua chave de acesso: ela assina exatamente este conteúdo.',
    waiting: 'O seu dispositivo pede a sua chave de acesso…',
    none: 'É exigida a assinatura com uma chave de acesso, e ainda não tem nenhuma.',
    add: 'Adicionar uma chave de acesso',
    notHere: 'É exigida a assinatura com uma chave de acesso, e este navegador não consegue usá-la neste endereço.',
    notSigned: 'Não assinado: não foi tomada nenhuma decisão',
    bulk: 'A sua chave de acesso é pedida uma só vez e assina todas as publicações.',
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
      remedy: 'Reveja e decida.',
    },
    pageLeft: {
      message: 'Saiu da página antes do envio da sua decisão.',
      remedy: 'Reveja e decida.',
    },
    look: 'Rever',
    close: 'Fechar',
  },
};
