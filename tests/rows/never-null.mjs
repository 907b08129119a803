import mysql from 'mysql2'

/** @typedef {{ name: string, kind: string, nullable: boolean, table: string, column: string }} Column */

const { Types } = mysql
const NOT_NULL = 1
const BINARY = 63

/**
 * Returns the result columns of a statement from the server's metadata: it is prepared, not run. `kind` is the
 * JavaScript type, `nullable` the server's claim (too often true: see isNeverNull), `table` and `column` the source, ''
 * for computed columns.
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

/** Functions that return null only for a null argument, and keywords before a bracket. */
const STRICT =
  /^(ABS|CAST|CEIL|COALESCE|CONCAT|DATE_FORMAT|FLOOR|GREATEST|LEAST|LEFT|LOWER|LPAD|MONTH|ROUND|SUBSTRING|SUBSTRING_INDEX|TIME_FORMAT|TIMESTAMPDIFF|TRIM|UPPER|UTC_TIMESTAMP|AND|ELSE|IN|NOT|OR|THEN|WHEN)$/
/** The same for aggregates over a group, which has at least one row. */
const OF_GROUPS = /^(SUM|MIN|MAX|GROUP_CONCAT)$/
const WINDOW = /\b\w+\([^()]*\) OVER \([^()]*\)/g
const PREFIX = 'inside_'

/**
 * Returns true when the text of a statement proves that a column is never null although the server claims it may be:
 * the server ignores conditions, and treats every subquery, most functions and all window queries as nullable. Relies
 * only on the product's style: keywords in capitals, names in small letters.
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
    // Every part of a union must name its columns.
    if (items.filter(({ union }) => union === item.union).length !== item.parts) return false
    if (!(await isStrict(connection, item))) return false
  }
  return items.length > 0
}

/** Returns true when the expression before an `AS` contains nothing nullable; asks the server about its columns. */
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

/** Returns true when the conditions exclude rows with a null in the column; conditions of a LEFT JOIN do not. */
function isDemanded({ table, column }, sql) {
  if (column === '') return false
  const asked = withoutConditions(withoutTexts(sql).replace(/\bCASE\b(?:(?!\bCASE\b).)*?\bEND\b/gs, '1'))
  const strict = asked.replace(/\bLEFT JOIN\b.*?(?=\b(?:LEFT|CROSS|JOIN|WHERE|GROUP|ORDER|UNION)\b|$)/gs, '')
  const named = `(?:${table}\\.${column}|(?<!\\.)\\b${column})`
  return new RegExp(`\\b(?:WHERE|AND|ON)\\s+\\(?${named} (?:IS NOT NULL|=|>|<|IN|LIKE) ?`).test(strict)
}

/** Replaces expressions that are never null by 1: COUNT and SUM alone, EXISTS, COALESCE with a constant. */
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

/** Removes the conditions of IF and CASE: a null condition takes the other branch. */
function withoutConditions(text) {
  const plain = text.replace(/\bWHEN\b.*?\bTHEN\b/gs, 'THEN')
  const found = /\bIF\(/.exec(plain)
  if (!found) return plain
  let comma = found.index + 'IF('.length
  for (let depth = 0; comma < plain.length && (depth > 0 || plain[comma] !== ','); comma++) depth += step(plain[comma])
  return `${plain.slice(0, found.index)}CONCAT(${withoutConditions(plain.slice(comma + 1))}`
}

/** Returns the expressions before each `AS name`, with their SELECT (part of a union). */
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

/** Returns the parts of a union with their offsets; one for a plain SELECT. */
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

/** Returns the offset of the bracket that closes the one at `open`. */
function closing(text, open) {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    depth += step(text[at])
    if (depth === 0) return at
  }
  return text.length
}

/** Replaces string literals by underscores of the same length. */
const withoutTexts = (sql) => sql.replace(/'(?:[^'\\]|\\.)*'/g, (text) => '_'.repeat(text.length))

function withoutBrackets(text) {
  const plain = text.replace(/\([^()]*\)/g, '')
  return plain === text ? text : withoutBrackets(plain)
}
