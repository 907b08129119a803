import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import mysql from 'mysql2'
import ts from 'typescript'
import { root } from './processes.mjs'

/** @typedef {{ call: ts.CallExpression, reader: string, inside?: string, type: ts.Type | null }} Asked a call of a reader; `type` is its row's, null in a reader that is handed it */
/** @typedef {{ name: string, kind: string, nullable: boolean, from: string }} Column */
/** @typedef {{ statements: Map<string, Column[]>, kinds: Map<string, Set<string>>, texts: Map<string, Set<string>> }} Answer */

/** What every reader builds on; a function that hands its own row type on to a reader is one too. */
const READERS = ['select', 'selectOne']

/** The calls of readers in the product by place (`app/…:line:column`). */
export function rowsAsked(program, folder = 'app') {
  const checker = program.getTypeChecker()
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => relative(root, fileName).startsWith(`${folder}/`) && !/\.test\.tsx?$/.test(fileName))
  const readers = new Set(READERS)
  const asked = new Map()
  for (let known = 0; known < readers.size; ) {
    known = readers.size
    for (const file of files) {
      visit(file, (call) => {
        const name = call.expression
        if (!ts.isIdentifier(name) || !readers.has(name.text)) return
        const signature = checker.getResolvedSignature(call)
        const type = signature && checker.getTypeArgumentsForResolvedSignature(signature)?.[0]
        if (!type) return
        const { line, character } = file.getLineAndCharacterOfPosition(name.getStart())
        const inside = ts.findAncestor(call, ts.isFunctionDeclaration)?.name.text
        if (type.isTypeParameter()) readers.add(inside)
        asked.set(`${relative(root, file.fileName)}:${line + 1}:${character + 1}`, {
          call,
          reader: name.text,
          inside,
          type: type.isTypeParameter() ? null : type,
        })
      })
    }
  }
  return asked
}

function visit(node, see) {
  if (ts.isCallExpression(node)) see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

/** What tests/setup/rows.ts recorded in `folder`, by the place that asked. */
export function answersIn(folder, asked) {
  const answers = new Map()
  for (const file of readdirSync(folder)) {
    const places = []
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const { at, calls, before, sql, name, kind, text, nulls } = JSON.parse(line)
      if (calls) places.push(placeOf(calls, before, asked))
      const place = places[at]
      if (!place) continue
      if (!answers.has(place))
        answers.set(place, { statements: new Set(), kinds: new Map(), texts: new Map(), nulls: [] })
      const answer = answers.get(place)
      const { statements, kinds, texts } = answer
      if (sql) statements.add(sql)
      if (nulls) answer.nulls.push(nulls)
      if (kind) kinds.set(name, (kinds.get(name) ?? new Set()).add(kind))
      if (text !== undefined) texts.set(name, (texts.get(name) ?? new Set()).add(text))
    }
  }
  return answers
}

function placeOf(calls, before, asked) {
  const whole = (place) => asked.get(place)?.type
  const last = asked.get(calls.at(-1))
  // A reader that has waited was called by nobody that is still there: the one who called it sent a statement by it before.
  return calls.find(whole) ?? (last && before.find((place) => whole(place) && asked.get(place).reader === last.inside))
}

export async function prepare(connection, sql) {
  const statement = await new Promise((done, fail) =>
    connection.prepare(sql, (error, prepared) => (error ? fail(error) : done(prepared))),
  )
  statement.close()
  return statement.columns.map(({ name, columnType, characterSet, flags, table, orgName }) => ({
    name,
    kind: kindOfColumn(columnType, characterSet),
    nullable: (flags & 1) === 0,
    from: { table, column: orgName },
  }))
}

function kindOfColumn(type, characterSet) {
  switch (type) {
    case mysql.Types.TINY:
    case mysql.Types.SHORT:
    case mysql.Types.LONG:
    case mysql.Types.INT24:
    case mysql.Types.LONGLONG:
    case mysql.Types.FLOAT:
    case mysql.Types.DOUBLE:
    case mysql.Types.YEAR:
      return 'number'
    case mysql.Types.DATETIME:
    case mysql.Types.TIMESTAMP:
      return 'Date'
    case mysql.Types.NEWDECIMAL:
    case mysql.Types.DATE:
    case mysql.Types.TIME:
      return 'string'
    case mysql.Types.NULL:
      return 'null'
    default:
      return characterSet === 63 ? 'Buffer' : 'string'
  }
}

