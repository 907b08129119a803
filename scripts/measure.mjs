import './node-version.mjs'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { isProgram, root } from './processes.mjs'
import { filesUnder, sourceFiles } from './sources.mjs'

/*
 * `npm run measure` prints size figures of the code, now and in November 2026, with their goals. It measures app,
 * server, sandbox, scripts, migrations and root configuration, without tests. By default it counts the uses of the
 * student's field `religion`; `-- --field=category` counts another one.
 */
const isCode = (name) => /\.(ts|tsx|mjs|js|cjs)$/.test(name)
const isTest = (name) => /\.test\.|^tests\//.test(name)

/**
 * The office's hostel pages (list, CSV, new, edit, delete) and the code they call. A file that also has code for rooms,
 * periods and the like (`others`) counts without that code and without its imports.
 */
const hostelResource = [
  ...['tables.server', 'hostel-fields', 'hostels.server'].map((name) => `app/models/money/hostels/${name}.ts`),
  ...['index.tsx', 'index[.]csv.ts', 'new.tsx', '$id.edit.tsx', '$id.delete.tsx'].map(
    (name) => `app/routes/school+/_shell+/_hostels+/hostels.${name}`,
  ),
]
const others = /room|floor|period|picture|whole|application|charge|refund|candidate|draft/i

/**
 * Computes all figures of a clone.
 * @param {string} clone
 * @param {{ field?: string }} [asked]
 */
export function measure(clone, { field = 'religion' } = {}) {
  const read = (name) => readFileSync(join(clone, name), 'utf8')
  const found = new Set([...sourceFiles(clone), ...readdirSync(clone).filter(isCode)])
  const known = [...found].filter((name) => !isTest(name))
  const code = known.filter((name) => isCode(name) && !name.startsWith('public/'))
  const trees = new Map(code.map((name) => [name, ts.createSourceFile(name, read(name), ts.ScriptTarget.Latest, true)]))
  const lines = sum(code.map((name) => linesOf(read(name))))
  const pages = code.filter((name) => name.startsWith('app/routes/') && /^export default /m.test(read(name)))
  const places = known
    .filter((name) => /^(app|prisma-free-db)\//.test(name) && (isCode(name) || name.endsWith('.json')))
    .map((name) => placesOf(read(name), new RegExp(field, 'i')))
    .filter((count) => count > 0)
  const tests = filesUnder(join(clone, 'tests')).map((name) => name.slice(clone.length + 1))
  return {
    lines,
    linesOfPage: Math.round(lines / pages.length),
    fieldFiles: places.length,
    fieldPlaces: sum(places),
    hostelLines: sum(hostelResource.map((name) => (trees.has(name) ? linesOfHostel(trees.get(name)) : 0))),
    hostelGone: hostelResource.filter((name) => !trees.has(name)),
    carriers: sum([...trees.values()].map(carriersOf)),
    httpFiles: code.filter((name) => name.startsWith('app/http/')).length,
    hostelFolders: new Set([...known, ...tests].filter((name) => /hostel/i.test(name)).map(dirname)).size,
    circles: circlesOf(trees),
  }
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0)
const linesOf = (text) => text.split('\n').length - 1

/** Counts runs of neighbouring lines that name the field; imports do not count. */
function placesOf(text, field) {
  const withoutImports = text.replace(/^import [^'"]*['"].*$/gm, '')
  const named = withoutImports.split('\n').map((line) => field.test(line))
  return named.filter((is, index) => is && !named[index - 1]).length
}

function linesOfHostel(tree) {
  const isOther = (one) => others.test(one.name?.text ?? one.getText().split(/[=<({\n]/, 1)[0])
  const apart = tree.statements.filter((one) => ts.isImportDeclaration(one) || isOther(one))
  const left = apart.every(ts.isImportDeclaration) ? [] : apart
  return linesOf(tree.text) - sum(left.map((one) => Number(one.pos === 0) + linesOf(one.getFullText())))
}

/** Counts functions with a transaction parameter, by the parameter's name or type. */
function carriersOf(tree) {
  const carries = (one) => one.name.getText() === 'tx' || /\b(Tx|Transaction)\b/.test(one.type?.getText() ?? '')
  return nodesOf(tree).filter((node) => ts.isFunctionLike(node) && node.body && node.parameters.some(carries)).length
}

function nodesOf(node) {
  const nodes = [node]
  ts.forEachChild(node, (child) => void nodes.push(...nodesOf(child)))
  return nodes
}

/** Groups of files that import each other, including type imports. */
function circlesOf(trees) {
  const imports = new Map([...trees.keys()].map((name) => [name, importsOf(name, trees)]))
  const reach = new Map([...imports.keys()].map((name) => [name, new Set(imports.get(name))]))
  for (const seen of reach.values()) for (const name of seen) for (const next of imports.get(name)) seen.add(next)
  const groups = [...reach]
    .filter(([name, seen]) => seen.has(name))
    .map(([name, seen]) =>
      [...seen]
        .filter((other) => reach.get(other).has(name))
        .sort()
        .join(', '),
    )
  return [...new Set(groups)]
}

function importsOf(name, trees) {
  const ends = ['', '.ts', '.tsx', '.js']
  return ts.preProcessFile(trees.get(name).text).importedFiles.flatMap(({ fileName }) => {
    const path = fileName.startsWith('~/') ? join('app', fileName.slice(2)) : join(dirname(name), fileName)
    return ends.map((end) => path + end).find((file) => trees.has(file)) ?? []
  })
}

/**
 * The app's CPU cost as a multiple of its cost at commit 7701229. The cost is the app's CPU time divided by that of the
 * bare servers, in the last `npm run bench`. Run both benches on one idle machine.
 */
function cpuRatio() {
  const [before, now] = ['tests/bench/costs-before.json', '.cache/bench.json'].map((name) => join(root, name))
  if (!existsSync(now)) return 'npm run bench'
  const [old, last] = [before, now].map((file) => JSON.parse(readFileSync(file, 'utf8')))
  return last.app / last.bare / (old.app / old.bare)
}

if (isProgram(import.meta.filename)) {
  const field = process.argv.find((word) => word.startsWith('--field='))?.slice(8)
  const now = measure(root, { field })
  const table = [
    ['', '2026', 'now', 'goal'],
    ['lines', 119_728, now.lines, ''],
    ['lines a page', 360, now.linesOfPage, 300],
    ['files for one more field of the student', 16, now.fieldFiles, 6],
    ['places in them', 23, now.fieldPlaces, 8],
    ['lines of the office’s hostel', 901, now.hostelLines, 250],
    ['functions that carry a transaction', 677, now.carriers, 20],
    ['files in app/http', 115, now.httpFiles, 40],
    ['folders that hold hostels', 17, now.hostelFolders, 7],
    ['circles', 1, now.circles.length, 0],
    ['CPU of the bench’s pages', 1, cpuRatio(), 1],
  ]
  const shown = (cell) => cell.toLocaleString('en', { maximumFractionDigits: 2 }).padStart(15)
  for (const [name, ...cells] of table) console.log(name.padEnd(42) + cells.map(shown).join(''))
  for (const circle of now.circles) console.log(`Import cycle: ${circle}`)
  for (const file of now.hostelGone) console.log(`${file} no longer exists: update the list in this script.`)
}
