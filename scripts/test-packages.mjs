import { spawnSync } from 'node:child_process'
import { root, runMain, Skipped, Trouble } from './processes.mjs'

/*
 * Known faults of the packages that the product runs with, as `npm audit` tells them. Not every registry answers that question: then it is
 * skipped and said, since nothing was found out.
 */
await runMain(() => {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' })
  const answer = readJson(stdout)
  if (!answer?.vulnerabilities) {
    throw new Skipped(`the registry answers no audit (${answer?.message ?? 'no words'}).`)
  }
  const found = Object.values(answer.vulnerabilities).map(
    ({ name, severity, range }) => `${name} ${range}: ${severity}`,
  )
  if (found.length > 0) throw new Trouble(`Packages with known faults:\n${found.join('\n')}`)
  console.log('No package that the product runs with has a known fault.')
})

function readJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
