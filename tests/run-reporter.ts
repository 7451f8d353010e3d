import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type {
  SerializedError,
  TestModule,
  TestRunEndReason,
  TestSpecification,
  Vitest,
} from 'vitest/node'
import type { FileRun, TestOutcome, VitestRun } from '../deploy/local/src/test-report.ts'

/** Writes the `VitestRun` of a run to the file that TEST_REPORT names, for `runVitest`. */
// biome-ignore lint/style/noDefaultExport: vitest asks for one.
export default class RunReporter {
  #root = ''
  readonly #started = new Map<string, number>()
  readonly #files: FileRun[] = []

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
  }

  onTestRunStart(_: readonly TestSpecification[]): void {
    this.#files.length = 0
  }

  onTestModuleQueued({ id }: TestModule): void {
    this.#started.set(id, Date.now())
  }

  onTestModuleEnd(module: TestModule): void {
    const endMs = Date.now()
    const { processorMs = 0 } = module.meta() as { processorMs?: number }
    const errors = [module, ...module.children.allSuites()].flatMap((it) =>
      it.errors().map(({ message }) => message),
    )
    const all = [...module.children.allTests()]
    if (all.length === 0 && errors.length === 0) errors.push('the file has no test')
    // A retry inside a run would hide a failure.
    for (const it of all.filter((test) => test.diagnostic()?.flaky))
      errors.push(`${it.fullName}: passed only when it was tried again`)
    this.#files.push({
      file: relative(this.#root, module.moduleId),
      project: module.project.name,
      startMs: this.#started.get(module.id) ?? endMs,
      endMs,
      processorMs,
      errors,
      tests: all.map((test): TestOutcome => {
        const { state, errors } = test.result()
        const error = errors?.[0]
        return { name: test.fullName, state, ...(error && { error: error.message ?? '' }) }
      }),
      failed: module.state() === 'failed' || errors.length > 0,
    })
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    const outside = reason === 'interrupted' ? ['The run was interrupted'] : []
    const pathOf = (id: unknown) => relative(this.#root, String(id ?? ''))
    const fileOf = (path: string) => this.#files.find((it) => it.file === path)
    for (const path of modules.map(({ moduleId }) => pathOf(moduleId))) {
      if (!fileOf(path)) outside.push(`${path} did not run`)
    }
    for (const error of errors) {
      const message = String(error.message)
      // Files that share modules run one after the other; this is the one that ran when the error came.
      const file = fileOf(pathOf(error.VITEST_TEST_PATH))
      if (file) Object.assign(file, { errors: [...file.errors, message], failed: true })
      else outside.push(message)
    }
    const run: VitestRun = { files: this.#files, errors: outside }
    writeFileSync(process.env.TEST_REPORT as string, JSON.stringify(run))
  }
}
