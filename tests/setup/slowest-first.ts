import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { seconds } from './durations.json'

/**
 * Begins with the files that take longest, so that none of them runs alone at the end. A fresh clone has no record of earlier runs, so what
 * matters is written down: durations.json names the files of more than five seconds, as a run with `--reporter=json` measured them.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files)
    const durationOf = ({ moduleId, project }: TestSpecification) =>
      (seconds as Record<string, number>)[path.relative(project.config.root, moduleId)] ?? 0
    return rest.sort((a, b) => durationOf(b) - durationOf(a))
  }
}
