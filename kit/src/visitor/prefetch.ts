/** Whether the request is a prefetch by the browser, which is not a visit. */
export function isPrefetch(headers: { [name: string]: string | string[] | undefined }): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']
  return typeof purpose === 'string' && /prefetch|prerender|preview/i.test(purpose)
}
