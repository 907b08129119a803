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
const actionPattern = /^[a-z]{3,}(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/

/** Texts in this format that are not actions, in files that write to the audit log. */
const otherTexts = new Set(['guardian.email'])

/** A property `action` whose text has a variable part: `quiz.${verb}`. */
const isTemplateOfAction = (node: ts.Node): node is ts.TemplateExpression =>
  ts.isTemplateExpression(node) && ts.isPropertyAssignment(node.parent) && node.parent.name.getText() === 'action'

/** Pattern of the actions that a template can make: any lower-case word for each variable part. */
function patternOf(template: ts.TemplateExpression): RegExp {
  const fixedParts = [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
  return new RegExp(`^${fixedParts.join('[a-z-]+')}$`)
}

/** Returns the actions that a file of the product names; a pattern for one with a variable part. */
function actionsIn(name: string): Array<string | RegExp> {
  const source = ts.createSourceFile(name, readFileSync(name, 'utf8'), ts.ScriptTarget.Latest, true)
  const actions: Array<string | RegExp> = []
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isStringLiteralLike(node) && actionPattern.test(node.text) && !otherTexts.has(node.text))
      actions.push(node.text)
    if (isTemplateOfAction(node)) actions.push(patternOf(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return actions
}

it('finds a test for every action that the product writes to the audit log', () => {
  const writesEntries = (name: string) => /\b(recordAudit|audit[A-Z]\w*)\(/.test(readFileSync(name, 'utf8'))
  const writers = files.filter((name) => name.startsWith('app/') && !isTest(name) && writesEntries(name))
  expect(writers.length).toBeGreaterThan(80)
  const testSources = files
    .filter(isTest)
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n')
  const expected = new Set(
    Object.values(auditEntriesByRoute)
      .flat()
      .map((entry) => entry.split(' ')[0] ?? ''),
  )
  for (const [, action = ''] of testSources.matchAll(/['"`]([a-z-]+\.[a-z-]+)['"`]/g)) expected.add(action)
  const isExpected = (action: string | RegExp) =>
    typeof action === 'string' ? expected.has(action) : [...expected].some((one) => action.test(one))
  const missing = writers.flatMap((name) =>
    actionsIn(name)
      .filter((action) => !isExpected(action))
      .map((action) => `${action} (${name})`),
  )
  expect(missing).toEqual([])
})
