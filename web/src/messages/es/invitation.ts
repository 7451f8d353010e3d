import type { text as english } from '../en/invitation.ts'

export const text: typeof english = {
  title: 'Invitación',
  insecure: 'Para aceptarla, abra esta dirección por HTTPS.',
  goToDashboard: 'Ir al panel',
  join: (team: string) => `Unirse a ${team}`,
  invitedAs: (team: string, role: string) => `Le han invitado al equipo ${team} como ${role}.`,
  signedInAs: (email: string) => `Ha iniciado sesión como ${email}.`,
  signedInAsMember: (email: string) =>
    `Ha iniciado sesión como ${email}, que ya es miembro de este equipo.`,
  otherAccount: 'Usar otra cuenta',
  onlyForAddress: 'La invitación es para esta dirección',
  signInWith: 'Iniciar sesión con',
  browserAsks: 'El navegador le pedirá la huella dactilar, el rostro o un PIN.',
  createAccount: 'Crear cuenta',
  or: 'o',
  haveAccount: 'Ya tengo una cuenta',
}
