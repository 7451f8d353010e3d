// Started beside every stack as `guard.ts <record> <pid of the supervisor>`. Its standard input is a
// pipe that the supervisor holds: it ends when the supervisor is gone, killed ones too, and then
// nothing of what they recorded may stay behind.
import { endRecorded } from './process-record.ts'

const [, , record = '', supervisor] = process.argv
process.stdin.resume()
process.stdin.once('close', () => void endRecorded(record, Number(supervisor)))
