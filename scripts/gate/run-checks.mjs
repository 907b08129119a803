import { join } from 'node:path'
import { SKIPPED_CODE } from '../processes.mjs'
import { bin } from './checks.mjs'
import { countPlaywright, countsOf, failure } from './counts.mjs'
import { tell } from './report.mjs'
import { withoutSkips } from './skips.mjs'
import { MINUTE, runStep } from './steps.mjs'

/**
 * Runs one check that passes, fails or is skipped as a whole. In a deep run a skipped check fails, unless ALLOW_SKIPPED
 * (comma-separated names) allows it.
 */
export async function check({ name, command, stream = false, limit = 15 * MINUTE, env = process.env, deep = false }) {
  const { code, seconds, output } = await runStep({ name, command, stream, limit, env })
  if (!stream && code !== 0) process.stdout.write(`\n${output.trimEnd()}\n`)
  const allowed = (process.env.ALLOW_SKIPPED ?? '').split(',').includes(name)
  if (code === 0) tell(name, seconds, { passed: 1 })
  else if (code === SKIPPED_CODE && (!deep || allowed)) tell(name, seconds, { skipped: 1, skips: [name] })
  else {
    const reason = code === SKIPPED_CODE ? 'it was skipped, and ALLOW_SKIPPED does not name it' : lastLines(output)
    tell(name, seconds, { failed: 1, failures: [failure(name, reason)] })
  }
}

const lastLines = (output) => output.trim().split('\n').slice(-6).join('\n') || 'see its output above'

/**
 * Runs the flows of `files`, or all flows without `files`. In a deep run a skipped flow fails, unless it may be
 * skipped.
 */
export async function flows({ name = 'flows', files = [], limit = 40 * MINUTE }, env, workFolder) {
  const file = join(workFolder, `${name}.json`)
  const { code, seconds } = await runStep({
    name,
    command: [bin('playwright'), 'test', '--reporter=list,json', ...files],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    stream: true,
    limit,
  })
  const counts = countsOf(code, file, countPlaywright)
  tell(name, seconds, env.TEST_DEEP ? withoutSkips(counts) : counts)
}

/**
 * Runs a check of DEEP_CHECKS.
 * @param {{ name: string, command?: string[], flows?: string[], settings?: object, limit?: number }} one
 * @param {{ env: NodeJS.ProcessEnv, workFolder: string }} run
 */
export function deepCheck({ settings, flows: files, ...one }, { env, workFolder }) {
  const withSettings = { ...env, ...settings }
  if (files) return flows({ ...one, files }, withSettings, workFolder)
  return check({ limit: 20 * MINUTE, stream: true, env: withSettings, ...one, deep: true })
}
