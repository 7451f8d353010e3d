import type { Import, Source } from './source.ts'

/** Which packages of this repository each package may import. */
const KNOWS: Record<string, readonly string[]> = {
  'clients/typescript': [],
  deploy: [],
  'deploy/backup': ['kit'],
  'deploy/local': ['backup', 'kit', 'protos'],
  gateway: ['kit', 'messages', 'protos'],
  kit: ['messages'],
  messages: [],
  protos: [],
  'services/analytics': ['kit', 'protos'],
  'services/bio': ['kit', 'messages', 'protos'],
  'services/catalog': ['kit', 'protos'],
  'services/link': ['kit', 'protos'],
  'services/redirect': ['kit', 'messages', 'protos'],
  web: ['client', 'messages'],
}

/** Packages that connect to a store. */
const STORES = ['pg', 'kysely', 'ioredis', 'bullmq', '@clickhouse/client']
/** Parts of the kit that connect to a store. */
const KIT_STORES = ['stores/postgres', 'stores/redis', 'queue/queue'].map(
  (it) => `@fingerpost/kit/${it}`,
)

/** File kinds that must not access a store. */
const STORELESS = ['handlers', 'routes', 'hook', 'schema', 'docs', 'mapper']
/** File kinds of the gateway and the services. */
const SUFFIXES = [
  ...STORELESS,
  ...['worker', 'rules', 'repository', 'cache', 'queue', 'client', 'adapter', 'd'],
]
/** File kinds that rules may import. */
const PURE = ['rules', 'schema', 'mapper']
/** Modules of the kit that rules may import: pure functions. */
const PURE_KIT = [
  'http/problem',
  'net/host',
  'net/instance-host',
  'net/ip',
  'net/url',
  'text/formula',
  'text/json',
  'text/spelling',
  'text/zone',
  'visitor/language',
  'visitor/referer',
  'visitor/notice-page',
  'visitor/page',
  'visitor/page-style',
].map((it) => `@fingerpost/kit/${it}`)

/** Violations of the rules of its package or file kind, one sentence each. */
export function violations(source: Source): string[] {
  const named = source.oldNames.map((it) => `${source.path}: names ${it}`)
  if (isTest(source)) return named
  const { home, suffix, imports } = source
  const own = home.startsWith('deploy') || home === '' ? 'deploy' : home
  const used = imports.filter((it) => !it.typeOnly)
  const found = [
    ...imports.flatMap((it) => packageLaw(home || own, own, it)),
    ...(/^(gateway|services)/.test(home) && suffix !== '' && !SUFFIXES.includes(suffix)
      ? [`has the unknown file kind .${suffix}`]
      : []),
    ...(home === 'gateway' ? imports.flatMap(gatewayLaw) : []),
    ...(source.path.startsWith('web/src/') ? imports.flatMap(browserLaw) : []),
    ...used.flatMap(httpLaw),
    ...(STORELESS.includes(suffix) ? used.flatMap(storeLaw) : []),
    ...(suffix === 'rules' ? used.flatMap(rulesLaw) : []),
  ]
  const impure = suffix === 'rules' ? source.impurities.map((it) => `uses ${it} in rules`) : []
  // Services that run in one process share the modules of protos.
  const state = source.impurities.filter((it) => it.startsWith('module-level'))
  const shared = home === 'protos' ? state.map((it) => `has ${it}; protos have no state`) : []
  const renamed = source.renames.map((it) => `renames ${it}; a field keeps its name`)
  const sentences = [...found, ...source.phrases, ...impure, ...shared, ...renamed]
  return [...named, ...sentences.map((it) => `${source.path}: ${it}`)]
}

/** Test code may import everything. */
const isTest = ({ path }: Source): boolean =>
  /^(tests|deploy\/compose-test)\//.test(path) || /\.(test|check)\.tsx?$|\/testing\//.test(path)

function packageLaw(home: string, own: string, { name, file }: Import): string[] {
  if (file !== undefined) {
    return file.startsWith(`${own}/`) ? [] : [`imports ${file} of another package by its path`]
  }
  const [scope, other = ''] = name.split('/')
  if (scope !== '@fingerpost' || KNOWS[home]?.includes(other)) return []
  return [`imports ${name}, which ${home} must not know`]
}

const storeLaw = ({ name }: Import): string[] =>
  [...STORES, ...KIT_STORES].some((it) => name === it || name.startsWith(`${it}/`))
    ? [`imports ${name}; a repository, cache, queue or client reaches stores`]
    : []

const gatewayLaw = ({ name }: Import): string[] =>
  name !== 'ioredis' && STORES.includes(name)
    ? [`imports ${name}; the gateway has no store but its counters in Redis`]
    : []

const httpLaw = ({ name }: Import): string[] =>
  name === 'node:http'
    ? [`imports ${name}, which loads all of fetch: use http/node-http of the kit`]
    : []

const browserLaw = ({ name }: Import): string[] =>
  name.startsWith('node:') ? [`imports ${name}; the browser has no Node modules`] : []

function rulesLaw({ name, file }: Import): string[] {
  const impure = name.startsWith('@fingerpost/kit/') && !PURE_KIT.includes(name)
  const wrong =
    file === undefined
      ? impure || name.startsWith('node:') || STORES.includes(name)
      : !PURE.includes(/\.([a-z]+)\.ts$/.exec(file)?.[1] ?? '')
  return wrong ? [`imports ${name}; rules know only pure functions and types`] : []
}

/** Import cycles, type imports included; each as the list of its files. */
export function circles(sources: readonly Source[]): string[] {
  const importsOf = new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])]),
  )
  const found: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]) => {
    const at = trail.indexOf(path)
    if (at >= 0) found.push([...trail.slice(at), path].join(' → '))
    if (at >= 0 || done.has(path)) return
    for (const next of importsOf.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of importsOf.keys()) visit(path, [])
  return found
}

/** Packages whose folders import each other in one direction only. */
const LAYERED = [
  'gateway',
  'kit',
  'services/analytics',
  'services/bio',
  'services/catalog',
  'services/link',
  'services/redirect',
  'web',
]

/** Import cycles between the folders of layered packages; files beside the folders stand alone. */
export function folderCircles(sources: readonly Source[]): string[] {
  const layered = sources.filter((it) => LAYERED.includes(it.home) && !isTest(it))
  const folders = Map.groupBy(layered, ({ path }) => folderOf(path))
  const merged = [...folders].map(([path, files]) => ({
    ...(files[0] as Source),
    path,
    imports: files
      .flatMap(({ imports }) => imports)
      .map((it) => ({ ...it, file: folderOf(it.file ?? '') }))
      .filter(({ file }) => file !== path),
  }))
  return circles(merged)
}

/** The folder of a file, or the file itself directly below `src`. */
function folderOf(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/'))
  return folder.endsWith('/src') ? path : folder
}
