import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Modules that all services share: they have no state, or state that does not depend on a service. */
const SHARED = ['protos/', 'kit/src/geo/shared-database.ts', 'kit/src/process/node-metrics.ts']

const QUERY = /\?service=[\w-]+$/

/**
 * Gives each service its own instances of the modules of this repository, and so its own metrics,
 * readiness and traces, as in a process of its own. Packages are shared. A service is imported with
 * the URL that the returned function gives; the modules that it imports inherit its query.
 */
export function separateInstances(root: string): (entry: string, service: string) => string {
  const home = pathToFileURL(`${root}/`).href
  const shared = SHARED.map((path) => home + path)
  const isShared = (url: string) => shared.some((it) => url.startsWith(it))
  const isOurs = (url: string) => url.startsWith(home) && !url.includes('/node_modules/')
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const query = QUERY.exec(context.parentURL ?? '')?.[0]
      if (query === undefined || !isOurs(found.url) || isShared(found.url)) return found
      return { ...found, url: found.url + query }
    },
  })
  return (entry, service) => `${home}${entry}?service=${service}`
}
