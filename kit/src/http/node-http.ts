// Use these instead of importing values from node:http: an import also loads the WebSocket that it exports, and
// with it all of fetch, 7 MB.
export const { createServer, METHODS, STATUS_CODES, request } =
  process.getBuiltinModule('node:http')
