import { api } from '../../api/client.ts'
import { ProblemError, read } from '../../api/problem.ts'
import { type Change, type Failure, withRetry } from './bulk.queries.ts'
import { qrNames } from './qr-names.rules.ts'
import type { Named } from './selection.rules.ts'

/** QR codes requested together. */
const AT_ONCE = 5
const PIXELS = 512

export type QrFormat = 'svg' | 'png'

/** An action that collects the QR codes of links, and their ZIP file. */
export function qrCodesOf(
  links: readonly Named[],
  format: QrFormat,
): { change: Change; file: () => Promise<Blob> } {
  const names = qrNames(links, format)
  const files: Record<string, Uint8Array> = {}

  async function fetchOne(id: string): Promise<void> {
    const params = { path: { link_id: id }, query: { format, size: PIXELS } }
    const call = api().GET('/link/{link_id}/qr', { params, parseAs: 'arrayBuffer' })
    files[names.get(id) ?? id] = new Uint8Array((await read(call)) as ArrayBuffer)
  }

  async function collect(ids: string[]) {
    const missing: string[] = []
    const failed: Failure[] = []
    await Promise.all(
      ids.map(async (id) => {
        try {
          await withRetry(() => fetchOne(id))
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error
          const { status, detail, errors } = error.problem
          if (status === 404) missing.push(id)
          else if (status === 400) failed.push({ id, detail: errors[0]?.detail ?? detail })
          else throw error
        }
      }),
    )
    return { missing, failed }
  }

  return {
    change: Object.assign(collect, { size: AT_ONCE }),
    async file() {
      const { zipSync } = await import('fflate')
      return new Blob([zipSync(files)], { type: 'application/zip' })
    },
  }
}
