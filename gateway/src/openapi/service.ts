import { createLog } from '@fingerpost/kit/process/log'
import { buildApp } from '../app.ts'
import type { Clients } from '../clients.ts'
import { readConfig } from '../config.ts'

/** The OpenAPI document of a gateway that serves no requests and therefore needs no services. */
export async function makeDocument(): Promise<object> {
  const clients = new Proxy({}, { get: () => ({}) }) as Clients
  const config = readConfig({
    HTTP_PORT: '1',
    ADMIN_PORT: '1',
    LINK_ADDRESS: 'localhost:1',
    CATALOG_ADDRESS: 'localhost:1',
    BIO_ADDRESS: 'localhost:1',
    ANALYTICS_ADDRESS: 'localhost:1',
    REDIRECT_URL: 'http://localhost',
    BIO_URL: 'http://localhost',
  })
  const app = await buildApp(clients, { needs: {}, uses: {} }, config, createLog('docs', 'silent'))
  await app.ready()
  const document = app.swagger()
  await app.close()
  return document
}
