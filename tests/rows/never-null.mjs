import mysql from 'mysql2'

/** @typedef {{ name: string, kind: string, nullable: boolean, table: string, column: string }} Column */

const { Types } = mysql
const NOT_NULL = 1
const BINARY = 63

/**
 * What a statement answers, by the server's own word: it is prepared, not run. `kind` is what JavaScript is handed, `nullable` what the
 * server believes (too often: see isNeverNull), `table` and `column` where it comes from, '' for what is computed.
 * @returns {Promise<Column[]>}
 */
export async function columnsOf(connection, sql) {
  const statement = await new Promise((done, fail) => {
    connection.prepare(sql, (error, prepared) => (error ? fail(error) : done(prepared)))
  })
  statement.close()
  return statement.columns.map(({ name, columnType, characterSet, flags, table, orgName }) => ({
    name,
    kind: kindOf(columnType, characterSet),
    nullable: (flags & NOT_NULL) === 0,
    table,
    column: orgName,
  }))
}

function kindOf(type, characterSet) {
  switch (type) {
    case Types.TINY:
    case Types.SHORT:
    case Types.LONG:
    case Types.INT24:
    case Types.LONGLONG:
    case Types.FLOAT:
    case Types.DOUBLE:
    case Types.YEAR:
      return 'number'
    case Types.DATETIME:
    case Types.TIMESTAMP:
      return 'Date'
    case Types.NEWDECIMAL:
    case Types.DATE:
    case Types.TIME:
      return 'string'
    case Types.NULL:
      return 'null'
    default:
      return characterSet === BINARY ? 'Buffer' : 'string'
  }
}

/** Null where an argument is, and nowhere else; and words that stand before a bracket. */
const STRICT =
  /^(ABS|CAST|CEIL|COALESCE|CONCAT|DATE_FORMAT|FLOOR|GREATEST|LEAST|LEFT|LOWER|LPAD|MONTH|ROUND|SUBSTRING|SUBSTRING_INDEX|TIME_FORMAT|TIMESTAMPDIFF|TRIM|UPPER|UTC_TIMESTAMP|AND|ELSE|IN|NOT|OR|THEN|WHEN)$/
/** The same of a group, which has a row at least. */
const OF_GROUPS = /^(SUM|MIN|MAX|GROUP_CONCAT)$/
const WINDOW = /\b\w+\([^()]*\) OVER \([^()]*\)/g
const PREFIX = 'inside_'

/**
 * Whether a statement shows by its text that a column is never null, although the server says that it may be: the server does not look
 * into conditions, takes every subquery and most functions for nullable, and everything beside a window. Our statements write words in
 * capitals and names in small letters, which is all this relies on.
 */
export async function isNeverNull(connection, sql, { name, ...from }) {
  if (isDemanded(from, sql)) return true
  const plain = sql.replace(WINDOW, '1')
  if (plain !== sql) {
    const found = (await columnsOf(connection, plain)).find((column) => column.name === name)
    if (!found?.nullable) return true
  }
  return areStrict(connection, itemsOf(plain, name))
}

async function areStrict(connection, items) {
  for (const item of items) {
    // Each part of a union has to name its columns.
    if (items.filter(({ union }) => union === item.union).length !== item.parts) return false
    if (!(await isStrict(connection, item))) return false
  }
  return items.length > 0
}

