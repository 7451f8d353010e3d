// Use these instead of imports from node:http and node:https: such an import also loads the WebSocket that
// node:http exports, and with it all of fetch, 7 MB.
export const { createServer, METHODS, STATUS_CODES, request } =
  process.getBuiltinModule('node:http')
export const { request: requestOverTls } = process.getBuiltinModule('node:https')
