import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const TYPES: Record<number, string> = { 1: 'A', 5: 'CNAME', 6: 'SOA', 16: 'TXT', 28: 'AAAA' }
const NXDOMAIN = 3

/** A DNS server with a few records, keyed by `<type> <name>`. Ignored names get no response. */
export async function startDnsStub() {
  const records = new Map<string, string[]>()
  const ignored = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = readQuestion(query)
    if (ignored.has(name)) return
    const found = records.get(`${type} ${name}`) ?? []
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (found.length > 0 ? 0 : NXDOMAIN), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(found.length, 6)
    const answers = found.map((value) => answer(query.readUInt16BE(end - 4), type, value))
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    records,
    ignored,
    close: () => socket.close(),
  }
}

function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = TYPES[query.readUInt16BE(at + 1)] ?? 'OTHER'
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 }
}

function answer(type: number, kind: string, value: string): Buffer {
  const data = DATA[kind]?.(value) ?? labels(value)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0) // pointer to the name in the question
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(0, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** The data of a record by type; of others, a name. An AAAA value has eight groups. */
const DATA: Record<string, (value: string) => Buffer> = {
  A: (value) => Buffer.from(value.split('.').map(Number)),
  AAAA: (value) => Buffer.from(value.replaceAll(':', ''), 'hex'),
  SOA: (value) => Buffer.concat([labels(value), labels(value), Buffer.alloc(20)]),
  TXT: (value) => text(value),
}

/** Splits long texts into strings of at most 20 bytes, as real TXT records are split at 255. */
const text = (value: string) =>
  Buffer.concat((value.match(/.{1,20}/g) ?? []).map((piece) => short(piece)))
const labels = (name: string) => Buffer.concat([...name.split('.').map(short), Buffer.alloc(1)])
const short = (piece: string) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])
