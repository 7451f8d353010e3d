import { createClient, idempotent } from '@fingerpost/client'
import { forget, sessionKey } from './session.ts'

type Api = ReturnType<typeof createClient>

let open: { key: string; api: Api } | undefined

/** The public REST API with the key of this session. A rejected key ends the session. */
export function api(): Api {
  const key = sessionKey() ?? ''
  if (open?.key !== key) {
    open = { key, api: apiWith(key) }
    open.api.use({
      onResponse({ response }) {
        if (response.status === 401 && sessionKey() === key) {
          forget('This API key does not open anything any more.')
        }
      },
    })
  }
  return open.api
}

/** The API with a key that is not (yet) the session's. */
export function apiWith(key: string): Api {
  const client = createClient({ baseUrl: location.origin, apiKey: key })
  client.use(idempotent)
  return client
}