/** What is wrong with the row type of one call, a sentence each; `connection` knows the tables. */
export async function faultsOf({ call, type }, { statements, kinds, texts, nulls }, checker, connection) {
  const branches = type.isUnion() ? type.types : [type]
  const propertyOf = (branch, name) => {
    const property = branch.getProperty(name)
    return property
      ? checker.getTypeOfSymbolAtLocation(property, call)
      : checker.getIndexTypeOfType(branch, ts.IndexKind.String)
  }
  const names = new Set(branches.flatMap((branch) => checker.getPropertiesOfType(branch).map(({ name }) => name)))
  // A row of nothing is asked for its lock, or whether it is there.
  if (names.size === 0 && !branches.some((branch) => propertyOf(branch, ''))) return []
  const faults = new Set()
  const columns = new Map()
  for (const sql of statements) {
    const answered = await prepare(connection, sql)
    for (const name of names) {
      const isWanted = branches.every(
        (branch) => branch.getProperty(name) && !(branch.getProperty(name).flags & ts.SymbolFlags.Optional),
      )
      if (isWanted && !answered.some((column) => column.name === name)) faults.add(`${name} is not answered`)
    }
    for (const column of answered) columns.set(column.name, [...(columns.get(column.name) ?? []), { ...column, sql }])
  }
  for (const [name, variants] of columns) {
    const typed = branches.map((branch) => propertyOf(branch, name)).filter(Boolean)
    if (typed.length === 0) {
      faults.add(`${name} is answered, but the type has no such property`)
      continue
    }
    const parts = typed.flatMap((one) => (one.isUnion() ? one.types : [one]))
    const allowed = new Set(parts.map(kindOfType))
    // Where a branch has no such property nobody reads it.
    if (typed.length < branches.length) allowed.add('null')
    const says = (fault) =>
      faults.add(`${name} ${fault}, the type says ${typed.map((one) => checker.typeToString(one)).join(' | ')}`)
    const seen = kinds.get(name) ?? new Set()
    for (const kind of new Set([...variants.map(({ kind }) => kind), ...seen]))
      if (kind !== 'null' && !allowed.has(kind)) says(`is ${kind}`)
    if (!allowed.has('null')) {
      if (seen.has('null')) says('was null')
      else
        for (const variant of variants)
          if (variant.nullable && !(await isNeverNull(variant, connection))) says('may be null')
    } else if (allowed.size === 2 && branches.length === 1 && variants.every(({ nullable }) => !nullable))
      says('is never null')
    if (parts.some((part) => part.isStringLiteral()) && !parts.some(({ flags }) => flags & ts.TypeFlags.String)) {
      const listed = new Set(parts.map(({ value }) => value))
      for (const text of texts.get(name) ?? []) if (!listed.has(text)) says(`was '${text}'`)
    }
  }
  const isNullIn = (branch, name) => {
    const typed = propertyOf(branch, name)
    return !typed || (typed.isUnion() ? typed.types : [typed]).some((part) => kindOfType(part) === 'null')
  }
  const isOnlyNull = (branch, name) => (propertyOf(branch, name)?.flags ?? 0) & ts.TypeFlags.Null
  for (const together of branches.length > 1 ? nulls : []) {
    const fits = (branch) =>
      [...columns.keys()].every((name) =>
        together.includes(name) ? isNullIn(branch, name) : !isOnlyNull(branch, name),
      )
    if (!branches.some(fits))
      faults.add(`${together.join(', ')} were null together and nothing else, which no branch of the type allows`)
  }
  return [...faults]
}

/** Functions that are null where an argument is, and nowhere else. */
const STRICT =
  /^(ABS|CAST|CEIL|COALESCE|CONCAT|DATE_FORMAT|FLOOR|GREATEST|IF|LEAST|LEFT|LOWER|LPAD|MONTH|ROUND|SUBSTRING|SUBSTRING_INDEX|TIME_FORMAT|TIMESTAMPDIFF|TRIM|UPPER|UTC_TIMESTAMP|IN|AND|OR|NOT|WHEN|THEN|ELSE|BETWEEN)$/
