import { plural } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { text as english } from '../en/password-reset.ts'

export const text: typeof english = {
  title: 'Establecer una nueva contraseña',
  setPassword: 'Establecer contraseña',
  endsSessions: 'Cierra todas sus sesiones.',
  changed: 'Contraseña cambiada',
  sessionsEnded: 'Se han cerrado todas sus sesiones.',
  verified:
    'Su dirección de correo ya está verificada. Como cualquiera podría haber creado esta cuenta con ella, se han eliminado las llaves de acceso y las claves de API que tenía.',
  left: (teams) =>
    `La cuenta ha salido de estos equipos: ${teams.join(', ')}. Pida una nueva invitación si la necesita.`,
  others: 'Qué más inicia sesión en esta cuenta',
  nothing: 'Nada más inicia sesión en esta cuenta.',
  passkey: (name) => `Llave de acceso ${name}`,
  added: 'añadida {added}',
  sso: (provider) => `Inicio de sesión único con ${provider}`,
  keys: (count) =>
    plural(
      count,
      'Una clave de API suya sigue funcionando.',
      `${formatCount(count)} claves de API suyas siguen funcionando.`,
    ),
  unknown: 'Si no reconoce algo, inicie sesión y elimínelo.',
  signIn: 'Iniciar sesión',
}
