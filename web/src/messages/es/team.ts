import type { text as english } from '../en/team.ts'

export const text: typeof english = {
  createTeam: 'Crear equipo',
  becomeOwner: 'Será su propietario y podrá invitar a otras personas',
  notInThisTeam: 'No es miembro de este equipo',
  notInAnyTeam: 'No es miembro de ningún equipo',
  signedInAs: (email: string) =>
    `Ha iniciado sesión como ${email}. Un propietario o administrador del equipo puede invitarle.`,
}
