import { freePort } from '../../deploy/local/src/ports.ts'
import type { PlannedProcess } from '../../deploy/local/src/processes.ts'

/** The process that a copy is based on: `redirect-2` is a redirect. */
export const kindOf = (name: string) => name.replace(/-\d+$/, '')

/** The process itself, and copies on other ports. */
export async function copiesOf(planned: PlannedProcess, count: number): Promise<PlannedProcess[]> {
  const more = Array.from({ length: count - 1 }, async (_, i) => {
    const [admin, http] = [await freePort(), await freePort()]
    const ports = { ADMIN_PORT: `${admin}`, HTTP_PORT: `${http}`, GRPC_PORT: `${await freePort()}` }
    return {
      ...planned,
      name: `${planned.name}-${i + 2}`,
      adminUrl: `http://127.0.0.1:${admin}`,
      httpPort: planned.httpPort && http,
      env: { ...planned.env, ...ports },
    }
  })
  return [planned, ...(await Promise.all(more))]
}

/** Whether a process reports that it is ready. */
export async function isReady(adminUrl: string): Promise<boolean> {
  const answer = await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  )
  await answer?.body?.cancel()
  return answer?.ok ?? false
}
