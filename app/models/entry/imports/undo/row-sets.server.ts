import { type Cell, inParts } from '~/database/database.server'
import {
  hasKey,
  keyValues,
  type RowShape,
  readAs,
  selectTexts,
  type TextRow,
} from '~/models/core/shared/row-shapes.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/** Rows `t` of a table, by the ids in `column`. `unit`: SQL that names the thing a row belongs to, such as `s12`. */
export interface RowSet {
  table: string
  column: string
  ids: readonly number[]
  unit: string
  /** Further condition on `t`. */
  and?: string
}

export interface StoredRow {
  unit: string
  /** Values of the primary key. */
  key: string[]
  digest: string
  /** All columns except those in `unread`; null where only the digest was read. */
  row: TextRow | null
}

/**
 * Columns whose change does not count as an edit of what an import wrote: late fines, the order of classes, sign-in
 * data, whether messages arrive, full Aadhaar numbers (their last digits have a column of their own).
 */
const passing: Record<string, readonly string[]> = {
  students: ['password_hash', 'password_changed_at', 'activation_round', 'first_password_key'],
  guardians: ['father_aadhar', 'mother_aadhar', 'guardian_aadhar'],
  family_guardians: ['mobile_state', 'email_state'],
  dues: ['fine_paise', 'fine_accrued_on'],
  classes: ['position'],
}

/** Sign-in data of students: an import never changes it, so it is not read. */
const unread: Record<string, readonly string[]> = { students: passing.students ?? [] }

const wholeColumns = ({ table, columns }: RowShape) =>
  [...columns.keys()].filter((name) => !(unread[table] ?? []).includes(name))

/**
 * SQL of a digest of row `t`, which changes with every later edit. `counted`: the columns that existed at the import,
 * since an upgrade may have added some.
 */
function digestSql({ table, columns }: RowShape, counted: readonly string[] = [...columns.keys()]): string {
  const left = counted.filter(
    (column) => column !== 'updated_at' && !(passing[table] ?? []).includes(column) && columns.has(column),
  )
  const cells = left.map((column) => `COALESCE(CAST(t.\`${column}\` AS BINARY), 0x00)`)
  // MD5 is not used, because newer versions of MySQL lack it.
  return `LEFT(SHA2(CONCAT_WS(0x01, ${cells.join(', ')}), 256), 16)`
}

const keyColumns = (shape: RowShape) =>
  shape.primaryKey.map((name) => `${readAs(shape, name)} AS \`key_${name}\``).join(', ')

/** Reads rows with their digests, and with `isWhole` all their columns. */
export async function readRowSet(
  shape: RowShape,
  schoolId: number,
  { column, ids, unit, and }: RowSet,
  { isWhole }: { isWhole: boolean },
): Promise<StoredRow[]> {
  const all = isWhole
    ? wholeColumns(shape)
        .map((name) => `, ${readAs(shape, name)} AS \`${name}\``)
        .join('')
    : ''
  const stored: StoredRow[] = []
  for (const part of inParts(ids)) {
    const rows = await selectTexts(
      `SELECT ${unit} AS \`unit of\`, ${digestSql(shape)} AS \`digest of\`, ${keyColumns(shape)}${all} FROM ${shape.table} t
       WHERE ${ofSchoolSql(shape)} AND t.${column} IN (:part)${and ? ` AND ${and}` : ''}`,
      { schoolId, part },
    )
    for (const row of rows) stored.push(storedOf(shape, row, isWhole))
  }
  return stored
}

function storedOf(
  shape: RowShape,
  { 'unit of': unit, 'digest of': digest, ...row }: Record<string, string | null>,
  isWhole: boolean,
) {
  const key = shape.primaryKey.map((name) => String(row[`key_${name}`]))
  if (!isWhole) return { unit: String(unit), digest: String(digest), key, row: null }
  const whole = Object.fromEntries(wholeColumns(shape).map((name) => [name, row[name] ?? null]))
  return { unit: String(unit), digest: String(digest), key, row: whole }
}

/** SQL condition: row `t` belongs to the school; parts of dues do so by their due. */
export const ofSchoolSql = ({ columns }: RowShape, schoolId = ':schoolId') =>
  columns.has('school_id')
    ? `t.school_id = ${schoolId}`
    : `EXISTS (SELECT 1 FROM dues d WHERE d.id = t.due_id AND d.school_id = ${schoolId})`

/** Current digests of rows of the school, by the joined values of their primary keys. */
export async function readDigests(
  { schoolId }: SchoolScope,
  shape: RowShape,
  keys: ReadonlyArray<readonly string[]>,
  counted?: readonly string[],
): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  for (const part of inParts(keys)) {
    const rowsOfKeys = part.map((key) => rowOfKey(shape, key))
    const rows = await selectTexts(
      // Filters by the first key column too, because MariaDB uses no index for pairs of values.
      `SELECT ${digestSql(shape, counted)} AS \`digest of\`, ${keyColumns(shape)} FROM ${shape.table} t
       WHERE ${ofSchoolSql(shape)} AND t.${shape.primaryKey[0]} IN (:firsts) AND ${hasKey(shape)}`,
      { schoolId, firsts: part.map(([first = '']) => first), keys: keyValues(shape, rowsOfKeys) },
    )
    for (const row of rows)
      digests.set(shape.primaryKey.map((name) => row[`key_${name}`]).join(' '), String(row['digest of']))
  }
  return digests
}

const rowOfKey = (shape: RowShape, key: readonly string[]): TextRow =>
  Object.fromEntries(shape.primaryKey.map((name, index) => [name, key[index] ?? null]))

export const cellsOfRow = (row: TextRow, columns: readonly string[]): Cell[] => columns.map((name) => row[name] ?? null)
