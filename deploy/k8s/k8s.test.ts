import { describe, expect, it } from 'vitest'
import { CONFIG_FILES, settingsIn } from '../settings/settings.ts'
import { type Container, canRender, type Manifest, render, workloads } from './manifests.ts'

/** Settings given by the image. */
const IN_IMAGE = ['HTTP_HOST', 'GRPC_HOST', 'ADMIN_HOST', 'BUILD_VERSION', 'BUILD_ID', 'BUILD_TIME']

describe.runIf(canRender).each(['production', 'small'])('%s', (overlay) => {
  const manifests = canRender ? render(overlay) : []
  const processes = workloads(manifests)
  const of = (kind: string) => manifests.filter((it) => it.kind === kind)
  const common = of('ConfigMap').flatMap(({ data = {} }) => Object.keys(data))
  const portsOf = (process: string) =>
    processes.find((it) => it.process === process)?.container.ports?.map(({ name }) => name) ?? []

  it('runs every process from one image', () => {
    expect(processes.map(({ process }) => process).sort()).toEqual(Object.keys(CONFIG_FILES).sort())
    const images = processes.flatMap(({ pod }) =>
      [...pod.containers, ...(pod.initContainers ?? [])].map(({ image }) => image),
    )
    expect(new Set(images).size).toBe(1)
  })

  it.each(manifests.map((it) => [`${it.kind} ${it.metadata.name}`, it] as const))(
    '%s matches the Kubernetes schema',
    async (_, manifest) => {
      const { apiVersion, kind } = manifest
      const name = `kubernetes-models/${apiVersion}/${kind}`
      const models = await import(/* @vite-ignore */ name)
      const model = new models[kind](manifest)
      expect(() => model.validate()).not.toThrow()
    },
  )

  it.each(processes)('$process is given every required setting and no unknown one', async (it) => {
    const settings = await settingsIn(CONFIG_FILES[it.process] ?? '')
    const own = it.container.env?.map(({ name }) => name) ?? []
    const known = new Set(settings.map(({ name }) => name))
    const required = settings.filter((setting) => setting.default === undefined)
    const given = new Set([...own, ...common, ...IN_IMAGE])

    expect(own.filter((name) => !known.has(name))).toEqual([])
    expect(required.filter(({ name }) => !given.has(name))).toEqual([])
  })

  it('one Job runs the migrations, and pods wait for those of their process', () => {
    const [job] = of('Job').map(({ spec }) => spec.template.spec)
    const migrations: Container[] = [...job.initContainers, ...job.containers]
    const waits = processes.flatMap(({ container, pod }) =>
      (pod.initContainers ?? []).map((it) => ({ container, wait: it })),
    )
    expect(waits.length).toBe(5)
    for (const { container, wait } of waits) {
      const command = wait.command.join(' ')
      const migration = migrations.find((it) => command === `${it.command.join(' ')} --wait`)
      expect(migration, command).toBeDefined()
      expect(migration?.image).toBe(container.image)
      expect(migration?.env).toEqual(wait.env)
      expect(migration?.envFrom).toEqual(wait.envFrom)
      expect(wait.envFrom).toEqual(container.envFrom)
      expect(container.env).toEqual(expect.arrayContaining(wait.env ?? []))
    }
    expect(migrations.map(({ name }) => name)).toEqual(['catalog', 'link', 'bio', 'analytics'])
    expect(job.securityContext).toEqual(processes[0]?.pod.securityContext)
    for (const it of migrations) {
      expect(it.securityContext).toEqual(processes[0]?.container.securityContext)
    }
  })

  it('a changed setting restarts its pods: the name of the ConfigMap contains a hash of the settings', () => {
    const [settings] = of('ConfigMap').map(({ metadata }) => metadata.name)
    expect(settings).toMatch(/^fingerpost-[0-9a-z]{10}$/)
    for (const { pod } of processes) {
      for (const { envFrom } of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(envFrom).toEqual([{ configMapRef: { name: settings } }])
      }
    }
  })

  it('processes read the Redis of each role from the secret, link its replica, and catalog its mail server', () => {
    const optional = processes.flatMap(({ process, container }) =>
      (container.env ?? []).flatMap(({ name, valueFrom }) =>
        valueFrom?.secretKeyRef?.optional ? `${process} ${name}` : [],
      ),
    )
    const withRedis = processes.filter(({ container }) =>
      container.env?.some(({ name }) => name === 'REDIS_URL'),
    )
    for (const { process } of withRedis) {
      expect(optional).toContain(`${process} REDIS_CACHE_URL`)
      expect(optional).toContain(`${process} REDIS_QUEUE_URL`)
    }
    expect(optional).toContain('link DATABASE_REPLICA_URL')
    // Its URL contains the password of the mail server.
    expect(optional).toContain('catalog SMTP_URL')
  })

  it('redirect stops when its spool is empty, and other processes do not wait for a spool', () => {
    const waits = processes.filter(({ container }) =>
      container.lifecycle?.preStop.exec.command.join(' ').includes('find /spool'),
    )
    expect(waits.map(({ process }) => process)).toEqual(['redirect'])
    const [redirect] = waits
    const seconds = Number(
      /seq (\d+)/.exec(redirect?.container.lifecycle?.preStop.exec.command[2] ?? '')?.[1],
    )
    expect(redirect?.pod.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 15)
    const command = redirect?.container.lifecycle?.preStop.exec.command.join(' ')
    expect(command).toContain('-path /spool/reserve -prune')
  })

  it('the daily backup uses the same image and has every setting that its command reads', () => {
    const [job] = of('CronJob').map(({ spec }) => spec.jobTemplate.spec.template.spec)
    const [container] = job.containers
    expect(container.image).toBe(processes[0]?.container.image)
    expect(container.command.join(' ')).toBe('sh -c exec node deploy/backup/src/main.ts $COMMAND')
    expect(container.env).toContainEqual({ name: 'COMMAND', value: 'daily' })
    expect(container.env.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'DATABASES', 'REDIS_URL', 'CLICKHOUSE_URL']),
    )
    const claim = job.volumes[0].persistentVolumeClaim.claimName
    expect(of('PersistentVolumeClaim').map(({ metadata }) => metadata.name)).toContain(claim)
    expect(job.securityContext).toEqual(processes[0]?.pod.securityContext)
    expect(container.securityContext).toEqual(processes[0]?.container.securityContext)
  })

  it('every shared setting is read by some process', async () => {
    const read = (await Promise.all(Object.values(CONFIG_FILES).map(settingsIn))).flat()
    const names = new Set(read.map(({ name }) => name))
    expect(common.length).toBeGreaterThan(2)
    expect(common.filter((name) => !names.has(name))).toEqual([])
  })

  it.each(processes)('$process finds other services at their ports', ({ container }) => {
    const services = new Map(of('Service').map((it) => [it.metadata.name, it]))
    for (const { name, value = '' } of container.env ?? []) {
      if (!/_(ADDRESS|URL)$/.test(name) || value === '') continue
      const [host = '', port] = value.replace(/^http:\/\//, '').split(':')
      const ports = services.get(host)?.spec.ports as { port: number }[] | undefined
      expect(
        ports?.map((it) => String(it.port)),
        `${name}=${value}`,
      ).toContain(port)
    }
  })

  it('services and probes use ports that exist in their pods', () => {
    for (const { metadata, spec } of of('Service')) {
      const has = portsOf(spec.selector['app.kubernetes.io/name'])
      for (const { targetPort } of spec.ports) expect(has, metadata.name).toContain(targetPort)
    }
    for (const { process, container } of processes) {
      const { startupProbe, readinessProbe, livenessProbe } = container
      for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
        expect(portsOf(process)).toContain(probe?.httpGet.port)
      }
    }
  })

  it('gRPC is open to its callers only, and only gateway and redirect are open to the world', () => {
    const policies = of('NetworkPolicy')
    const grpc = processes.filter(({ process }) => portsOf(process).includes('grpc'))
    expect(grpc.length).toBe(4)
    for (const { process } of grpc) {
      const setting = `${process.toUpperCase()}_ADDRESS`
      const callers = processes.filter(({ container }) =>
        container.env?.some(({ name }) => name === setting),
      )
      const policy = policies.find(({ metadata }) => metadata.name === process)
      expect(allowed(policy).sort(), process).toEqual(callers.map((it) => it.process).sort())
    }
    const open = policies.filter(({ spec }) =>
      spec.ingress?.some((rule: { from?: unknown }) => rule.from === undefined),
    )
    expect(open.map(({ spec }) => spec.podSelector.matchExpressions[0].values)).toEqual([
      ['gateway', 'redirect'],
    ])
    expect(open[0]?.spec.ingress).toEqual([{ ports: [{ port: 'http' }] }])
    const all = policies.find(({ metadata }) => metadata.name === 'nobody')?.spec
    expect(all.ingress).toBeUndefined()
    for (const { process } of processes) {
      const labels = manifests.find(
        ({ metadata, spec }) => metadata.name === process && spec?.template,
      )?.spec.template.metadata.labels
      expect(labels).toMatchObject(all.podSelector.matchLabels)
    }
  })

  it.runIf(overlay === 'production')('sends visits straight to redirect', () => {
    const rules = of('Ingress').flatMap(({ spec }) => spec.rules)
    const services = rules.flatMap(({ http }) =>
      http.paths.map((it: { backend: { service: { name: string } } }) => it.backend.service.name),
    )
    expect(services).toEqual(['gateway', 'redirect'])
  })

  it.each(processes)('$process has minimal privileges', ({ pod }) => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    })
    for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.resources.limits.memory).toBeDefined()
      expect(Object.keys(container.resources.requests).sort()).toEqual(['cpu', 'memory'])
    }
  })

  it('holds no secret', () => {
    expect(of('Secret')).toEqual([])
    const literal = processes.flatMap(({ container }) =>
      (container.env ?? []).filter(
        ({ name, value }) =>
          value && /KEY|SECRET|PASSWORD|(DATABASE|REDIS|CLICKHOUSE)_URL/.test(name),
      ),
    )
    expect(literal).toEqual([])
    expect(common.filter((name) => /KEY|SECRET|PASSWORD|STORE/.test(name))).toEqual([])
  })
})

const allowed = (policy: Manifest | undefined): string[] =>
  policy?.spec.ingress[0].from[0].podSelector.matchExpressions[0].values ?? []
