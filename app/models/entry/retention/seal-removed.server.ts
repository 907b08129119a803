import { randomBytes } from 'node:crypto'
import { execute, insertRows } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import {
  hasKey,
  keyValues,
  type RowShape,
  type RowShapes,
  readAs,
  selectTexts,
  shapeOf,
  type TextRow,
} from '~/models/core/shared/row-shapes.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { encrypt, keyedDigest } from '~/services/secrets/secrets.server'
import type { ClassKey } from './field-classes'

type Values = Parameters<typeof execute>[1]

/** Change to one row by a removal, with the data to undo it. */
export type RemovedRow = { table: string; key: TextRow } & (
  | { did: 'changed'; was: TextRow; is: TextRow }
  | { did: 'deleted'; was: TextRow }
  | { did: 'added'; is: TextRow }
)

/** Removals of one field class in one transaction, until `writeSealed` stores them. */
export interface Removal {
  scope: SchoolScope
  run: { id: number }
  classKey: ClassKey
  /** Day in IST, `YYYY-MM-DD`. */
  today: string
  shapes: RowShapes
  found: Array<{ bundle: string; removed: RemovedRow }>
  files: Array<{ id: number; key: string; sizeBytes: number }>
}

export function beginRemoval(scope: SchoolScope, run: { id: number }, classKey: ClassKey, shapes: RowShapes): Removal {
  return { scope, run, classKey, shapes, today: todayInIndia(new Date()), found: [], files: [] }
}

const studentOf = (idSql: string) => `CONCAT('student:', ${idSql})`
const guardianOf = (idSql: string) => `CONCAT('guardian:', ${idSql})`
/**
 * SQL for the owner of a row `t`, by table: `student:12`, `guardian:5`, `account:9`, `admission:3` or
 * `address:a@b.test`. Data of one owner is a bundle, which is restored together.
 */
export const owners: Readonly<Record<string, string>> = {
  students: studentOf('t.id'),
  refunds: studentOf('(SELECT p.student_id FROM payments p WHERE p.id = t.payment_id)'),
  quiz_answers: studentOf('(SELECT a.student_id FROM quiz_attempts a WHERE a.id = t.attempt_id)'),
  message_attempts: studentOf('(SELECT m.student_id FROM outgoing_messages m WHERE m.id = t.message_id)'),
  family_guardians: guardianOf('t.id'),
  guardian_invitations: guardianOf('t.guardian_id'),
  message_preferences: guardianOf('t.guardian_id'),
  grievances: `COALESCE(${studentOf('t.student_id')}, ${guardianOf('t.guardian_id')})`,
  grievance_entries: `(SELECT COALESCE(${studentOf('g.student_id')}, ${guardianOf('g.guardian_id')}) FROM grievances g WHERE g.id = t.grievance_id)`,
  outgoing_mail: `COALESCE((SELECT ${studentOf('p.student_id')} FROM breach_people p
    WHERE p.id = t.breach_person_id AND p.school_id = :schoolId AND p.student_id IN (:ids)), CONCAT('address:', t.to_address))`,
  mail_addresses: "CONCAT('address:', t.to_address)",
  admissions: "CONCAT('admission:', t.id)",
  admission_documents: "CONCAT('admission:', t.admission_id)",
  guardian_accounts: "CONCAT('account:', t.id)",
  // The owner is the account that used the device: `student:12` is already the student's bundle; `guardian:9` means a
  // guardian's account, whose bundle is `account:9`.
  device_cookies: "REPLACE(t.account, 'guardian:', 'account:')",
}
const usualOwner = studentOf('t.student_id')

/** Rows `t` of a table for a removal, with the parameters of `where`; `owner` overrides the table's default. */
export interface Rows {
  table: string
  where: string
  values: Values
  owner?: string
}

/**
 * Runs in the caller's transaction: seals and then replaces column values. `set` maps columns to their replacements in
 * SQL.
 * @returns the number of changed rows
 */
export async function changeRows(removal: Removal, rows: Rows, set: ReadonlyArray<readonly [string, string]>) {
  const keys = await sealChanges(removal, rows, set)
  if (keys.length === 0) return 0
  const shape = shapeOf(removal.shapes, rows.table)
  await execute(
    `UPDATE ${rows.table} t SET ${set.map(([column, sql]) => `t.${column} = ${sql}`).join(', ')} WHERE ${hasKey(shape)}`,
    { ...rows.values, keys: keyValues(shape, keys) },
  )
  return keys.length
}

/** Seals values that another function is about to change. @returns the keys of rows that will change */
export async function sealChanges(
  removal: Removal,
  { table, where, values, owner = owners[table] ?? usualOwner }: Rows,
  set: ReadonlyArray<readonly [string, string]>,
): Promise<TextRow[]> {
  const shape = shapeOf(removal.shapes, table)
  const columns = set.flatMap(([column, sql]) => [
    `${readAs(shape, column)} AS was_${column}`,
    `${readAs(shape, column, sql)} AS is_${column}`,
  ])
  const matchingRows = await selectTexts(
    `SELECT ${owner} AS bundle, ${[...keyColumns(shape), ...columns].join(', ')} FROM ${table} t WHERE ${where} FOR UPDATE`,
    values,
  )
  const keys: TextRow[] = []
  for (const row of matchingRows) {
    const lost = set.map(([column]) => column).filter((column) => !isSame(row[`was_${column}`], row[`is_${column}`]))
    if (lost.length === 0) continue
    const valuesWith = (prefix: string) =>
      Object.fromEntries(lost.map((column) => [column, row[`${prefix}_${column}`] ?? null]))
    const key = keyOf(shape, row)
    keys.push(key)
    removal.found.push({
      bundle: bundleOf(row),
      removed: { table, key, did: 'changed', was: valuesWith('was'), is: valuesWith('is') },
    })
  }
  return keys
}

