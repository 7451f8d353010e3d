import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseAllDocuments } from 'yaml'

export interface Container {
  name: string
  image: string
  command: string[]
  ports?: { name: string; containerPort: number }[]
  env?: {
    name: string
    value?: string
    valueFrom?: { secretKeyRef?: { name: string; key: string; optional?: boolean } }
  }[]
  envFrom?: { configMapRef: { name: string } }[]
  resources: { requests: Record<string, string>; limits: Record<string, string> }
  securityContext: {
    allowPrivilegeEscalation: boolean
    readOnlyRootFilesystem: boolean
    capabilities: { drop: string[] }
  }
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
  lifecycle?: { preStop: { exec: { command: string[] } } }
}

interface Probe {
  httpGet: { path: string; port: string }
}

interface PodSpec {
  securityContext: { runAsNonRoot: boolean; seccompProfile: { type: string } }
  automountServiceAccountToken: boolean
  terminationGracePeriodSeconds: number
  containers: Container[]
  initContainers?: Container[]
}

/** The fields of a manifest that tests read; its schema validates the rest. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  data?: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: differs by kind.
  spec?: any
}

/** A process and its pod in the cluster. */
export interface Workload {
  process: string
  pod: PodSpec
  container: Container
}

export const canRender = spawnSync('kubectl', ['kustomize', '--help']).status === 0

const build = (folder: string): Manifest[] =>
  parseAllDocuments(execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })).map(
    (it) => it.toJS(),
  )

/** The manifests that `kubectl apply --kustomize` would send. */
export const render = (overlay: string): Manifest[] =>
  build(join(import.meta.dirname, 'overlays', overlay))

/** The same for an overlay of production with a component. */
export function renderWith(component: string): Manifest[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'overlay-')))
  const at = (path: string) => relative(folder, join(import.meta.dirname, path))
  const overlay = { resources: [at('overlays/production')], components: [at(component)] }
  writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(overlay))
  try {
    return build(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const workloads = (manifests: readonly Manifest[]): Workload[] =>
  manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
    .map(({ metadata, spec }) => {
      const pod = spec.template.spec as PodSpec
      return { process: metadata.name, pod, container: pod.containers[0] as Container }
    })
