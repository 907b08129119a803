import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { auditEntriesByRoute } from './audited'

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', 'app', 'tests'], { encoding: 'utf8' })
  .split('\0')
  .filter((name) => /\.tsx?$/.test(name))
const isTest = (name: string) => /\.test\.tsx?$/.test(name)

/** Format of an action in the audit log: `subject.verb`. */
const anAction = /^[a-z]{3,}(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/

/** Texts of this format in the files that write entries, but not actions. */
const noActions = new Set(['guardian.email'])

/** Returns the actions that a file of the product names; a pattern for one with a variable part. */
function actionsIn(name: string): Array<string | RegExp> {
  const source = ts.createSourceFile(name, readFileSync(name, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Array<string | RegExp> = []
  const look = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isStringLiteralLike(node) && anAction.test(node.text) && !noActions.has(node.text)) found.push(node.text)
    if (
      ts.isTemplateExpression(node) &&
      ts.isPropertyAssignment(node.parent) &&
      node.parent.name.getText() === 'action'
    )
      found.push(
        new RegExp(
          `^${[node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('[a-z-]+')}$`,
        ),
      )
    ts.forEachChild(node, look)
  }
  look(source)
  return found
}

it('finds an expectation in the tests for every action that the product writes to the audit log', () => {
  const writers = files.filter(
    (name) =>
      name.startsWith('app/') && !isTest(name) && /\b(recordAudit|audit[A-Z]\w*)\(/.test(readFileSync(name, 'utf8')),
  )
  expect(writers.length).toBeGreaterThan(80)
  const quoted = files
    .filter(isTest)
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n')
  const expected = new Set(
    Object.values(auditEntriesByRoute)
      .flat()
      .map((entry) => entry.split(' ')[0] ?? ''),
  )
  for (const [, action = ''] of quoted.matchAll(/['"`]([a-z-]+\.[a-z-]+)['"`]/g)) expected.add(action)
  const missing = writers.flatMap((name) =>
    actionsIn(name)
      .filter((action) => {
        if (typeof action === 'string') return !expected.has(action)
        return ![...expected].some((one) => action.test(one))
      })
      .map((action) => `${action} (${name})`),
  )
  expect(missing).toEqual([])
})
