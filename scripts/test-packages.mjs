import { spawnSync } from 'node:child_process'
import { root, runMain, Skipped, Trouble } from './processes.mjs'

/*
 * Checks the runtime packages for known vulnerabilities with `npm audit`. Skipped with a message when the registry does
 * not support audits.
 */
await runMain(() => {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' })
  const answer = readJson(stdout)
  if (!answer?.vulnerabilities) {
    throw new Skipped(`the registry did not answer the audit (${answer?.message ?? 'no message'}).`)
  }
  const found = Object.values(answer.vulnerabilities).map(
    ({ name, severity, range }) => `${name} ${range}: ${severity}`,
  )
  if (found.length > 0) throw new Trouble(`Packages with known vulnerabilities:\n${found.join('\n')}`)
  console.log('No package of the product has a known vulnerability.')
})

function readJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
