import type { Operations } from '../../schema/operation.schema.ts'

const tag = 'People'

export const ssoDocs: Operations = {
  'GET /session/methods': {
    id: 'getSignInMethods',
    summary: 'List the ways to sign in',
    description:
      '`sso` is single sign-on by OpenID Connect and has the name of its provider; null if the operator has not set it up.',
    tag,
    answer: { password: true, passkey: true, sso: { name: 'login.example.com' } },
  },
  'POST /session/sso': {
    id: 'startSso',
    summary: 'Start single sign-on',
    description:
      'Sets a cookie and returns the URL of the identity provider, to which the page sends the browser. The provider sends it back to `/app/sso/callback`, which starts the session and redirects to `return_to`, a path of the dashboard. With `invitation`, signing in accepts it. For pages of this instance only: the request needs their `Origin`.',
    tag,
    request: { return_to: '/app/links' },
    answer: { url: 'https://login.example.com/authorize?client_id=fingerpost&…' },
    problems: ['foreign_origin', 'not_found', 'unavailable'],
  },
}
