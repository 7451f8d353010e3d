import type { text as english } from '../en/api.ts'

export const text: typeof english = {
  keyInvalid: 'Esta clave de API ya no es válida.',
  sessionEnded: 'Su sesión ha terminado. Vuelva a iniciar sesión.',
  noAnswer: 'Sin respuesta',
  unexpected: 'Se ha producido un error en esta página. Recárguela e inténtelo de nuevo.',
  unreachable:
    'Fingerpost no responde. Compruebe la conexión; lo que ha introducido no se ha perdido.',
  noReason: (status: number) => `El servidor ha respondido ${status} sin indicar el motivo.`,
}
