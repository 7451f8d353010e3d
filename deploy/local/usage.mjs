// The commands of run.mjs and their arguments, which are checked before anything is installed.
const TESTS = '[file …] [options of Vitest]'
const COMMANDS = {
  start: '',
  admin: '[command …]',
  test: TESTS,
  'test:long': TESTS,
  'test:compose': '[--all]',
  attack: TESTS,
  faults: '[--short] [--cluster] [--memory] [--rate <n>] [--away <n>] [word of a fault …]',
  install: '',
}

/**
 * The usage if it is asked for, with `wrong` if it is because a command or an argument is unknown; undefined for
 * a command that can run. `admin` has a help of its own.
 */
export function usageOf(command, args) {
  const known = Object.hasOwn(COMMANDS, command ?? '')
  const wrong = !known || (COMMANDS[command] === '' && args.length > 0)
  const asked = args.includes('--help') || args.includes('-h')
  if (known && !wrong && !(asked && command !== 'admin')) return undefined
  const names = known ? [command] : Object.keys(COMMANDS)
  const usage = names.map((it) => `node deploy/local/run.mjs ${it} ${COMMANDS[it]}`.trimEnd())
  const settings = 'Settings are environment variables or lines of .env: docs/settings.md.'
  return { wrong: wrong && !asked, text: ['Usage:', ...usage, '', settings].join('\n') }
}
