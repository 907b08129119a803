import { insertRows, inTransaction, lockRows, number, selectRow, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { rollNumber } from '~/models/people/students/describe/student-columns.server'
import { recordAuditInParts } from './audit-parts.server'
import { entryWords, isSameEntry, type ReadEntry, readEntry, shownEntry, type TypedEntry } from './entry-rules'
import { remarkSentences } from './remarks.server'
import type { Scheme } from './scheme-options'
import { ReportScheme } from './tables.server'

const columns = {
  enrollmentId: number('e.id'),
  /** Public id of the enrollment. */
  publicId: text('e.public_id'),
  studentId: number('s.id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  enrollmentNumber: text('s.enrollment_number'),
  rollNumber,
  /** 0 for a new row. */
  version: number('COALESCE(n.version, 0)'),
  grades: text("COALESCE(n.grades, '{}')"),
  codes: text("COALESCE(n.remark_codes, '')"),
  remark: text("COALESCE(n.remark, '')"),
}

type EntryScope = { schemeId: number; sessionId: number; sectionId: number; termKey: string }

/** Lists the students of a section by roll number, with their entries for the card of a term. */
export async function entryRows({ schoolId }: SchoolScope, entryScope: EntryScope) {
  const rows = await selectRows(
    columns,
    `FROM enrollments e JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
     LEFT JOIN report_entries n ON n.scheme_id = :schemeId AND n.enrollment_id = e.id AND n.term_key = :termKey
     WHERE e.school_id = :schoolId AND e.academic_session_id = :sessionId AND e.section_id = :sectionId AND e.status = 'studying'
     ORDER BY e.roll_number IS NULL, e.roll_number, s.first_name, s.last_name, e.id`,
    { schoolId, ...entryScope },
  )
  return rows.map(({ grades, ...row }) => ({ ...row, grades: JSON.parse(grades) as Record<string, string> }))
}
export type EntryRow = Awaited<ReturnType<typeof entryRows>>[number]

export interface PostedEntry extends TypedEntry {
  /** Public id of the enrollment. */
  enrollment: string
  /** Version the form was loaded with; 0 for a new row. */
  version: number
}

/** Row in its current state, or as typed with its error. */
export interface AnsweredEntry extends PostedEntry {
  problem: string | null
  /** Key of an area, `codes` or `remark`; null for an error of the whole row. */
  field: string | null
}

/**
 * Saves grades and remarks of a section for a term (`termKey`). Saves the valid rows and returns invalid rows as typed
 * with an error. A row that another user has changed since the form was loaded is returned as a conflict, unless both
 * users entered the same. Published cards do not change. Idempotent.
 */
export function saveEntries(
  scope: SchoolScope,
  input: {
    scheme: string
    section: { id: number; name: string }
    termKey: string
    sessionId: number
    rows: readonly PostedEntry[]
  },
) {
  return inTransaction(async () => {
    // A shared lock: teachers of several sections may save concurrently, but no one can publish or change the scheme in
    // between.
    const scheme = await selectRow(
      columnsOf(ReportScheme, 't', 'id', 'name', 'definition'),
      'FROM report_schemes t WHERE t.school_id = :schoolId AND t.public_id = :publicId LOCK IN SHARE MODE',
      { schoolId: scope.schoolId, publicId: input.scheme },
    )
    const term = scheme?.definition.terms.find(({ key }) => key === input.termKey)
    if (!scheme || !term) return refused('not-found')
    const { areas } = scheme.definition
    await lockRows('FROM sections WHERE school_id = :schoolId AND id = :id', {
      schoolId: scope.schoolId,
      id: input.section.id,
    })
    const entryScope = {
      schemeId: scheme.id,
      sessionId: input.sessionId,
      sectionId: input.section.id,
      termKey: term.key,
    }
    const rowsByEnrollment = new Map((await entryRows(scope, entryScope)).map((row) => [row.publicId, row]))
    // Locks the sentences, so that none is deleted while an entry refers to it.
    const sentences = await remarkSentences(scope, { lock: true })
    const sentenceLengths = new Map(
      sentences.map(({ code, sentence }) => [code, Math.max(...Object.values(sentence).map(({ length }) => length))]),
    )
    const checkedRows = input.rows.map((typedEntry) =>
      checkEntry(typedEntry, rowsByEnrollment.get(typedEntry.enrollment), scheme.definition, sentenceLengths),
    )
    const changes = checkedRows.flatMap(({ change }) => change ?? [])
    if (changes.length > 0) {
      await writeEntries(scope, entryScope, changes)
      const corrected = changes.filter(({ row }) => row.version > 0)
      await recordAuditInParts(scope, {
        action: 'report-card.entered',
        schemeId: scheme.id,
        details: { scheme: scheme.name, term: term.name, section: input.section.name, students: changes.length },
        lines: {
          corrected: corrected.map(
            ({ row, entry }) =>
              `${row.name} (${row.enrollmentNumber}): ${entryWords(row, areas)} → ${entryWords(entry, areas)}`,
          ),
        },
      })
    }
    return done({ saved: changes.length, rows: checkedRows.map(({ answer }) => answer) })
  })
}

type Change = { row: EntryRow; entry: ReadEntry }

/**
 * Decides on a typed row: unchanged, invalid, in conflict, or a change to write. `answer` is what the page shows next;
 * `row` is the stored row, undefined if the student has left the section.
 */
function checkEntry(
  typedEntry: PostedEntry,
  row: EntryRow | undefined,
  definition: Scheme,
  sentenceLengths: ReadonlyMap<number, number>,
): { answer: AnsweredEntry; change?: Change } {
  const { areas } = definition
  if (!row) {
    const problem = `This student is no longer in the section. You had typed ${entryWords(typedEntry, areas)}`
    return { answer: { ...typedEntry, field: null, problem } }
  }
  const valid = { ...typedEntry, version: row.version, field: null, problem: null }
  // A stored text may exceed a limit introduced later; unchanged rows are not validated.
  if (isSameEntry(typedEntry, row)) return { answer: valid }
  const parsed = readEntry(typedEntry, definition, sentenceLengths)
  if (!parsed.ok) return { answer: { ...typedEntry, field: parsed.field, problem: parsed.problem } }
  // The entry as it would be stored: grades as the scheme writes them, each sentence number once.
  const normalEntry = shownEntry(parsed.entry, areas)
  if (isSameEntry(normalEntry, row)) return { answer: { ...valid, ...normalEntry } }
  if (row.version !== typedEntry.version) {
    const problem = `Another person entered ${entryWords(row, areas)} in the meantime. Save again to replace it`
    // Shows the error at the first field of the row. Returns the current version, so that the next save replaces the
    // entry.
    return { answer: { ...typedEntry, version: row.version, field: areas[0]?.key ?? 'codes', problem } }
  }
  return { answer: { ...valid, ...normalEntry, version: row.version + 1 }, change: { row, entry: parsed.entry } }
}

const keyColumns = ['school_id', 'scheme_id', 'student_id', 'enrollment_id', 'term_key']
const contentColumns = ['grades', 'remark_codes', 'remark']

/** Writes the entries of a section in one statement: new rows, and new content of existing rows. */
function writeEntries({ schoolId }: SchoolScope, { schemeId, termKey }: EntryScope, changes: readonly Change[]) {
  const now = new Date()
  const rows = changes.map(({ row: { studentId, enrollmentId }, entry: { grades, codes, remark } }) => {
    const key = [schoolId, schemeId, studentId, enrollmentId, termKey]
    const content = [JSON.stringify(grades), codes, remark]
    return [...key, ...content, now, now]
  })
  const replaced = [...contentColumns, 'updated_at'].map((name) => `${name} = VALUES(${name})`)
  const onDuplicate = `ON DUPLICATE KEY UPDATE ${replaced.join(', ')}, version = version + 1`
  return insertRows('report_entries', [...keyColumns, ...contentColumns, 'created_at', 'updated_at'], rows, onDuplicate)
}
