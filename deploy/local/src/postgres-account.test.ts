import { execa } from 'execa'
import { expect, it } from 'vitest'

it.runIf(process.getuid?.() === 0)('a user without a name learns how to give it one', async () => {
  const module = JSON.stringify(import.meta.resolve('./postgres-account.ts'))
  const script = `import(${module}).then((it) => it.postgresAccount('/bin/true', '/'))`
  const { stderr } = await execa(process.execPath, ['--eval', script], {
    ...{ uid: 54_321, gid: 54_322, cwd: '/', reject: false },
  })

  expect(stderr).toContain('Postgres does not run as user 54321, which has no name on this machine')
  expect(stderr).toContain('fingerpost:x:54321:54322::/:/usr/sbin/nologin')
})