/** Whether what stands before an `AS` is computed of nothing that may be null; the server is asked about the columns inside. */
async function isStrict(connection, { text, select, end, isGrouped }) {
  const plain = withoutConditions(withoutSure(text)).replace(/[\w.]+ IS (?:NOT )?NULL|\/ [1-9]/g, '1')
  const words = [...plain.matchAll(/\b(\w+)\s*\(/g)].map(([, word]) => word)
  if (!words.every((word) => STRICT.test(word) || (isGrouped && OF_GROUPS.test(word)))) return false
  if (/\bSELECT\b|\/|%|\bDIV\b/.test(plain) || (/\bCASE\b/.test(plain) && !/\bELSE\b/.test(plain))) return false
  const names = [...new Set(plain.match(/\b[a-z]\w*(?:\.\w+)?/g) ?? [])]
  const inside = names.map((column, index) => `, ${column} AS ${PREFIX}${index}`)
  const asked = select.slice(0, end) + inside.join('') + select.slice(end)
  const found = (await columnsOf(connection, asked).catch(() => [])).filter(({ name }) => name.startsWith(PREFIX))
  if (found.length !== names.length) return false
  for (const { nullable, ...from } of found) {
    if (!nullable || isDemanded(from, select)) continue
    const inner = itemsOf(select, from.column).filter(({ isInner }) => isInner)
    if (!(await areStrict(connection, inner))) return false
  }
  return true
}

/** Whether the conditions let no row through in which the column is null; those of a LEFT JOIN let them. */
function isDemanded({ table, column }, sql) {
  if (column === '') return false
  const asked = withoutConditions(withoutTexts(sql).replace(/\bCASE\b(?:(?!\bCASE\b).)*?\bEND\b/gs, '1'))
  const strict = asked.replace(/\bLEFT JOIN\b.*?(?=\b(?:LEFT|CROSS|JOIN|WHERE|GROUP|ORDER|UNION)\b|$)/gs, '')
  const named = `(?:${table}\\.${column}|(?<!\\.)\\b${column})`
  return new RegExp(`\\b(?:WHERE|AND|ON)\\s+\\(?${named} (?:IS NOT NULL|=|>|<|IN|LIKE) ?`).test(strict)
}

/** What is never null whatever stands in it, as 1: counts and sums by themselves, EXISTS, COALESCE with a last resort. */
function withoutSure(text) {
  const found = /\bEXISTS \(|\bCONCAT_WS\(|\bCOALESCE\(|\(SELECT (?:CAST\()?(?:COUNT\(|COALESCE\(-?SUM\()/.exec(text)
  if (!found) return text
  const open = text.indexOf('(', found.index)
  const end = closing(text, open)
  const inner = text.slice(open, end)
  const [what] = found
  const isSure = what.includes('SELECT')
    ? !/\bGROUP BY\b/.test(inner)
    : !what.startsWith('COALESCE') || /,\s*(?:\d+|_+)$/.test(inner)
  return isSure
    ? withoutSure(`${text.slice(0, found.index)}1${text.slice(end + 1)}`)
    : `${text.slice(0, open + 1)}${withoutSure(text.slice(open + 1))}`
}

/** IF and CASE without what they ask: where that is null they take the other way. */
function withoutConditions(text) {
  const plain = text.replace(/\bWHEN\b.*?\bTHEN\b/gs, 'THEN')
  const found = /\bIF\(/.exec(plain)
  if (!found) return plain
  let comma = found.index + 'IF('.length
  for (let depth = 0; comma < plain.length && (depth > 0 || plain[comma] !== ','); comma++) depth += step(plain[comma])
  return `${plain.slice(0, found.index)}CONCAT(${withoutConditions(plain.slice(comma + 1))}`
}

/** What stands before each `AS name`, with the SELECT (the part of a union) in which it does. */
function itemsOf(sql, name) {
  const shape = withoutTexts(sql)
  return [...shape.matchAll(new RegExp(`\\s+AS \`?${name}\\b\`?`, 'g'))].map(({ 0: as, index }) => {
    let depth = 0
    let start
    let open = index
    for (; open > 0 && depth >= 0; open--) {
      if (depth === 0 && /(?:,|\bSELECT|\bDISTINCT)\s*$/.test(shape.slice(Math.max(0, open - 12), open))) start ??= open
      depth -= step(shape[open - 1])
    }
    const isInner = depth < 0
    const union = isInner ? open + 1 : 0
    const whole = shape.slice(union, isInner ? closing(shape, open) : undefined)
    const parts = partsOf(whole)
    const part = parts.findLast(({ at }) => at <= index - union)
    const begin = union + part.at
    return {
      text: shape.slice(start, index).trim(),
      select: sql.slice(begin, begin + part.text.length),
      end: index + as.length - begin,
      isInner,
      isGrouped: /\bGROUP BY\b/.test(withoutBrackets(shape.slice(index, begin + part.text.length))),
      union,
      parts: parts.length,
    }
  })
}

/** The parts of a union and where each begins; one for a plain SELECT. */
function partsOf(shape) {
  const parts = []
  let at = 0
  for (const { 0: word, index } of shape.matchAll(/\bUNION(?: ALL)?\b/g)) {
    const depth = [...shape.slice(0, index)].reduce((sum, letter) => sum + step(letter), 0)
    if (depth !== 0) continue
    parts.push({ at, text: shape.slice(at, index) })
    at = index + word.length
  }
  return [...parts, { at, text: shape.slice(at) }]
}

const step = (letter) => (letter === '(' ? 1 : letter === ')' ? -1 : 0)

/** Where the bracket that opens at `open` closes. */
function closing(text, open) {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    depth += step(text[at])
    if (depth === 0) return at
  }
  return text.length
}

/** Texts as so many underlines: what stands in them says nothing. */
const withoutTexts = (sql) => sql.replace(/'(?:[^'\\]|\\.)*'/g, (text) => '_'.repeat(text.length))

function withoutBrackets(text) {
  const plain = text.replace(/\([^()]*\)/g, '')
  return plain === text ? text : withoutBrackets(plain)
}