/**
 * Runs in the caller's transaction: seals and then deletes rows.
 * @returns the rows, by column as text
 */
export async function dropRows(removal: Removal, rows: Rows): Promise<TextRow[]> {
  const dropped = await sealDeletions(removal, rows)
  if (dropped.length === 0) return []
  const shape = shapeOf(removal.shapes, rows.table)
  await execute(`DELETE t FROM ${rows.table} t WHERE ${hasKey(shape)}`, {
    ...rows.values,
    keys: keyValues(shape, dropped),
  })
  return dropped
}

/** Seals rows that another function is about to delete. */
export async function sealDeletions(
  removal: Removal,
  { table, where, values, owner = owners[table] ?? usualOwner }: Rows,
): Promise<TextRow[]> {
  const shape = shapeOf(removal.shapes, table)
  const columns = [...shape.columns.keys()].map((column) => `${readAs(shape, column)} AS \`${column}\``)
  const matchingRows = await selectTexts(
    `SELECT ${columns.join(', ')}, ${owner} AS \`bundle of\` FROM ${table} t WHERE ${where} FOR UPDATE`,
    values,
  )
  return matchingRows.map(({ 'bundle of': bundle, ...was }) => {
    removal.found.push({
      bundle: bundleOf({ bundle: bundle ?? null }),
      removed: { table, key: keyOf(shape, was), did: 'deleted', was },
    })
    return was
  })
}

const keyColumns = (shape: RowShape) => shape.primaryKey.map((name) => `${readAs(shape, name)} AS \`key_${name}\``)

function keyOf({ primaryKey }: RowShape, row: TextRow): TextRow {
  return Object.fromEntries(primaryKey.map((name) => [name, row[`key_${name}`] ?? row[name] ?? null]))
}

/** Compares two texts of a column by value: a zero may be written with decimals. */
export const isSame = (one: string | null | undefined, other: string | null | undefined) =>
  (one ?? null) === (other ?? null) || (other === '0' && one != null && one !== '' && Number(one) === 0)

/** Returns the bundle of a row; a mail address is hashed, because `sealed_removals` stores no address in plain text. */
function bundleOf({ bundle }: { bundle?: string | null }): string {
  if (!bundle) throw new Error('A retention row belongs to no one')
  return bundle.startsWith('address:') ? addressBundle(bundle.slice('address:'.length)) : bundle
}

/** Bundle of the data that is stored under a mail address rather than under a person. */
export const addressBundle = (address: string) =>
  `address:${keyedDigest('sealed-address', address.toLowerCase()).toString('hex')}`

/** Encryption context of a sealed text; `sealed-columns` uses the same context for this column. */
export const removalContext = (sealNumber: string | number) => `sealed_removals.sealed:${sealNumber}`

/** Approximate length in characters of one sealed text, and of one statement. */
const sealedLength = 200_000
const statementLength = 2_000_000

/** Comes last in a removal: seals the collected data, by bundle. */
export async function writeSealed(removal: Removal): Promise<void> {
  const { scope, run, classKey, today, found, files } = removal
  const bundles = new Map<string, string[]>()
  const rows: Array<Array<string | number | null>> = []
  const seal = (bundle: string, texts: string[]) => {
    const number = randomBytes(6).readUIntBE(0, 6) + 1
    const sealed = encrypt(`[${texts.join(',')}]`, removalContext(number))
    const studentId = bundle.startsWith('student:') ? Number(bundle.slice('student:'.length)) : null
    rows.push([scope.schoolId, run.id, classKey, bundle, studentId, number, sealed, today])
    bundles.set(bundle, [])
  }
  const lengths = new Map<string, number>()
  for (const { bundle, removed } of found) {
    const text = JSON.stringify(removed)
    const length = (lengths.get(bundle) ?? 0) + text.length
    const texts = bundles.get(bundle) ?? []
    texts.push(text)
    bundles.set(bundle, texts)
    lengths.set(bundle, length)
    if (length < sealedLength) continue
    seal(bundle, texts)
    lengths.set(bundle, 0)
  }
  for (const [bundle, texts] of bundles) if (texts.length > 0) seal(bundle, texts)
  for (const part of inPartsOf(rows, statementLength)) {
    await insertRows(
      'sealed_removals',
      ['school_id', 'run_id', 'class_key', 'bundle', 'student_id', 'seal_number', 'sealed', 'removed_on'],
      part,
    )
  }
  if (files.length > 0) {
    await insertRows(
      'sealed_files',
      ['file_id', 'school_id', 'run_id', 'class_key', 'storage_key', 'size_bytes', 'removed_on'],
      files.map(({ id, key, sizeBytes }) => [id, scope.schoolId, run.id, classKey, key, sizeBytes, today]),
    )
  }
  removal.found = []
  removal.files = []
}

/** Splits rows into parts of about `length` characters. */
function inPartsOf<Row extends ReadonlyArray<string | number | null>>(rows: readonly Row[], length: number): Row[][] {
  const parts: Row[][] = []
  let size = length
  for (const row of rows) {
    if (size >= length) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(row)
    size += row.reduce<number>((sum, cell) => sum + String(cell).length, 0)
  }
  return parts
}
