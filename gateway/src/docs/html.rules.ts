/** Text as HTML, for elements and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Descriptions: paragraphs with `code` and [links](/docs/problems). */
export const proseHtml = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${inlineHtml(paragraph)}</p>`)
    .join('\n')

export const inlineHtml = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\((\/[^)\s]*)\)/g, '<a href="$2">$1</a>')

/** Paths of the files that the pages load. */
export interface PageFiles {
  css: string
  js: string
}

const SIGN =
  '<rect width="32" height="32" rx="8" fill="#b4441c"/><path d="M10 26V6m0 2.5h10.5l4 4-4 4H10" ' +
  'fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>'
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${SIGN}</svg>`

/** A page below /docs with the header that all of them share. */
export function pageHtml(title: string, { css, js }: PageFiles, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<link rel="stylesheet" href="${css}"><script type="module" src="${js}"></script>
</head><body>
<a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="/docs/"><svg viewBox="0 0 32 32" aria-hidden="true">${SIGN}</svg>Fingerpost API</a>
<nav aria-label="Pages"><a href="/docs/problems">Problems</a> <a href="/docs/json">OpenAPI</a> <a href="/app/">Dashboard</a></nav></header>
${content}
</body></html>
`
}
