import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Installed {
  version: string
  dependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Installed> }

/** Every installed copy of a package. */
const copiesOf = (name: string) =>
  Object.entries(packages)
    .filter(([folder]) => folder.endsWith(`node_modules/${name}`))
    .map(([, copy]) => copy)

const partsOf = (version: string) => version.split('.').map(Number)

/** Compares versions of the form `1.23.3`. */
function isAtLeast(version: string, lowest: string): boolean {
  const wanted = partsOf(lowest)
  const difference = partsOf(version).map((part, index) => part - (wanted[index] ?? 0))
  return (difference.find((part) => part !== 0) ?? 0) >= 0
}

/** Lowest versions: the ones before had faults that were corrected. No registry answers audits while we develop. */
it.each([
  ['bowser', '2.15.1'],
  ['d3-scale', '4.0.3'],
  ['mysql2', '3.24.6'],
  ['nodemailer', '10.6.1'],
  ['terser', '5.51.4'],
])('%s is installed once or more, always as %s or newer', (name, lowest) => {
  const versions = copiesOf(name).map(({ version }) => version)
  expect(versions).not.toEqual([])
  expect(versions.filter((version) => !isAtLeast(version, lowest))).toEqual([])
})

// When Remix requires a newer router, delete its line in docs/known-limits.md.
it('the router is installed once, in the version that Remix requires', () => {
  const required = copiesOf('@remix-run/react').map(({ dependencies }) => dependencies?.['@remix-run/router'])
  expect(copiesOf('@remix-run/router').map(({ version }) => version)).toEqual(required)
  expect(required).toEqual(['1.23.3'])
})
