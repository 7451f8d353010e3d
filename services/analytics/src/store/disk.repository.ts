import { createGauge } from '@fingerpost/kit/telemetry/gauges'
import type { ClickHouse } from './clickhouse.client.ts'

const disk = createGauge('fingerpost_clickhouse_disk_bytes', 'Disk space of ClickHouse', 'state')

/** Exports free space and size of the server's first disk as metrics. */
export function measureDisk(clickhouse: ClickHouse): void {
  const read = async (column: 'free_space' | 'total_space') => {
    const text = `SELECT ${column} AS bytes FROM system.disks ORDER BY name = 'default' DESC LIMIT 1`
    return (await clickhouse.read<{ bytes: number }>({ text, params: {} }))[0]?.bytes
  }
  disk('free', () => read('free_space'))
  disk('total', () => read('total_space'))
}