/** Those of groups, which have a row at least. */
const OF_GROUPS = /^(SUM|MIN|MAX|GROUP_CONCAT)$/
const WINDOW = /\b\w+\([^()]*\) OVER \([^()]*\)/g

/**
 * Whether a statement says by itself that a column is never null, though the server does not see it: what it demands in its conditions,
 * windows (which the server writes into a table of its own), counts, and functions of nothing but columns that are never null.
 */
async function isNeverNull({ sql, name, from }, connection, ofInner = false) {
  if (isDemanded(from, sql)) return true
  const plain = sql.replace(WINDOW, '1')
  if (plain !== sql && !(await prepare(connection, plain)).find((column) => column.name === name).nullable) return true
  const items = itemsOf(plain, name).filter(({ isInner }) => isInner || !ofInner)
  for (const item of items) {
    // Each part of a union names its columns.
    if (items.filter(({ select }) => select === item.select).length !== item.parts) return false
    if (!(await isStrict(item, connection))) return false
  }
  return items.length > 0
}

/** Whether the conditions of a statement let no row through in which the column is null; those of a LEFT JOIN do. */
function isDemanded({ table, column }, sql) {
  const asked = withoutConditions(sql.replace(/\bCASE\b(?:(?!\bCASE\b)[^])*?\bEND\b/g, ''))
  const strict = asked.replace(/\bLEFT JOIN\b[^]*?(?=\b(?:LEFT|CROSS|JOIN|WHERE|GROUP|ORDER|UNION)\b|$)/g, '')
  const named = `(?:${table}\\.${column}|(?<!\\.)\\b${column})`
  return column !== '' && new RegExp(`\\b(?:WHERE|AND|ON)\\s+\\(?${named} (?:IS NOT NULL|=|>|<|IN|LIKE) ?`).test(strict)
}

