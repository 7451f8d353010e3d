/** What is not part of a view: where a list is scrolled to, and the live clicks. */
const PASSING = ['page', 'live']

/** The filters, sorting and period of a URL as a query string in a fixed order; empty without any. */
export function viewQuery(search: string): string {
  const params = new URLSearchParams(search)
  const stored = [...params].filter(([name, value]) => value !== '' && !PASSING.includes(name))
  const order = ([name]: [string, string], [other]: [string, string]) =>
    name < other ? -1 : Number(name > other)
  return new URLSearchParams(stored.sort(order)).toString()
}
