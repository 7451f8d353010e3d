import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { TEST_SETTINGS } from '../../local/src/test-settings.ts'
import type { Engine } from './engine.ts'
import { freeSubnet } from './free-subnet.ts'
import { type ShellOptions, sh } from './shell.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const FILES = ['docker-compose.yml']
const LIMITED = 'deploy/compose-test/own-engine.yml'
/** The admin command in the form of the documentation. */
const ADMIN = 'exec -T catalog node services/catalog/src/admin/main.ts'

/** The expected response of `GET /api/version`. */
const BUILD = {
  BUILD_VERSION: '0.0.0-compose',
  BUILD_ID: randomBytes(6).toString('hex'),
  BUILD_TIME: new Date().toISOString(),
}

export interface Service {
  name: string
  state: string
  health: string
  exitCode: number
}

/** The compose file as a separate project with its own secrets, on one Docker engine. */
export class Compose {
  readonly env: NodeJS.ProcessEnv
  readonly url: string
  readonly #options: ShellOptions

  constructor(engine: Engine, port: number, openFiles: string, signal: AbortSignal) {
    const secret = () => randomBytes(24).toString('hex')
    const files = engine.own ? [...FILES, LIMITED] : FILES
    const subnet = freeSubnet()
    this.url = `http://localhost:${port}`
    this.env = {
      ...engine.env,
      ...TEST_SETTINGS,
      ...BUILD,
      PROXY_SUBNET: subnet,
      TRUSTED_PROXIES: `127.0.0.0/8,::1/128,172.16.0.0/12,192.168.0.0/16,${subnet}`,
      COMPOSE_PROJECT_NAME: 'fingerpost-test',
      COMPOSE_FILE: files.map((file) => join(root, file)).join(':'),
      COMPOSE_PATH_SEPARATOR: ':',
      // No .env file of the operator.
      COMPOSE_ENV_FILES: '/dev/null',
      FINGERPOST_IMAGE: 'fingerpost:test',
      FINGERPOST_PORT: `${port}`,
      OPEN_FILES: openFiles,
      POSTGRES_PASSWORD: secret(),
      CLICKHOUSE_PASSWORD: secret(),
      REDIS_PASSWORD: secret(),
      GRPC_SHARED_SECRET: secret(),
    }
    const logFile = join(engine.folder, 'logs', 'compose.log')
    this.#options = { env: this.env, cwd: root, signal, logFile }
  }

  run(...words: string[]): Promise<string> {
    return sh('docker', ['compose', '--progress', 'plain', ...words], this.#options)
  }

  docker(...words: string[]): Promise<string> {
    return sh('docker', words, this.#options)
  }

  /** Creates an API key of the first team with the documented command. */
  async firstKey(): Promise<string> {
    const made = await this.run(...ADMIN.split(' '), 'key', 'create', '--org', '1')
    return JSON.parse(made).api_key
  }

  /** The documented admin command. */
  get adminCommand(): string {
    return `docker compose ${ADMIN}`
  }

  /** All services with the state of their containers, including one-time jobs. */
  async services(): Promise<Service[]> {
    const lines = await this.run('ps', '--all', '--format', 'json')
    return lines
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((it) => ({
        name: it.Service,
        state: it.State,
        health: it.Health,
        exitCode: it.ExitCode,
      }))
      .sort((a, b) => a.name.localeCompare(b.name))
  }

  /** Stops and removes all containers and their data, even after the stop signal. */
  async clear(): Promise<void> {
    const words = ['compose', 'down', '--volumes', '--remove-orphans', '--timeout', '5']
    await sh('docker', words, this.#unstoppable)
  }

  /** Removes what builds and image stubs have replaced, even after the stop signal. */
  async prune(): Promise<void> {
    const options = this.#unstoppable
    // Removes layers of earlier builds, but keeps a build cache.
    await sh('docker', ['image', 'prune', '--force'], options)
    await sh('docker', ['builder', 'prune', '--force', '--keep-storage', '4GB'], options)
  }
  get #unstoppable(): ShellOptions {
    const { signal: _, ...options } = this.#options
    return options
  }
}
