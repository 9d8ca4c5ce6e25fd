import type { Translation } from '../translation.ts';
import { count, number } from './words.ts';

export const overview: Translation = {
  overview: {
    title: 'Resumen',
    figures: {
      title: 'Estado',
      waiting: (waiting) => (waiting === 1 ? 'espera su decisión' : 'esperan su decisión'),
      goingOut: (posts) => (posts === 1 ? 'se publica en las próximas 24 horas' : 'se publican en las próximas 24 horas'),
      stuck: ({ heldBack, unknown, failed }) => {
        const kinds = [
          { quantity: heldBack, word: heldBack === 1 ? 'retenida' : 'retenidas' },
          { quantity: unknown, word: 'sin confirmar' },
          { quantity: failed, word: failed === 1 ? 'fallida esta semana' : 'fallidas esta semana' },
        ].filter(({ quantity }) => quantity > 0);
        if (kinds.length === 0) return 'retenidas o fallidas';
        return kinds.map(({ quantity, word }) => (kinds.length > 1 ? `${quantity} ${word}` : word)).join(' · ');
      },
      credits: (left, promised) =>
        `${left === 1 ? 'crédito disponible' : 'créditos disponibles'}${promised > 0 ? `, ${promised} para publicaciones previstas` : ''}`,
    },
    needs: {
      title: 'Requiere su atención',
      nothing: 'No hay problemas ni nada retenido.',
      onlyWaiting: 'No hay problemas ni nada retenido. Solo faltan sus decisiones.',
      credits: (left, unit) => {
        const kind = unit === 'PUBLICATION' ? '' : ' de publicación automática';
        if (left === 0) return `No queda ningún crédito${kind}`;
        return left === 1 ? `Queda 1 crédito${kind}` : `Quedan ${number(left)} créditos${kind}`;
      },
      creditsWhy: (promised, asked) => {
        const ofPromised = promised > 0 ? `Las publicaciones aprobadas necesitan ${number(promised)}` : '';
        if (asked === 0) return `${ofPromised}.`;
        return ofPromised
          ? `${ofPromised} y las que esperan su decisión, ${number(asked)}.`
          : `Las publicaciones que esperan su decisión necesitan ${number(asked)}.`;
      },
      creditsDo: 'Obtener créditos',
      unknown: (title) => `¿Se publicó? «${title}»`,
      unknownWhy: (platform) => `${platform} no ha respondido. No se enviará dos veces; compruébelo e indíquelo.`,
      unknownDo: 'Resolver',
      broken: (platform, handle) => `${platform}: hay que volver a conectar ${handle}`,
      brokenDo: 'Reconectar',
      held: (held) => count(held, 'publicación aprobada está retenida', 'publicaciones aprobadas están retenidas'),
      heldOthers: (held) => count(held, 'publicación aprobada más está retenida', 'publicaciones aprobadas más están retenidas'),
      connect: 'Conectar',
      agents: 'Ver el agente',
      look: 'Abrir',
      all: 'Ver todo',
      failed: (title) => `Falló: «${title}»`,
      proposal: (agent) => `Publicaciones de ${agent} podrían publicarse automáticamente`,
      failedOthers: (failed) => (failed === 1 ? '1 más falló esta semana' : `${number(failed)} más fallaron esta semana`),
    },
    waits: 'Espera su decisión',
    waitsOthers: 'Espera a otras personas',
    waitsEmpty: 'No hay decisiones pendientes. Lo que envían los agentes aparece primero aquí.',
    waitsAll: 'Ver todas',
    next: 'Próximas 24 horas',
    nextEmpty: 'No hay nada previsto en este periodo. Las publicaciones aprobadas aparecen aquí con su hora.',
    now: 'ahora',
    out: 'Publicado',
    outEmpty: 'Aún no se ha publicado nada.',
    all: 'Ver todo',
    agents: {
      title: 'Agentes, últimos 30 días',
      all: 'Ver todos',
      asked: (asked) => count(asked, 'enviada', 'enviadas'),
      approved: (share) => `${share}\u00a0% aprobadas`,
      sentBack: (share) => `${share}\u00a0% devueltas`,
      rejected: (share) => `${share}\u00a0% rechazadas`,
    },
    factor: {
      title: 'Solo una contraseña protege esta cuenta',
      why: 'Los propietarios y operadores controlan los accesos, los pagos y las publicaciones. Configurar una app de autenticación o una llave de acceso lleva un minuto.',
      do: 'Configurar',
      later: 'En este dispositivo no',
    },
    first: 'Primeros pasos',
    firstDone: (done, of) => `${done} de ${count(of, 'paso hecho', 'pasos hechos')}`,
    sandbox: 'Conectar el sandbox',
    sandboxWhy:
      'Publica en un feed de esta consola, para que pueda probarlo todo sin que nadie lo vea. Una publicación allí no gasta créditos.',
    agent: 'Dar acceso a un agente',
    agentWhy: 'Prepara publicaciones y nunca puede aprobarlas. Usted decide qué más puede hacer.',
    post: 'Aprobar la primera publicación',
    postWhy: 'Cuando el agente envía un borrador, espera su decisión en Aprobaciones. También puede escribir uno usted.',
    postDo: 'Escribir un borrador',
    postOut: 'Ya está publicada. Verla',
  },
};
