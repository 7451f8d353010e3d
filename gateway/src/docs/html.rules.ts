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

/** URLs of the files that the pages load. */
export interface PageFiles {
  css: string
  js: string
  logo: string
}

/** A page below /docs with the header that all of them share. */
export function pageHtml(title: string, { css, js, logo }: PageFiles, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${logo}">
<link rel="stylesheet" href="${css}"><script type="module" src="${js}"></script>
</head><body>
<a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="/docs/"><img src="${logo}" alt="">Fingerpost API</a>
<nav aria-label="Pages"><a href="/docs/problems">Problems</a> <a href="/docs/json">OpenAPI</a> <a href="/app/">Dashboard</a></nav></header>
${content}
</body></html>
`
}
