import { randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { execute, inParts, insertRows, number, selectRows, text } from '~/database/database.server'
import { readShapes, shapeOf, type TextRow } from '~/models/core/shared/row-shapes.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockLedgers } from '~/models/money/ledger/locks.server'
import { decryptOrNull, encrypt } from '~/services/secrets/secrets.server'
import type { Made, Touches } from '../kinds/port'
import { type RowSet, readRowSet, type StoredRow } from './row-sets.server'
import { undoDays } from './undo-words'

/** Change of one row by an import; `digest` is the digest of the row after the import. */
export type Entry =
  | { did: 'added'; table: string; key: string[]; digest: string }
  | { did: 'changed'; table: string; key: string[]; digest: string; was: TextRow }
  | { did: 'deleted'; table: string; was: TextRow }

/**
 * A thing that is undone as a whole, with its rows: `s12` a student, `t5` a teacher, `g4` a new guardian with the links
 * to children, `l6` a new link of an existing guardian, `m2` a month of attendance, `x3` a mark, `d7` an opening due,
 * `p9` a payment, `c3` a class, `k8` a section.
 */
export interface Unit {
  name: string
  entries: Entry[]
}

/** Facts of the import that belong to no single thing. */
export interface General {
  /** Positions of all classes before and after the import, if it created a class. */
  order?: { before: ClassPlace[]; after: Array<[id: number, position: number]> }
  /** Section and session whose row of seats the import made. */
  seats?: Array<[sectionId: number, sessionId: number]>
  /** Columns of each table at the time of the import, for the digests. */
  columns?: Record<string, string[]>
  /** Batch of guardians that the import made. */
  batch?: number
  /** Paper whose marks the import wrote. */
  paper?: number
  /** Dues whose fines ended with the import's payments: the fines, and the time of the last change. */
  fines?: TextRow[]
}
type ClassPlace = [id: number, position: number, updatedAt: string]

export interface Trace {
  units: Unit[]
  general: General
}

const ofStudent = "CONCAT('s', t.student_id)"
const ofDueOf = (unit: string) => `(SELECT ${unit} FROM dues d WHERE d.id = t.due_id)`

/** The rows of students that an import may change, with their dues where class or RTE status changes. */
function setsOfStudents(ids: readonly number[], withDues: readonly number[], dueIds: readonly number[]): RowSet[] {
  const facts = ['guardians', 'student_addresses', 'academic_infos', 'additional_infos', 'enrollments']
  const parts = ['due_parts', 'due_concessions']
  return [
    { table: 'students', column: 'id', ids, unit: "CONCAT('s', t.id)" },
    ...facts.map((table) => ({ table, column: 'student_id', ids, unit: ofStudent })),
    { table: 'dues', column: 'student_id', ids: withDues, unit: ofStudent },
    ...parts.map((table) => ({ table, column: 'due_id', ids: dueIds, unit: ofDueOf("CONCAT('s', d.student_id)") })),
  ]
}

/**
 * New students with their enrollments and dues. Their other rows need no digest, because every save of those rows
 * increases the student's version.
 */
const setsOfNew = (ids: readonly number[]): RowSet[] => [
  { table: 'students', column: 'id', ids, unit: "CONCAT('s', t.id)" },
  { table: 'enrollments', column: 'student_id', ids, unit: ofStudent },
  { table: 'dues', column: 'student_id', ids, unit: ofStudent },
]

const setsOfTeachers = (ids: readonly number[]): RowSet[] => [
  { table: 'teachers', column: 'id', ids, unit: "CONCAT('t', t.id)" },
]

/** New guardians with their links, and the new links of existing guardians. */
const setsOfGuardians = (ids: readonly number[], linkIds: readonly number[]): RowSet[] => [
  { table: 'family_guardians', column: 'id', ids, unit: "CONCAT('g', t.id)" },
  { table: 'guardian_links', column: 'guardian_id', ids, unit: "CONCAT('g', t.guardian_id)" },
  { table: 'guardian_links', column: 'id', ids: linkIds, unit: "CONCAT('l', t.id)" },
]

const setsOfMonths = (ids: readonly number[]): RowSet[] => [
  { table: 'attendance_months', column: 'id', ids, unit: "CONCAT('m', t.id)" },
]

const setsOfMarks = (ids: readonly number[]): RowSet[] => [
  { table: 'exam_marks', column: 'id', ids, unit: "CONCAT('x', t.id)" },
]

const setsOfDues = (ids: readonly number[], sourceIds: readonly number[] = []): RowSet[] => [
  {
    table: 'opening_dues',
    column: 'id',
    ids: sourceIds,
    unit: "(SELECT CONCAT('d', d.id) FROM dues d WHERE d.kind = 'opening' AND d.source_id = t.id AND d.student_id = t.student_id)",
  },
  { table: 'dues', column: 'id', ids, unit: "CONCAT('d', t.id)" },
]

const setsOfPlaces = (classIds: readonly number[], sectionIds: readonly number[]): RowSet[] => [
  { table: 'classes', column: 'id', ids: classIds, unit: "CONCAT('c', t.id)" },
  { table: 'sections', column: 'id', ids: sectionIds, unit: "CONCAT('k', t.id)" },
]

const dueIdsOf = async ({ schoolId }: SchoolScope, studentIds: readonly number[]) => {
  const ids: number[] = []
  for (const part of inParts(studentIds)) {
    const rows = await selectRows(
      { id: number('t.id') },
      'FROM dues t WHERE t.school_id = :schoolId AND t.student_id IN (:part)',
      { schoolId, part },
    )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

const sourcesOf = async ({ schoolId }: SchoolScope, dueIds: readonly number[]) => {
  const ids: number[] = []
  for (const part of inParts(dueIds)) {
    const rows = await selectRows(
      { id: number('t.source_id') },
      "FROM dues t WHERE t.school_id = :schoolId AND t.kind = 'opening' AND t.id IN (:part)",
      { schoolId, part },
    )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

const classPlaces = ({ schoolId }: SchoolScope) =>
  selectRows(
    { id: number('t.id'), position: number('t.position'), updatedAt: text('CAST(t.updated_at AS CHAR)') },
    'FROM classes t WHERE t.school_id = :schoolId ORDER BY t.id',
    { schoolId },
  )

const seatRows = ({ schoolId }: SchoolScope) =>
  selectRows(
    { sectionId: number('t.section_id'), sessionId: number('t.academic_session_id') },
    'FROM section_seats t WHERE t.school_id = :schoolId',
    { schoolId },
  )

/**
 * Runs in the import's transaction, before the import writes: reads the rows that it may change. Returns a function
 * that seals the changes; call it after the write, when all these rows are locked, so that the trace contains only the
 * import's changes.
 */
export async function beginTrace(scope: SchoolScope, touches: Touches) {
  const shapes = await readShapes()
  // Money that arrives now waits until the import is written.
  for (const part of inParts([...(touches.students ?? [])].sort((a, b) => a - b))) await lockLedgers(scope, part)
  const read = (set: RowSet, isWhole: boolean) =>
    readRowSet(shapeOf(shapes, set.table), scope.schoolId, set, { isWhole })
  const {
    students = [],
    moved = [],
    teachers = [],
    months = [],
    marks = [],
    dues = [],
    paidDues = [],
    places = false,
  } = touches
  const setsNow = async () => [
    ...setsOfStudents(students, moved, await dueIdsOf(scope, moved)),
    ...setsOfTeachers(teachers),
    ...setsOfMonths(months),
    ...setsOfMarks(marks),
    ...setsOfDues(dues, await sourcesOf(scope, dues)),
    { table: 'due_parts', column: 'due_id', ids: dues, unit: ofDueOf("CONCAT('d', d.id)") },
  ]
  const before: StoredRow[][] = []
  const firstSets = await setsNow()
  for (const set of firstSets) before.push(await read(set, true))
  const placesBefore = places ? await classPlaces(scope) : []
  const seatsBefore = places ? await seatRows(scope) : []
  const fines = await readFines(scope, paidDues)
  return async (importId: number, made: Made): Promise<void> => {
    const units = new Map<string, Entry[]>()
    const note = (name: string, entry: Entry) => {
      const entries = units.get(name)
      if (entries) entries.push(entry)
      else units.set(name, [entry])
    }
    for (const [index, set] of (await setsNow()).entries()) {
      compare(set.table, before[index] ?? [], await read(set, true), note)
      // Released at once: 10,000 whole rows are tens of megabytes.
      before[index] = []
    }
    const fresh = [
      ...setsOfNew(made.students ?? []),
      ...setsOfTeachers(made.teachers ?? []),
      ...setsOfGuardians(made.guardians ?? [], made.links ?? []),
      ...setsOfMonths(made.months ?? []),
      ...setsOfMarks(made.marks ?? []),
      ...setsOfDues(made.dues ?? [], made.openingDues),
      ...setsOfPlaces(made.classes ?? [], made.sections ?? []),
    ]
    for (const set of fresh)
      for (const { unit, key, digest } of await read(set, false))
        note(unit, { did: 'added', table: set.table, key, digest })
    for (const id of made.payments ?? [])
      note(`p${id}`, { did: 'added', table: 'payments', key: [String(id)], digest: '' })
    const general: General = { columns: {} }
    for (const { table } of [...firstSets, ...fresh])
      general.columns = { ...general.columns, [table]: [...shapeOf(shapes, table).columns.keys()] }
    if ((made.classes ?? []).length > 0)
      general.order = {
        before: placesBefore.map(({ id, position, updatedAt }) => [id, position, updatedAt]),
        after: (await classPlaces(scope)).map(({ id, position }) => [id, position]),
      }
    if (places) {
      const known = new Set(seatsBefore.map(({ sectionId, sessionId }) => `${sectionId} ${sessionId}`))
      const seats = (await seatRows(scope)).filter(
        ({ sectionId, sessionId }) => !known.has(`${sectionId} ${sessionId}`),
      )
      general.seats = seats.map(({ sectionId, sessionId }) => [sectionId, sessionId])
    }
    if (fines.length > 0) general.fines = fines
    if (made.batch !== undefined) general.batch = made.batch
    if (made.paper !== undefined) general.paper = made.paper
    await sealTrace(scope, importId, { units: [...units].map(([name, entries]) => ({ name, entries })), general })
  }
}

async function readFines({ schoolId }: SchoolScope, ids: readonly number[]): Promise<TextRow[]> {
  const fines: TextRow[] = []
  const columns = [
    ...['fine_paise', 'fine_accrued_on', 'updated_at'],
    ...['paid_paise', 'amount_paise', 'concession_paise', 'fine_waived_at', 'state'],
  ]
  for (const part of inParts(ids)) {
    const shown = columns.map((column) => [column, { sql: `CAST(t.${column} AS CHAR)` }])
    const rows = await selectRows<Record<string, string | null>>(
      { id: text('t.id'), ...Object.fromEntries(shown) },
      'FROM dues t WHERE t.school_id = :schoolId AND t.id IN (:part)',
      { schoolId, part },
    )
    fines.push(...rows)
  }
  return fines
}

const partsOfDues = new Set(['due_parts', 'due_concessions'])

function compare(
  table: string,
  before: readonly StoredRow[],
  after: readonly StoredRow[],
  note: (unit: string, entry: Entry) => void,
): void {
  const rest = new Map(before.map((stored) => [stored.key.join(' '), stored]))
  for (const { unit, key, digest, row } of after) {
    const old = rest.get(key.join(' '))?.row
    rest.delete(key.join(' '))
    if (!old) {
      // Parts of a new due are deleted with the due and need no entry.
      if (!partsOfDues.has(table)) note(unit, { did: 'added', table, key, digest })
      continue
    }
    // A roll number is unique in its section, so an undo restores both together.
    const isMoved = table === 'enrollments' && old.section_id !== row?.section_id
    const was = Object.fromEntries(
      Object.entries(old).filter(([name, value]) => value !== row?.[name] || (isMoved && name === 'roll_number')),
    )
    if (Object.keys(was).length > 0) note(unit, { did: 'changed', table, key, digest, was })
  }
  for (const { unit, row } of rest.values()) if (row) note(unit, { did: 'deleted', table, was: row })
}

/** Encryption context of a part; `sealed-columns` uses the same for the column. */
const contextOf = (sealNumber: number) => `import_traces.sealed:${sealNumber}`

/** Approximate length in characters of one sealed part. */
const partLength = 200_000
/** Number of fines in one sealed part; each has about 200 characters. */
const finesOfPart = 1_000

/** Seals a trace in parts. */
export async function sealTrace({ schoolId }: SchoolScope, importId: number, { units, general }: Trace): Promise<void> {
  if (units.length === 0) return
  const { fines = [], ...rest } = general
  const [first, ...further] = inParts(fines, finesOfPart)
  const parts: Trace[] = [{ units: [], general: first ? { ...rest, fines: first } : rest }]
  for (const some of further) parts.push({ units: [], general: { fines: some } })
  let length = first ? partLength : 0
  for (const unit of units) {
    if (length >= partLength) {
      parts.push({ units: [], general: {} })
      length = 0
      await breathe()
    }
    length += JSON.stringify(unit).length
    parts.at(-1)?.units.push(unit)
  }
  for (const some of inParts(parts, 10)) {
    await insertRows(
      'import_traces',
      ['school_id', 'import_id', 'seal_number', 'sealed'],
      some.map((part) => {
        const sealNumber = randomBytes(6).readUIntBE(0, 6) + 1
        return [schoolId, importId, sealNumber, encrypt(JSON.stringify(part), contextOf(sealNumber))]
      }),
    )
  }
}

const sealedPart = { importId: number('t.import_id'), sealNumber: number('t.seal_number'), sealed: text('t.sealed') }

/** Opens the trace of an import. Returns null if there is none, 'unreadable' if a part was sealed with another key. */
export async function openTrace({ schoolId }: SchoolScope, importId: number): Promise<Trace | 'unreadable' | null> {
  const rows = await selectRows(
    sealedPart,
    'FROM import_traces t WHERE t.school_id = :schoolId AND t.import_id = :importId ORDER BY t.id',
    { schoolId, importId },
  )
  if (rows.length === 0) return null
  const trace: Trace = { units: [], general: {} }
  for (const { sealNumber, sealed } of rows) {
    const opened = decryptOrNull(sealed, contextOf(sealNumber))
    if (opened === null) return 'unreadable'
    const part = JSON.parse(opened) as Trace
    for (const unit of part.units) trace.units.push(unit)
    const fines = [...(trace.general.fines ?? []), ...(part.general.fines ?? [])]
    Object.assign(trace.general, part.general, fines.length > 0 ? { fines } : {})
    await breathe()
  }
  return trace
}

export async function dropTrace({ schoolId }: Pick<SchoolScope, 'schoolId'>, importId: number): Promise<void> {
  await execute('DELETE FROM import_traces WHERE school_id = :schoolId AND import_id = :importId', {
    schoolId,
    importId,
  })
}

/**
 * Removes full Aadhaar numbers from the sealed values of the school's imports, because the school no longer keeps them.
 * An import with a part that cannot be opened can no longer be undone.
 */
export async function dropSealedNumbers({ schoolId }: SchoolScope, fields: readonly string[]): Promise<void> {
  const ids = await selectRows({ id: number('t.id') }, 'FROM import_traces t WHERE t.school_id = :schoolId', {
    schoolId,
  })
  for (const { id } of ids) {
    const values = { schoolId, id }
    const [row] = await selectRows(
      sealedPart,
      'FROM import_traces t WHERE t.school_id = :schoolId AND t.id = :id',
      values,
    )
    if (!row) continue
    const opened = decryptOrNull(row.sealed, contextOf(row.sealNumber))
    if (opened === null) {
      await dropTrace({ schoolId }, row.importId)
      continue
    }
    const part = JSON.parse(opened) as Trace
    const shortened = JSON.stringify({ ...part, units: part.units.map((unit) => withoutNumbers(unit, fields)) })
    if (shortened === opened) continue
    await execute('UPDATE import_traces SET sealed = :sealed WHERE school_id = :schoolId AND id = :id', {
      ...values,
      sealed: encrypt(shortened, contextOf(row.sealNumber)),
    })
  }
}

const withoutNumbers = ({ name, entries }: Unit, fields: readonly string[]): Unit => ({
  name,
  entries: entries.map((entry) =>
    entry.table === 'guardians' && 'was' in entry
      ? { ...entry, was: Object.fromEntries(Object.entries(entry.was).filter(([column]) => !fields.includes(column))) }
      : entry,
  ),
})

/** Removes the earlier values of imports that can no longer be undone, and the names of what an undo left in place. */
export async function sweepTraces(): Promise<void> {
  const old = `i.finished_at < UTC_TIMESTAMP(3) - INTERVAL ${undoDays} DAY`
  await execute(
    `DELETE t FROM import_traces t JOIN imports i ON i.id = t.import_id WHERE i.state <> 'undoing' AND ${old}`,
    {},
  )
  await execute(`UPDATE imports i SET i.undo_kept = NULL WHERE i.undo_kept IS NOT NULL AND ${old}`, {})
}
