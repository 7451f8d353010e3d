import type { text as english } from '../en/sign-in.ts'

export const text: typeof english = {
  title: 'Iniciar sesión en Fingerpost',
  signIn: 'Iniciar sesión',
  toJoin: (team: string) => `Inicie sesión para unirse a ${team}`,
  keyIsKept:
    'Introduzca una clave de API de su equipo. Se guarda en esta pestaña hasta que la cierre.',
  insecure: 'Para iniciar sesión con su cuenta, abra el panel por HTTPS.',
  apiKey: 'Clave de API',
  useKey: 'Usar una clave de API',
  useAccount: 'Usar su cuenta',
  or: 'o',
  withPasskey: 'Usar una llave de acceso',
  withSso: (provider: string) => `Iniciar sesión con ${provider}`,
  forgotYours: '¿Ha olvidado su contraseña?',
  forgotten: 'Contraseña olvidada',
  sendLink: 'Enviar un enlace',
  linkSent:
    'Si existe una cuenta con esta dirección, recibirá un enlace. Funciona una sola vez, durante una hora.',
  back: 'Volver al inicio de sesión',
}
