import { createGauge } from '@fingerpost/kit/telemetry/gauges'
import type { ClickHouse } from './clickhouse.client.ts'

const free = createGauge('fingerpost_clickhouse_disk_free_bytes', 'Free disk space of ClickHouse')
const size = createGauge('fingerpost_clickhouse_disk_size_bytes', 'Size of the disk of ClickHouse')

/** Exports free space and size of the server's first disk as metrics. */
export function measureDisk(clickhouse: ClickHouse): void {
  const read = async (column: 'free_space' | 'total_space') => {
    const text = `SELECT ${column} AS bytes FROM system.disks ORDER BY name = 'default' DESC LIMIT 1`
    return (await clickhouse.read<{ bytes: number }>({ text, params: {} }))[0]?.bytes
  }
  free('', () => read('free_space'))
  size('', () => read('total_space'))
}