async function isStrict({ text, select, end, isGrouped }, connection) {
  const plain = withoutConditions(withoutCounts(text))
    .replace(/'(?:[^'\\]|\\.)*'/g, "''")
    .replace(/[\w.]+ IS (NOT )?NULL/g, '1')
    .replace(/\/ [1-9]/g, '')
  const words = [...plain.matchAll(/\b(\w+)\s*\(/g)].map(([, word]) => word)
  const known = words.every((word) => STRICT.test(word) || (isGrouped && OF_GROUPS.test(word)))
  if (!known || /\bSELECT\b|\/|%|\bDIV\b/.test(plain) || (/\bCASE\b/.test(plain) && !/\bELSE\b/.test(plain)))
    return false
  const inside = [...new Set(plain.match(/\b[a-z]\w*(?:\.\w+)?(?!\w*\s*\()/g) ?? [])].map(
    (column, at) => `, ${column} AS inside_${at}`,
  )
  const columns = await prepare(connection, select.slice(0, end) + inside.join('') + select.slice(end)).catch(() => [])
  const found = columns.filter(({ name }) => name.startsWith('inside_'))
  if (found.length !== inside.length) return false
  for (const { nullable, from } of found) {
    const isSure =
      !nullable ||
      isDemanded(from, select) ||
      (await isNeverNull({ sql: select, name: from.column, from }, connection, true))
    if (!isSure) return false
  }
  return true
}

/** IF and CASE without what they ask: where that is null they go on. */
function withoutConditions(text) {
  const plain = text.replace(/\bWHEN\b[^]*?\bTHEN\b/g, 'THEN')
  const found = /\bIF\(/.exec(plain)
  if (!found) return plain
  const open = found.index + 2
  let comma = open + 1
  for (let depth = 0; depth > 0 || plain[comma] !== ','; comma++)
    depth += plain[comma] === '(' ? 1 : plain[comma] === ')' ? -1 : 0
  return `${plain.slice(0, found.index)}CONCAT(${withoutConditions(plain.slice(comma + 1))}`
}

/** As 1 what is never null whatever stands in it: counts and sums by themselves, EXISTS, COALESCE with a last resort. */
function withoutCounts(text) {
  const found = /\bEXISTS \(|\bCONCAT_WS\(|\bCOALESCE\(|\(SELECT (?:CAST\()?(?:COUNT\(|COALESCE\(-?SUM\()/.exec(text)
  if (!found) return text
  const open = text.indexOf('(', found.index)
  const end = closing(text, open)
  const inner = text.slice(open, end)
  const isSure = found[0].includes('SELECT')
    ? !/\bGROUP BY\b/.test(inner)
    : !found[0].startsWith('COALESCE') || /,\s*(?:\d+|'[^']*'|_+)$/.test(inner)
  return isSure
    ? withoutCounts(`${text.slice(0, found.index)}1${text.slice(end + 1)}`)
    : `${text.slice(0, open + 1)}${withoutCounts(text.slice(open + 1))}`
}

/** Where the bracket that opens at `open` closes. */
function closing(text, open) {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

/** What stands before each `AS name` of a statement, with the SELECT in which it does. */
function itemsOf(sql, name) {
  const blank = sql.replace(/'(?:[^'\\]|\\.)*'/g, (text) => '_'.repeat(text.length))
  return [...blank.matchAll(new RegExp(`\\s+AS \`?${name}\\b\`?`, 'g'))].map(({ 0: as, index }) => {
    let depth = 0
    let start = index
    let open = index
    for (; open > 0 && depth >= 0; open--) {
      if (
        depth === 0 &&
        start === index &&
        /(?:,|\bSELECT|\bDISTINCT)\s*$/.test(blank.slice(Math.max(0, open - 12), open))
      )
        start = open
      if (blank[open - 1] === ')') depth++
      if (blank[open - 1] === '(') depth--
    }
    const isInner = depth < 0
    const from = isInner ? open + 1 : 0
    const to = isInner ? closing(blank, open) : sql.length
    const own = withoutBrackets(blank.slice(from, to))
    const after = withoutBrackets(blank.slice(index, to))
    return {
      text: sql.slice(start, index).trim(),
      select: sql.slice(from, to),
      end: index + as.length - from,
      isInner,
      isGrouped: /^(?:(?!\bUNION\b)[^])*\bGROUP BY\b/.test(after),
      parts: own.split(/\bUNION\b/).length,
    }
  })
}

function withoutBrackets(text) {
  const plain = text.replace(/\([^()]*\)/g, '')
  return plain === text ? text : withoutBrackets(plain)
}

function kindOfType(type) {
  const { flags } = type
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & ts.TypeFlags.NumberLike) return 'number'
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (flags & ts.TypeFlags.BigIntLike) return 'bigint'
  if (flags & ts.TypeFlags.Null) return 'null'
  // A brand is an object beside the text that bears it.
  if (type.isIntersection()) return type.types.map(kindOfType).find((kind) => kind !== 'object')
  return type.symbol?.name ?? 'object'
}

function productProgram() {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: ['x'] }, ts.sys, root)
  const files = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(root, 'app', name))
    .filter((name) => /\bselect(One|Page)?\b[<(]/.test(readFileSync(name, 'utf8')))
  return ts.createProgram(files, { ...options, types: ['node'] })
}

const t = Date.now()
const program = productProgram()
console.log('program', Date.now() - t, program.getSourceFiles().length)
const asked = rowsAsked(program)
console.log('asked', Date.now() - t, asked.size)
const answers = answersIn(process.argv[2], asked)
const c = mysql.createConnection(process.env.TEST_DATABASE_URL)
let n = 0
for (const [place, site] of asked) {
  if (!site.type) {
    console.log(`${place}: reader`)
    continue
  }
  const answer = answers.get(place)
  if (!answer) {
    if (!process.argv[3]) console.log(`${place}: never asked`)
    continue
  }
  for (const fault of await faultsOf(site, answer, program.getTypeChecker(), c).catch((e) => [e.message])) {
    n++
    console.log(`${place}: ${fault}`)
  }
}
c.end()
console.log('done', Date.now() - t, n, 'answered', answers.size)
