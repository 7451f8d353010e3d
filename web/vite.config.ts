import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const WORTH_BYTES = 1_024
/** The best of eleven takes ten times as long and gains a hundredth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Compressed once here, not by the gateway for each visitor. The index is finished by the gateway. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir = 'dist' }) {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|svg|json)$/.test(name)) continue
      const path = join(dir, name)
      const bytes = readFileSync(path)
      if (bytes.length < WORTH_BYTES) continue
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, BROTLI))
      writeFileSync(`${path}.gz`, gzipSync(bytes))
    }
  },
}

// biome-ignore lint/style/noDefaultExport: vite asks for one.
export default defineConfig({
  base: '/app/',
  plugins: [react(), precompress],
  // The gateway puts a nonce of its own there for each answer.
  html: { cspNonce: 'NONCE' },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': 'http://localhost:8080', '/app/session': 'http://localhost:8080' } },
})
