import { PROBLEM_KINDS } from '@fingerpost/kit/http/problem'
import { PROBLEMS } from '../schema/problem.schema.ts'
import { escapeHtml, type PageFiles, pageHtml } from './html.rules.ts'

/** The page of all problem codes, with an anchor per code: the target of a problem's `type`. */
export function problemsPage(files: PageFiles): string {
  const rows = Object.entries(PROBLEMS).map(([code, { kind, means, remedy }]) => {
    const { http, title } = PROBLEM_KINDS[kind]
    return `<section id="${code}"><h2><a href="#${code}"><code>${code}</code></a> <small>${http} ${title}</small></h2>
<p>${escapeHtml(means)}</p><p>${escapeHtml(remedy)}</p></section>`
  })
  return pageHtml(
    'Problems · Fingerpost API',
    files,
    `<main id="content" class="problems" tabindex="-1"><h1>Problems</h1>
<p>Every failed request is answered with <code>application/problem+json</code> (RFC 9457). Switch on
<code>code</code>: it is stable, the words around it are not. Quote <code>request_id</code> when you ask for help.</p>
${rows.join('\n')}</main>`,
  )
}
