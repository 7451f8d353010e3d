/** URL of the HTTP interface of ClickHouse, and the headers with the credentials. */
export interface ClickHouseAddress {
  target: URL
  headers: Record<string, string>
}

/**
 * Moves user and password from the URL to headers, because `fetch` refuses URLs with credentials.
 */
export function clickhouseAt(url: string): ClickHouseAddress {
  const target = new URL(url)
  const { username, password } = target
  target.username = target.password = ''
  const headers = {
    'x-clickhouse-user': decodeURIComponent(username),
    'x-clickhouse-key': decodeURIComponent(password),
  }
  return { target, headers: username ? headers : {} }
}
