// Started with every stack, by a shell as `guard.ts <record> <pid of the supervisor>`. The standard
// input of the shell is a pipe from the supervisor: the shell exits if it reads a line, and starts
// this program if the pipe closes without one, because the supervisor was killed.
import { endRecorded } from './process-record.ts'

const [, , record = '', supervisor] = process.argv
await endRecorded(record, Number(supervisor))
