// Started with every stack as `guard.ts <record> <pid of the supervisor>`. Its standard input is a
// pipe from the supervisor, which closes when the supervisor exits or is killed; the guard then
// ends all recorded processes.
import { endRecorded } from './process-record.ts'

const [, , record = '', supervisor] = process.argv
process.stdin.resume()
process.stdin.once('close', () => void endRecorded(record, Number(supervisor)))
