import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the slowest files first, so that none of them runs alone at the end. The gate stores the seconds of every file
 * and passes them as TEST_SECONDS; any other run keeps Vitest's own order.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files)
    const list = process.env.TEST_SECONDS
    if (!list) return rest
    const seconds: Record<string, number> = JSON.parse(readFileSync(list, 'utf8'))
    const secondsOf = ({ moduleId, project }: TestSpecification) =>
      seconds[path.relative(project.config.root, moduleId)] ?? 0
    return rest.sort((a, b) => secondsOf(b) - secondsOf(a))
  }
}
