import { fieldsHtml, nameOf, resolveIn, rowHtml, typeHtml } from './field.rules.ts'
import { escapeHtml, inlineHtml, type PageFiles, pageHtml, proseHtml } from './html.rules.ts'
import { bodyText, curlOf, pathOf, SAMPLE_ORIGIN, sampleOf, typescriptOf } from './sample.rules.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is arbitrary JSON.
type Json = any

interface Operation {
  method: string
  path: string
  route: Json
  /** Id of the PATCH that does the same as this PUT. */
  alias: string | undefined
}

/** The API reference: the whole OpenAPI document as one page. */
export function referencePage(document: Json, files: PageFiles): string {
  const operations = operationsOf(document)
  const ofTag = ({ name }: Json) => operations.filter(({ route }) => route.tags[0] === name)
  const tags: Json[] = document.tags.filter((it: Json) => ofTag(it).length > 0)
  const common = commonProblems(document, operations)
  const menu = tags.map(
    (tag) =>
      `<li class="group"><a class="topic" href="#${slugOf(tag.name)}">${tag.name}</a><ul class="entries">${ofTag(
        tag,
      )
        .map(menuItem)
        .join('')}</ul></li>`,
  )
  const sections = tags.map(
    (tag) => `<section><h2 id="${slugOf(tag.name)}">${tag.name}</h2>
${proseHtml(tag.description)}
${ofTag(tag)
  .map((it) => operationHtml(document, it, common))
  .join('\n')}</section>`,
  )
  return pageHtml(
    'Fingerpost API',
    files,
    `<div class="columns">
<nav class="menu" aria-label="Operations">
<div class="search"><label for="search">Search</label>
<input id="search" type="search" placeholder="Operation, path or field" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
<p id="found" role="status"></p></div>
<ul class="topics">${menu.join('\n')}<li class="group"><a class="topic" href="#parameters">Parameters</a></li><li class="group"><a class="topic" href="#objects">Objects</a></li></ul>
</nav>
<main id="content" tabindex="-1">
<div class="intro"><h1>Fingerpost API</h1>
${proseHtml(document.info.description)}
<h2 id="start">Start</h2>
<p>Create an API key in the <a href="/app/keys">dashboard</a>.</p>
${codeHtml('curl', START_CURL)}
${codeHtml('TypeScript', START_TYPESCRIPT)}</div>
${sections.join('\n')}
${parametersHtml(document)}
${objectsHtml(document)}
</main></div>`,
  )
}

const START_CURL = `export API_KEY=…
curl -H "x-api-key: $API_KEY" '${SAMPLE_ORIGIN}/api/organization'`
const START_TYPESCRIPT = `import { createClient } from '@fingerpost/client'

const api = createClient({ baseUrl: '${SAMPLE_ORIGIN}', apiKey: process.env.API_KEY })`

const slugOf = (tag: string) => `tag-${tag.toLowerCase().replaceAll(' ', '-')}`

function operationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([method]) => method !== 'patch' || !methods.put)
      .map(([method, route]) => {
        const alias = method === 'put' ? methods.patch?.operationId : undefined
        return { method, path, route, alias }
      }),
  )
}

const menuItem = ({ method, route }: Operation) =>
  `<li><a class="entry" href="#${route.operationId}">${escapeHtml(route.summary)} ${methodHtml(method)}</a></li>`

const methodHtml = (method: string) =>
  `<span class="method ${method}">${method.toUpperCase()}</span>`

function operationHtml(document: Json, operation: Operation, common: Set<string>): string {
  const { method, path, route, alias } = operation
  const sample = sampleOf(document, method, path, route)
  const body = bodyText(sample)
  const streams = JSON.stringify(route.responses).includes('text/event-stream')
  const request = streams ? '' : ` data-method="${sample.method}" data-path="${pathOf(sample)}"`
  return `<article id="${route.operationId}" aria-labelledby="${route.operationId}-name"${request}${
    sample.type ? ` data-type="${sample.type}"` : ''
  }>${alias ? `<span id="${alias}"></span>` : ''}
<div class="text"><h3 id="${route.operationId}-name"><a class="title" href="#${route.operationId}">${escapeHtml(route.summary)}</a></h3>
<p class="path">${methodHtml(method)} <code>/api${path}</code>${alias ? ' <small>or PATCH</small>' : ''}</p>
${proseHtml(route.description)}
${parameterList(document, route)}
${bodyHtml(route)}
${Object.entries<Json>(route.responses)
  .filter(([status]) => status < '300')
  .map(([status, it]) => responseHtml(status, it))
  .join('\n')}
${problemsHtml(document, route, common)}</div>
<div class="samples">${codeHtml('curl', curlOf(sample))}
${codeHtml('TypeScript', typescriptOf(sample))}
${body === undefined ? '' : codeHtml('Request body', body, 'body')}
${examplesHtml(route)}</div>
</article>`
}

