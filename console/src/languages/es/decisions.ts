import type { Translation } from '../translation.ts';
import { posts } from './words.ts';

type Decision = 'APPROVED' | 'REJECTED' | 'CHANGES_REQUESTED';
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const decidedOn: Record<Decision, string> = { APPROVED: 'Aprobada:', REJECTED: 'Rechazada:', CHANGES_REQUESTED: 'Cambios pedidos:' };
const decidedMany: Record<Decision, string> = { APPROVED: 'aprobadas', REJECTED: 'rechazadas', CHANGES_REQUESTED: 'con cambios pedidos' };

export const decisions: Translation = {
  bulk: {
    bar: 'Varias a la vez',
    tick: (title) => `Seleccionar «${title}»`,
    selected: (selected) => (selected === 1 ? '1 seleccionada' : `${selected} seleccionadas`),
    verbs: { APPROVED: 'Aprobar', CHANGES_REQUESTED: 'Pedir cambios', REJECTED: 'Rechazar' },
    clear: 'Quitar selección',
    ask: {
      APPROVED: (chosen) => `Aprobar ${posts(chosen)}`,
      CHANGES_REQUESTED: (chosen) => `Pedir cambios en ${posts(chosen)}`,
      REJECTED: (chosen) => `Rechazar ${posts(chosen)}`,
    },
    comment: 'Comentario para los autores, el mismo en todas',
    commentNeeded: 'Qué debe cambiar, el mismo comentario en todas',
    atOnce: 'Se envía de inmediato y no se puede deshacer. Las publicaciones que hayan cambiado mientras tanto se omiten.',
    notKnown: 'No se sabe si sus decisiones llegaron',
    done: {
      APPROVED: (done, of) => `Aprobadas: ${done} de ${of}.`,
      CHANGES_REQUESTED: (done, of) => `Cambios pedidos en ${done} de ${of}.`,
      REJECTED: (done, of) => `Rechazadas: ${done} de ${of}.`,
    },
  },
  signing: {
    how: 'Para aprobar se pide su llave de acceso: firma exactamente este contenido.',
    waiting: 'Su dispositivo le pide la llave de acceso…',
    none: 'Se requiere la firma con una llave de acceso, y usted aún no tiene ninguna.',
    add: 'Añadir una llave',
    notHere: 'Se requiere la firma con una llave de acceso, y este navegador no puede usarla en esta dirección.',
    notSigned: 'Sin firmar: no se ha tomado ninguna decisión',
    bulk: 'Su llave de acceso se pide una sola vez y firma todas las publicaciones.',
  },
  sending: {
    done: {
      APPROVED: (title) => `Aprobada: «${title}»`,
      REJECTED: (title) => `Rechazada: «${title}». No se ha enviado nada.`,
      CHANGES_REQUESTED: (title) => `Cambios pedidos: «${title}». No se ha enviado nada.`,
    },
    undo: {
      button: 'Deshacer',
      what: (made) => {
        const [first] = made;
        if (first && made.length === 1) return `${decidedOn[first.decision]} «${first.title}»`;
        const isOneKind = new Set(made.map(({ decision }) => decision)).size === 1;
        return `${made.length} ${first && isOneKind ? decidedMany[first.decision] : 'decididas'}`;
      },
      how: `Se deshace con U o ${isMac ? '⌘Z' : 'Ctrl+Z'}.`,
    },
    sendNow: 'Enviar ya',
    sending: 'Enviando su decisión…',
    failed: { APPROVED: 'No se aprobó', REJECTED: 'No se rechazó', CHANGES_REQUESTED: 'No se pidieron cambios' },
    held: 'Sin conexión. Se enviará en cuanto vuelva a estar en línea.',
    pageSlept: {
      message: 'La página estaba inactiva cuando debía enviarse la decisión, así que no se envió.',
      remedy: 'Revísela de nuevo y decida.',
    },
    pageLeft: {
      message: 'Salió de la página antes de que se enviara su decisión.',
      remedy: 'Revísela de nuevo y decida.',
    },
    look: 'Revisar',
    close: 'Cerrar',
  },
};
