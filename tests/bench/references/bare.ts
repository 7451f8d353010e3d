// The reference of every redirect row: node:http with a constant 302.
import { createServer } from 'node:http'

createServer((_, response) => {
  response
    .writeHead(302, { location: 'https://example.com/articles/0/a-title-of-a-few-words' })
    .end()
}).listen(Number(process.env.HTTP_PORT), '127.0.0.1')
