// Started as `clickhouse-server.ts <folder> <port> [<address> [<settings> [<users>]]]`, the last
// two being absolute paths. libchdb.so contains all of ClickHouse; its `clickhouse local` opens a
// server's HTTP port while a query runs, so this runs an endless one and blocks until a signal ends
// it. chdb's addon has no way to call it, and its connections refuse SYSTEM START LISTEN.
import { libchdbPath } from 'chdb/libchdb'
import { DataType, load, open } from 'ffi-rs'

const [, , folder = '', port = '', address = '127.0.0.1', settings, users] = process.argv
const args = [
  'clickhouse',
  ...(settings ? [`--config-file=${settings}`] : []),
  `--path=${folder}`,
  `--http_port=${port}`,
  `--listen_host=${address}`,
  '--multiquery',
  '--query=SYSTEM START LISTEN HTTP; SELECT sleep(3) FROM system.numbers SETTINGS max_block_size=1, max_execution_time=0 FORMAT Null',
  ...(users ? ['--', `--users_config=${users}`] : []),
]

open({ library: 'chdb', path: libchdbPath() })
load({
  library: 'chdb',
  funcName: 'query_stable_v2',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
})
