import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** What code prints in a process of its own. */
async function run(code: string): Promise<string> {
  const whole = `
    import { collectGarbage, collectGarbageWhenIdle, limitHeapGrowth } from '${import.meta.dirname}/heap.ts'
    const many = (count) => Array.from({ length: count }, (_, i) => ({ i }))
    const megabytes = () => process.memoryUsage().heapTotal / 2 ** 20
    ${code}`
  const args = ['--max-semi-space-size=1', '--input-type=module', '--eval', whole]
  return (await promisify(execFile)(process.execPath, args)).stdout.trim()
}

it('collected garbage does not stay in the heap', async () => {
  const left = await run(`
    const before = megabytes()
    many(1_000_000)
    const between = megabytes()
    collectGarbage()
    console.log(between > before + 20, megabytes() < before + 4)`)
  expect(left).toBe('true true')
})

it('an idle process collects garbage, and again when it has grown', async () => {
  const small = await run(`
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    const before = megabytes()
    const isSmall = () => megabytes() < before + 4
    const settle = async () => {
      for (let tries = 0; tries < 100 && !isSmall(); tries++) await pause(50)
      return isSmall()
    }
    const work = setInterval(() => {
      for (const end = performance.now() + 10; performance.now() < end; );
    }, 10)
    await pause(20)
    collectGarbageWhenIdle(100)
    many(1_000_000)
    await pause(500)
    const whileBusy = isSmall()
    clearInterval(work)
    const onceIdle = await settle()
    many(200_000)
    await pause(500)
    const afterLittle = isSmall()
    many(2_000_000)
    console.log(whileBusy, onceIdle, afterLittle, await settle())`)
  expect(small).toBe('false true false true')
})

it('a heap with limited growth keeps less garbage beside its live objects', async () => {
  /** The largest heap while objects live long enough to become old ones. */
  const largest = `
    const live = many(1_000_000)
    const recent = []
    let most = 0
    for (let i = 0; i < 6_000; i++) {
      recent.push(many(1_000))
      if (recent.length > 300) recent.shift()
      most = Math.max(most, megabytes())
    }
    console.log(live.length && most)`
  const usual = Number(await run(largest))
  const limited = Number(await run(`limitHeapGrowth()\n${largest}`))
  expect(limited).toBeLessThan(usual * 0.75)
})
