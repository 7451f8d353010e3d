/** The logo, as on the dashboard, whose copy a test compares. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Fingerpost</title>' +
  '<rect width="32" height="32" rx="8" fill="#b4441c"/><path d="M10 26V6m0 2.5h10.5l4 4-4 4H10" ' +
  'fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>'

/** The logo as a data URL, for pages whose policy allows no images of the host. */
export const LOGO_URL = `data:image/svg+xml,${LOGO.replaceAll('"', "'").replace(/[#<>]/g, encodeURIComponent)}`
