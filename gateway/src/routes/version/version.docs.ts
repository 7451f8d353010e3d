import type { Operations } from '../../schema/operation.schema.ts'

export const versionDocs: Operations = {
  'GET /version': {
    id: 'getVersion',
    summary: 'Version of this instance',
    tag: 'Service',
    answer: { version: '1.2.3', build_id: '4efe739', build_time: '2026-11-20T12:00:00.000Z' },
  },
  'GET /openapi.json': {
    id: 'getOpenApi',
    summary: 'This document',
    tag: 'Service',
    answer: { openapi: '3.1.0', info: { title: 'Fingerpost', version: '1.0.0' }, paths: {} },
  },
}
