import { PROBLEM_KINDS } from '@fingerpost/kit/http/problem'
import { PROBLEMS } from './problem.schema.ts'

/** The page of all problem codes, with an anchor per code: the target of a problem's `type`. */
export function problemsPage(): string {
  const rows = Object.entries(PROBLEMS).map(([code, { kind, means, remedy }]) => {
    const { http, title } = PROBLEM_KINDS[kind]
    return `<section id="${code}"><h2><a href="#${code}"><code>${code}</code></a> <small>${http} ${title}</small></h2>
<p>${plain(means)}</p><p>${plain(remedy)}</p></section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Problems · Fingerpost API</title><link rel="stylesheet" href="/docs/static/theme/fingerpost.css">
</head><body class="problems"><main><p><a href="/docs">Fingerpost API</a></p><h1>Problems</h1>
<p>Every failed request is answered with <code>application/problem+json</code> (RFC 9457). Switch on
<code>code</code>: it is stable, the words around it are not. Quote <code>request_id</code> when you ask for help.</p>
${rows.join('\n')}</main></body></html>`
}

const plain = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The stylesheet of the pages below /docs. */
export const pageCss = `
:root { color-scheme: light; --ink: #1d2b2a; --soft: #5b6b69; --line: #dde5e3; --accent: #1f6f5f; }
body { margin: 0; background: #fbfcfc; color: var(--ink); }
.problems { font: 16px/1.6 system-ui, sans-serif; }
.problems main { max-width: 44rem; margin: 0 auto; padding: 2.5rem 1.25rem 6rem; }
.problems a { color: var(--accent); text-decoration: none; }
.problems a:hover { text-decoration: underline; }
.problems h1 { font-size: 2rem; margin: 0 0 .5rem; letter-spacing: -.02em; }
.problems h2 { font-size: 1.05rem; margin: 0; }
.problems small { color: var(--soft); font-weight: 400; margin-left: .5rem; }
.problems code { font: .95em ui-monospace, monospace; }
.problems section { border-top: 1px solid var(--line); padding: 1.1rem 0 .4rem; scroll-margin-top: 1rem; }
.problems section p { margin: .35rem 0 .5rem; color: var(--soft); }
.problems section p:first-of-type { color: var(--ink); }
.problems section:target { background: #eef6f3; box-shadow: 0 0 0 .8rem #eef6f3; border-color: transparent; }
.swagger-ui .topbar { display: none; }
.swagger-ui, .swagger-ui .opblock-tag, .swagger-ui .info .title, .swagger-ui .info p,
.swagger-ui .opblock .opblock-summary-description, .swagger-ui button, .swagger-ui select,
.swagger-ui .info li, .swagger-ui table thead tr th { font-family: system-ui, sans-serif; }
.swagger-ui .info { margin: 2.5rem 0 1.5rem; }
.swagger-ui .info .title { font-size: 2.1rem; letter-spacing: -.02em; color: var(--ink); }
.swagger-ui .info a, .swagger-ui a.nostyle { color: var(--accent); }
.swagger-ui a.nostyle, .swagger-ui .opblock-tag a.nostyle { color: inherit; }
.swagger-ui .scheme-container { background: none; box-shadow: none; padding: 0 0 1rem; }
.swagger-ui .opblock-tag { font-size: 1.25rem; border-bottom: 1px solid var(--line); }
.swagger-ui .opblock { border-radius: 8px; box-shadow: none; margin: 0 0 .5rem; }
.swagger-ui .opblock .opblock-summary-method { border-radius: 6px; min-width: 4.6rem; font-size: .8rem; }
.swagger-ui .btn.authorize { color: var(--accent); border-color: var(--accent); }
.swagger-ui .btn.authorize svg { fill: var(--accent); }
.swagger-ui .btn.execute { background: var(--accent); border-color: var(--accent); }
`
