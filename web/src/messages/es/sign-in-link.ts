import type { text as english } from '../en/sign-in-link.ts'

export const text: typeof english = {
  title: 'Iniciar sesión en Fingerpost',
  signingIn: 'Iniciando sesión',
  toTeam: (team: string) => `Iniciar sesión en ${team}`,
  toTeamAsked: (team: string) => `¿Iniciar sesión en ${team}?`,
  onlyIfRequested: (team: string) =>
    `Este enlace inicia sesión en el equipo ${team}. Continúe solo si lo ha solicitado: todo lo que cree pertenecerá a este equipo.`,
  anotherWay: 'Iniciar sesión de otra forma',
  welcome: (team: string) => `Le damos la bienvenida a ${team}`,
  nobodyYet:
    'Nadie tiene aún una cuenta en este equipo. Cree la suya como propietario o inicie sesión sin cuenta, con la clave de API del equipo. Continúe solo si ha solicitado este enlace: todo lo que cree pertenecerá a este equipo.',
  createAccount: 'Crear su cuenta',
  withoutAccount: 'Continuar sin cuenta',
}
