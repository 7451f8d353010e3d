import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLogFile, rotate, rotateLargeLogs, tail } from './log-file.ts'
import { temporaryFolder } from './testing/index.ts'

it('a large log is rotated while it is written, and the five newest files are kept', () => {
  const folder = temporaryFolder()
  const log = openLogFile(join(folder, 'link.log'))
  for (let n = 1; n <= 8; n++) {
    writeSync(log, `line ${n}\n`)
    rotateLargeLogs(folder, 10)
    writeSync(log, `after ${n}\n`)
    rotateLargeLogs(folder, 10)
  }
  const contents = Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
  expect(contents).toEqual({
    'link.log': '',
    'link.log.1': 'line 8\nafter 8\n',
    'link.log.2': 'line 7\nafter 7\n',
    'link.log.3': 'line 6\nafter 6\n',
    'link.log.4': 'line 5\nafter 5\n',
  })
})

it('a log that cannot be copied keeps its lines until it has twice the size', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'link.log')
  const refuse = () => mkdirSync(`${path}.new`)
  const log = openLogFile(path)
  writeSync(log, 'twelve bytes')
  refuse()
  rotateLargeLogs(folder, 10)
  expect(readFileSync(path, 'utf8')).toBe('twelve bytes')

  writeSync(log, ' and more')
  refuse()
  rotateLargeLogs(folder, 10)
  expect([statSync(path).size, readdirSync(folder)]).toEqual([0, ['link.log']])
})

it('a folder without logs, or that is missing, is no error', () => {
  rotateLargeLogs(join(temporaryFolder(), 'missing'), 10)
})

it('each run starts a new log', () => {
  const path = join(temporaryFolder(), 'link.log')
  rotate(path)
  for (const run of ['first', 'second', 'third']) {
    appendFileSync(path, run)
    rotate(path)
  }
  expect([1, 2, 3].map((n) => readFileSync(`${path}.${n}`, 'utf8'))).toEqual([
    'third',
    'second',
    'first',
  ])
})

it('the last lines of a run are those of its log, also after it was emptied', () => {
  const path = join(temporaryFolder(), 'link.log')
  appendFileSync(path, 'earlier run\n')
  const from = statSync(path).size
  appendFileSync(path, 'one\ntwo\nthree\n')
  expect(tail(path, 2, from)).toEqual(['two', 'three'])
  rotateLargeLogs(join(path, '..'), 20)
  appendFileSync(path, 'four\n')
  expect(tail(path, 2, from)).toEqual(['four'])
})
