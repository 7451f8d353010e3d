/** Where a request to the HTTP interface of ClickHouse goes, and the headers that name the user. */
export interface ClickHouseAddress {
  target: URL
  headers: Record<string, string>
}

/** Splits user and password off the URL, because `fetch` refuses a URL that holds them. */
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
