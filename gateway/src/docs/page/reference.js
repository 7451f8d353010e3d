const all = (selector, from = document) => [...from.querySelectorAll(selector)]

/** An element with properties and children. */
const make = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

// Links to an operation in the previous reference: #/Links/createLink.
const former = /^#\/[^/]+\/(\w+)$/.exec(location.hash)
if (former) location.replace(`#${former[1]}`)

for (const code of all('.code')) {
  const text = code.querySelector('code')
  text.textContent = text.textContent.replaceAll('http://localhost:8080', location.origin)
  const copy = make('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  copy.ariaLabel = `Copy ${code.querySelector('summary').textContent}`
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text.textContent)
    copy.textContent = 'Copied'
    setTimeout(() => {
      copy.textContent = 'Copy'
    }, 2_000)
  })
  code.append(copy)
}

const search = document.querySelector('#search')
if (search) {
  const found = document.querySelector('#found')
  const entries = all('article').map((article) => ({
    article,
    item: document.querySelector(`.menu a[href="#${article.id}"]`).parentElement,
    text: article.querySelector('.text').textContent.toLowerCase(),
  }))
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    let count = 0
    for (const { article, item, text } of entries) {
      const hidden = !words.every((word) => text.includes(word))
      article.hidden = hidden
      item.hidden = hidden
      if (!hidden) count += 1
    }
    const searching = words.length > 0
    document.body.classList.toggle('searching', searching)
    for (const part of all('.menu .group, main > *')) {
      const inside = all('article, li li', part).concat(all('ul li', part))
      part.hidden = searching && !inside.some((it) => !it.hidden && it.matches('article, .menu li'))
    }
    found.textContent = searching ? `${count} ${count === 1 ? 'operation' : 'operations'}` : ''
  }
  search.addEventListener('input', show)
  search.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') search.value = ''
    if (key === 'Escape') show()
    if (key === 'Enter') entries.find(({ article }) => !article.hidden)?.item.firstChild.click()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.matches('input, textarea')) return
    event.preventDefault()
    search.focus()
  })
  // A link to an operation that the search hides.
  addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1))
    if (!target?.closest('[hidden]')) return
    search.value = ''
    show()
    target.scrollIntoView()
  })
}

/** The key is kept in this page only, and shared by its forms. */
let apiKey = ''

for (const article of all('article[data-path]')) {
  const panel = make(
    'details',
    { className: 'code try' },
    make('summary', { textContent: 'Try it' }),
  )
  panel.addEventListener(
    'toggle',
    () => panel.querySelector('form') ?? panel.append(formOf(article)),
  )
  article.querySelector('.samples').append(panel)
}

const labelled = (text, input) => make('label', {}, text, input)

/** A form that sends the request of an operation and shows the response. */
function formOf(article) {
  const { method, path, type } = article.dataset
  const key = make('input', {
    type: 'password',
    autocomplete: 'off',
    value: apiKey,
    placeholder: 'Empty: your session in the dashboard',
  })
  const target = make('input', { value: path, spellcheck: false })
  const body = make('textarea', { rows: 8, spellcheck: false })
  body.value = article.querySelector('.body code')?.textContent ?? ''
  const answer = make('pre', { className: 'answer', role: 'status' })
  const form = make(
    'form',
    {},
    labelled('API key', key),
    labelled(`${method} path and query`, target),
    ...(type ? [labelled('Body', body)] : []),
    make('button', { className: 'send', textContent: 'Send' }),
    answer,
  )
  if (body.value.includes('"domain_id"')) void useOwnDomain(body)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    apiKey = key.value
    answer.textContent = 'Sending…'
    answer.textContent = await send(method, target.value, type, type && body.value)
  })
  return form
}

/** Replaces the domain of an example by the default one of the person who is signed in. */
async function useOwnDomain(body) {
  const response = await fetch('/api/domain?limit=100', { credentials: 'same-origin' })
  if (!response.ok) return
  const { items } = await response.json()
  const { id } = items.find(({ is_default }) => is_default) ?? items[0] ?? {}
  if (id) body.value = body.value.replace(/"domain_id": \d+/, `"domain_id": ${id}`)
}

/** Status and body of the response as text. */
async function send(method, path, type, body) {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin) return 'The path must begin with /api.'
  try {
    const response = await fetch(url, {
      method,
      body,
      // Without a key, as the person who is signed in to the dashboard.
      credentials: apiKey ? 'omit' : 'same-origin',
      headers: { ...(apiKey && { 'x-api-key': apiKey }), ...(type && { 'content-type': type }) },
    })
    const given = response.headers.get('content-type') ?? ''
    const status = `${response.status} ${response.statusText}`
    if (/^image\//.test(given)) return `${status}\n${given}`
    const text = await response.text()
    // Not JSON lines (x-ndjson).
    const shown = /[/+]json/.test(given) ? JSON.stringify(JSON.parse(text), null, 2) : text
    return `${status}\n${shown.slice(0, 100_000)}`
  } catch {
    return 'The request got no response.'
  }
}
