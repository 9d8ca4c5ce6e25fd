import type { Translation } from '../translation.ts';
import { count, listed, number } from './words.ts';

type Unit = 'PUBLICATION' | 'AUTOPOSTING';

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const credits = (quantity: number, unit: Unit): string =>
  unit === 'PUBLICATION'
    ? count(quantity, 'crédito', 'créditos')
    : count(quantity, 'crédito de publicación automática', 'créditos de publicación automática');
const approvalBuckets = { ALLOWANCE: 'el cupo de este mes', PACK: 'sus paquetes', TOPUP: 'sus recargas' };

export const approvals: Translation = {
  approvals: {
    title: 'Aprobaciones',
    list: 'Aprobaciones',
    waiting: (waiting) => `${waiting} en espera`,
    shown: (shown, hasMore) => `${shown}${hasMore ? '+' : ''} a la vista`,
    sort: 'Orden',
    sorts: { OLDEST: 'Antiguas', SOONEST: 'Próximas', NEWEST: 'Recientes' },
    search: 'Buscar',
    filter: (chosen) => (chosen > 0 ? `Filtrar (${chosen})` : 'Filtrar'),
    state: 'Estado',
    platform: 'Plataforma',
    agent: 'Agente',
    any: 'Cualquiera',
    clearFilters: 'Mostrar todo lo que espera',
    findingChoices: { with: 'Con avisos', without: 'Sin avisos' },
    goesOutWhen: {
      AT_ONCE: 'En cuanto se apruebe',
      WITHIN_A_DAY: 'En 24 horas',
      WITHIN_A_WEEK: 'En siete días',
      LATER: 'Más tarde',
    },
    emptyNarrowed: 'No hay coincidencias',
    emptyNarrowedHow: 'Busque otras palabras o quite un filtro.',
    filters: {
      PENDING: 'En espera',
      APPROVED: 'Aprobadas',
      CHANGES_REQUESTED: 'Cambios pedidos',
      REJECTED: 'Rechazadas',
      EXPIRED: 'Caducadas',
      SUPERSEDED: 'Reemplazadas',
    },
    emptyWaiting: 'Nada espera su decisión',
    emptyWaitingHow: 'Cuando un agente o una persona presenta un borrador, aparece aquí. Nada sale antes de aprobarse.',
    emptyOther: 'Aquí no hay nada',
    emptyOtherHow: 'Ninguna aprobación está en este estado.',
    pick: 'Elija una aprobación de la lista.',
    nothingElse: 'Nada más espera su decisión.',
    back: 'Todas las aprobaciones',
    notFound: 'Esta aprobación no existe',
    notFoundHow: 'Quizá pertenece a otro espacio de trabajo o el enlace está incompleto.',
    askedBy: (name, isAgent) => `Pedida por ${name}${isAgent ? ' (agente)' : ''}`,
    goesOut: 'Sale',
    goesOutAtOnce: 'Sale de inmediato',
    askedAgain: (reason) => `Por qué se pide: ${reason}`,
    expires: 'Caduca',
    position: ({ index, of, hasMore }) => `${index} de ${of}${hasMore ? '+' : ''}`,
    previews: 'Cómo se verá',
    gates: 'Antes de que salga',
    findings: 'Avisos',
    findingCount: (findings) => count(findings, 'aviso', 'avisos'),
    withdraw: {
      button: 'Retirar mi voto',
      of: (title) => `Retirar mi voto sobre «${title}»`,
      done: (title) => `Se ha retirado su voto sobre «${title}».`,
      failed: 'Su voto no se ha retirado',
    },
    lookHere: {
      title: 'Fíjese en esto',
      noAccount: (names) => `${listed(names)} no ${names.length === 1 ? 'tiene' : 'tienen'} cuenta.`,
      connect: 'Conectar',
      mend: 'Abrir el borrador',
      shortened: (labels) =>
        `${listed(labels)} ${labels.length === 1 ? 'omite' : 'omiten'} algo que los lectores pueden necesitar; la tarjeta indica qué.`,
    },
    lift: {
      stops: 'Detiene la publicación.',
      open: 'Permitir igualmente…',
      whoMay: 'Un propietario o aprobador de la cuenta puede permitirlo igualmente, con un motivo.',
      reason: 'Por qué puede salir de todos modos',
      reasonHint: 'Queda con su nombre en el registro de auditoría. No aprueba nada, y cualquier otro contenido se vuelve a revisar.',
      submit: 'Permitir',
      done: 'Permitido y registrado. Aún falta su decisión.',
      failed: 'No se permitió',
      by: (name) => `Permitido por ${name}`,
      inAudit: 'En el registro de auditoría',
    },
    grant: {
      name: 'El acceso del agente',
      since: 'tiene acceso desde',
      until: 'termina el',
      untilRevoked: 'hasta que alguien lo revoque',
      sandboxOnly: 'solo sandbox',
      paused: { word: 'En pausa' },
      may: (writes) => `Puede ${writes ? 'escribir y presentar' : 'leer'}; nunca puede aprobar`,
    },
    missing: {
      title: 'Tal como están las cosas, esto nunca podrá aprobarse',
      why: (missing, required) =>
        `${required === 1 ? 'Hace falta una persona que no lo haya escrito' : `Hacen falta ${count(required, 'persona distinta', 'personas distintas')}`}, y entre quienes aún pueden decidir ${
          missing === 1 ? 'falta una' : `faltan ${number(missing)}`
        }.`,
      invite: (missing) =>
        missing === 1 ? 'Invitar a alguien para aprobar' : `Invitar a ${count(missing, 'persona', 'personas')} para aprobar`,
      policy: 'Exigir menos aprobaciones',
      submit: 'Después, vuelva a presentar el borrador',
      askOwner:
        'Pida a un propietario de la cuenta que invite a otro aprobador, o que exija menos aprobaciones y vuelva a presentar el borrador.',
    },
    costs: (quantity, unit, available, promised) =>
      `Cuesta ${credits(quantity, unit)} · ${available === 1 ? 'queda' : 'quedan'} ${number(available)}${promised > 0 ? `, ${count(promised, 'ya comprometido', 'ya comprometidos')}` : ''}`,
    tooCostly: (quantity, unit, available) =>
      `Necesita ${credits(quantity, unit)} y ${available === 0 ? 'no queda ninguno' : available === 1 ? 'queda 1' : `quedan ${number(available)}`}`,
    budget: (left, of) => `quedan ${number(left)} de ${number(of)} este mes`,
    draws: (quantity, available, bucket) => `${quantity} de ${available} en ${approvalBuckets[bucket]}`,
    sandboxCosts: 'Una publicación en el sandbox gasta un crédito, como en todas partes.',
    toCredits: 'Créditos',
    sinceDecision: (by, decided) => `Cambios desde que ${by} ${decided}`,
    sameWords: 'El texto es el mismo; ha cambiado cuándo o adónde sale.',
    againstSource: 'Comparar con el texto original',
    edit: {
      open: 'Editar',
      notHere: (reason) => `No se puede editar: ${reason}`,
      title: 'Editar antes de aprobar',
      words: (platform, post, of) => (of > 1 ? `Texto para ${platform}, publicación ${post + 1} de ${of}` : `Texto para ${platform}`),
      tags: 'Etiquetas, separadas por comas',
      time: (zone) => `Sale a las (${zone})`,
      atOnce: 'O en cuanto se apruebe',
      made: 'Lo que saldrá y lo que usted firma',
      making: 'Calculando cómo queda…',
      refused: 'Así no puede salir',
      approve: 'Aprobar la versión editada',
      leave: 'Dejar como estaba',
    },
    stages: {
      list: 'Etapas',
      states: { THROUGH: 'aprobada', NOW: 'le toca ahora', LATER: 'viene después', ENDED: 'no aprobada' },
      given: (given, required) => `${given} de ${required}`,
    },
    history: 'Decisiones hasta ahora',
    decided: { APPROVED: 'aprobó', REJECTED: 'rechazó', CHANGES_REQUESTED: 'pidió cambios' },
    approvals: (given, required) => `${given} de ${count(required, 'aprobación dada', 'aprobaciones dadas')}`,
    approve: 'Aprobar',
    approveAndPublish: 'Aprobar y publicar',
    approveFor: (when) => `Aprobar para ${when}`,
    change: 'Pedir cambios',
    reject: 'Rechazar',
    ask: {
      what: '¿Qué debe cambiar?',
      missing: 'Indique qué debe cambiar.',
      keys: isMac ? '⌘ ↵' : 'Ctrl ↵',
      reject: 'Rechazar con esta nota',
      leave: 'Dejarlo',
    },
    notLast: (after) => `Después de usted ${after === 1 ? 'debe aprobar una persona más' : `deben aprobar ${number(after)} personas más`}.`,
    notYet: (why) => `Aún no sale nada: ${listed(why)}.`,
    stops: {
      LAUNCH: 'el servicio no se ha lanzado',
      ACCOUNT: 'el operador no ha aprobado la cuenta',
      PERMISSION: 'quien lo pidió no tiene permiso para publicar',
      APPROVAL: 'debe aprobarse',
      PAYLOAD: 'no encaja en todas partes',
      SAFETY: 'un control lo detiene',
      CREDITS: 'faltan créditos',
      SCHEDULE: 'su hora ya pasó',
    },
    stopsAccount: (names) =>
      names.length === 1
        ? `${names[0]} no tiene una cuenta que funcione`
        : names.length === 0
          ? 'falta una cuenta'
          : `faltan ${number(names.length)} cuentas`,
    bar: 'Su decisión',
    deciding: 'Decidiendo…',
    changed: 'El contenido cambió después de mostrarse',
    changedHow: 'Su decisión no sería sobre el contenido de ahora, así que los botones están desactivados. No se ha enviado nada.',
    changedWaits: 'Ver la versión nueva',
    changedDraft: 'Abrir el borrador',
    changedSchedule: 'Ha cambiado cuándo sale.',
    changedNothing: 'El texto es el mismo; lo que cambió es cuándo o adónde sale.',
    picture: (url, altText) => `[Imagen ${url.slice(-6)}${altText ? `: ${altText}` : ''}]`,
    addedPlatform: 'nueva',
    removedPlatform: 'quitada',
    openDraft: 'Abrir borrador',
    openJob: 'Abrir publicación',
    keys: {
      title: 'Teclado',
      open: 'Atajos de teclado',
      isOn: 'Usar teclas sueltas',
      list: [
        ['j', 'Aprobación siguiente'],
        ['k', 'Aprobación anterior'],
        ['a', 'Aprobar'],
        ['c', 'Pedir cambios'],
        ['r', 'Rechazar'],
        ['e', 'Editar y después aprobar'],
        ['l', 'Permitir lo que un control detiene'],
        ['x', 'Seleccionar, para varias a la vez'],
        ['/', 'Buscar'],
        ['Enter', 'Abrir lo que tiene el foco'],
        ['u', 'Deshacer, durante cinco segundos después de cada decisión (también Ctrl Z)'],
        ['?', 'Mostrar esta lista'],
      ],
    },
  },
  approvalBuckets,
};
