import type { Translation } from '../translation.ts';
import { count, isOne } from './words.ts';

export const overview: Translation = {
  overview: {
    title: 'Resumo',
    figures: {
      title: 'Ponto de situação',
      waiting: (waiting) => (isOne(waiting) ? 'espera por si' : 'esperam por si'),
      goingOut: (leaving) => (isOne(leaving) ? 'é publicada nas próximas 24 horas' : 'são publicadas nas próximas 24 horas'),
      stuck: ({ heldBack, unknown, failed }) => {
        const kinds = [
          { stuck: heldBack, one: 'retida', many: 'retidas' },
          { stuck: unknown, one: 'por confirmar', many: 'por confirmar' },
          { stuck: failed, one: 'falhou esta semana', many: 'falharam esta semana' },
        ].filter(({ stuck }) => stuck > 0);
        if (kinds.length === 0) return 'retidas ou com falha';
        return kinds
          .map(({ stuck, one, many }) => {
            const word = isOne(stuck) ? one : many;
            return kinds.length > 1 ? `${stuck} ${word}` : word;
          })
          .join(' · ');
      },
      credits: (left, promised) =>
        `${isOne(left) ? 'crédito restante' : 'créditos restantes'}${promised > 0 ? `, ${promised} para publicações previstas` : ''}`,
    },
    needs: {
      title: 'Precisa de si',
      nothing: 'Não há problemas nem nada retido.',
      onlyWaiting: 'Não há problemas nem nada retido. Só faltam as suas decisões.',
      credits: (left, unit) => {
        const kind = unit === 'PUBLICATION' ? '' : ' de publicação automática';
        if (left === 0) return `Não resta nenhum crédito${kind}`;
        return isOne(left) ? `Resta 1 crédito${kind}` : `Restam ${left} créditos${kind}`;
      },
      creditsWhy: (promised, asked) => {
        const approved = promised > 0 ? `As publicações aprovadas precisam de ${promised}` : '';
        const waiting = asked > 0 ? `${promised > 0 ? 'as' : 'As publicações'} que esperam por si precisam de ${asked}` : '';
        return `${[approved, waiting].filter(Boolean).join(', ')}.`;
      },
      creditsDo: 'Obter créditos',
      unknown: (title) => `Foi publicada? “${title}”`,
      unknownWhy: (platform) => `${platform} não respondeu. Não será enviada duas vezes; verifique e indique o resultado.`,
      unknownDo: 'Resolver',
      broken: (platform, handle) => `${platform}: é preciso voltar a ligar ${handle}`,
      brokenDo: 'Voltar a ligar',
      held: (held) => count(held, 'publicação aprovada está retida', 'publicações aprovadas estão retidas'),
      heldOthers: (held) => (isOne(held) ? 'Mais 1 publicação aprovada está retida' : `Mais ${held} publicações aprovadas estão retidas`),
      connect: 'Ligar',
      agents: 'Ver o agente',
      look: 'Abrir',
      all: 'Ver tudo',
      failed: (title) => `Falhou: “${title}”`,
      proposal: (agent) => `Publicações de ${agent} poderiam ser publicadas automaticamente`,
      failedOthers: (failed) => (isOne(failed) ? 'Mais 1 falhou esta semana' : `Mais ${failed} falharam esta semana`),
    },
    waits: 'À sua espera',
    waitsOthers: 'À espera de outras pessoas',
    waitsEmpty: 'Nada espera por uma decisão. O que os agentes submetem aparece aqui primeiro.',
    waitsAll: 'Todas as aprovações',
    next: 'Próximas 24 horas',
    nextEmpty: 'Nada está previsto neste período. As publicações aprovadas aparecem aqui com a hora.',
    now: 'agora',
    out: 'Publicadas',
    outEmpty: 'Ainda nada foi publicado.',
    all: 'Ver tudo',
    agents: {
      title: 'Agentes, últimos 30 dias',
      all: 'Todos os agentes',
      asked: (asked) => count(asked, 'submetida', 'submetidas'),
      approved: (share) => `${share}% aprovadas`,
      sentBack: (share) => `${share}% devolvidas`,
      rejected: (share) => `${share}% rejeitadas`,
    },
    factor: {
      title: 'Só uma palavra-passe protege esta conta',
      why: 'Os proprietários e operadores controlam os acessos, os pagamentos e as publicações. Uma app de autenticação ou uma chave de acesso configura-se num minuto.',
      do: 'Configurar',
      later: 'Não neste dispositivo',
    },
    first: 'Primeiros passos',
    firstDone: (done, of) => `${done} de ${count(of, 'passo', 'passos')} ${isOne(done) ? 'concluído' : 'concluídos'}`,
    sandbox: 'Ligar a sandbox',
    sandboxWhy:
      'Publica num feed desta consola, para poder experimentar tudo sem que ninguém veja. Uma publicação na sandbox não gasta créditos.',
    agent: 'Dar acesso a um agente',
    agentWhy: 'Prepara publicações e nunca as pode aprovar. Decide que mais pode fazer.',
    post: 'Aprovar a primeira publicação',
    postWhy: 'Quando o agente submete um rascunho, ele espera por si em Aprovações. Também pode escrever um.',
    postDo: 'Escrever um rascunho',
    postOut: 'Está publicada. Ver',
  },
};
