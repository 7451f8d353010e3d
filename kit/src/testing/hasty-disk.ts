// Loaded with `node --import`: a write to a file is confirmed before it happens, as if a click were answered
// before it is stored. Only to show that the ledger detects that.
import { type FileHandle, open } from 'node:fs/promises'

const LATER_MS = 300

const file = await open(import.meta.filename)
const handles = Object.getPrototypeOf(file) as FileHandle
await file.close()
const { write } = handles
handles.write = function writeLater(this: FileHandle, bytes: Buffer, ...rest: never[]) {
  setTimeout(() => void Reflect.apply(write, this, [bytes, ...rest]).catch(() => {}), LATER_MS)
  return Promise.resolve({ bytesWritten: bytes.length, buffer: bytes })
} as FileHandle['write']