const codeHtml = (name: string, code: string, kind = '') =>
  `<details class="code ${kind}"${name === 'curl' ? ' open' : ''}><summary>${name}</summary><pre><code>${escapeHtml(code)}</code></pre></details>`

function parameterList(document: Json, route: Json): string {
  const all: Json[] = route.parameters ?? []
  const shared = all.filter((it) => it.$ref).map((it) => [nameOf(it.$ref), resolveIn(document, it)])
  const own = all.filter((it) => !it.$ref)
  const links = shared.map(([id, it]) => `<a href="#${id}">${it.name}</a>`)
  if (all.length === 0) return ''
  return `<h4>Parameters</h4>
${own.length > 0 ? `<ul class="fields">${own.map(parameterHtml).join('\n')}</ul>` : ''}
${links.length > 0 ? `<p class="shared">${own.length > 0 ? 'Also: ' : ''}${links.join(', ')}</p>` : ''}`
}

const parameterHtml = (it: Json): string =>
  rowHtml(
    it.name,
    it.schema,
    ` <small>${it.in}</small>${it.required ? ' <em>required</em>' : ''}`,
    it.description,
  )

const bodyHtml = (route: Json): string =>
  Object.entries<Json>(route.requestBody?.content ?? {})
    .map(
      ([type, { schema }]) =>
        `<h4>Body <small>${type}</small></h4>${schema?.$ref ? `<p>${typeHtml(schema)}</p>` : fieldsHtml(schema ?? {})}`,
    )
    .join('\n')

function responseHtml(status: string, { description, content }: Json): string {
  const [type, it] = Object.entries<Json>(content ?? {})[0] ?? []
  const fields = it?.schema ? fieldsHtml(it.schema) : ''
  const types = Object.keys(content ?? {}).join(', ')
  const isJson = type === 'application/json'
  return `<h4>Response <small>${status} ${escapeHtml(description)}${isJson ? '' : `, ${types}`}</small></h4>
${isJson ? `<p>${typeHtml(it.schema)}</p>` : ''}${fields ? `<details><summary>Fields</summary>${fields}</details>` : ''}`
}

const examplesHtml = (route: Json): string =>
  Object.entries<Json>(route.responses)
    .filter(([status]) => status < '300')
    .flatMap(([status, { content }]) =>
      Object.entries<Json>(content ?? {}).map((it) => [status, ...it]),
    )
    .filter(([, , { example }]) => example !== undefined)
    .map(([status, type, { example }]) =>
      codeHtml(
        `Response ${status}${type === 'application/json' ? '' : `, ${type}`}`,
        typeof example === 'string' ? example : JSON.stringify(example, null, 2),
      ),
    )
    .join('\n')

const codesOf = (document: Json, route: Json): [string, string][] =>
  Object.entries<Json>(route.responses).flatMap(([status, it]) =>
    Object.keys(resolveIn(document, it).content?.['application/problem+json']?.examples ?? {}).map(
      (code): [string, string] => [status, code],
    ),
  )

/** Codes that most operations can return; they are left out of the lists. */
function commonProblems(document: Json, operations: Operation[]): Set<string> {
  const all = operations.flatMap(({ route }) => codesOf(document, route).map(([, code]) => code))
  const counted = Map.groupBy(all, (code) => code)
  return new Set(
    [...counted].filter(([, it]) => it.length * 2 > operations.length).map(([it]) => it),
  )
}

function problemsHtml(document: Json, route: Json, common: Set<string>): string {
  const links = codesOf(document, route)
    .filter(([, code]) => !common.has(code))
    .map(([status, code]) => `<a href="/docs/problems#${code}">${status} <code>${code}</code></a>`)
  return links.length === 0 ? '' : `<h4>Problems</h4><p class="shared">${links.join(', ')}</p>`
}

const parametersHtml = (document: Json): string =>
  `<section><h2 id="parameters">Parameters</h2><p>Parameters that several operations share.</p>
<ul class="fields">${Object.entries<Json>(document.components.parameters)
    .map(([id, it]) => parameterHtml(it).replace('<li>', `<li id="${id}">`))
    .join('\n')}</ul></section>`

const objectsHtml = (document: Json): string =>
  `<section><h2 id="objects">Objects</h2>
${Object.entries<Json>(document.components.schemas)
  .map(
    ([name, it]) =>
      `<div class="object" id="object-${name}"><h3>${name}</h3>${it.description ? `<p>${inlineHtml(it.description)}</p>` : ''}${fieldsHtml(it)}</div>`,
  )
  .join('\n')}</section>`
