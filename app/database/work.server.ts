import { AsyncLocalStorage } from 'node:async_hooks'

/** Request or job that a statement belongs to. */
interface Work {
  statements: number
  /** School whose rows it writes; null before authentication. */
  schoolId: number | null
  /** Tables read since recording began; null when not recording. */
  read: Set<string> | null
  /** A user waits for the response. */
  isRequest?: true
}

const current = new AsyncLocalStorage<Work>()

/** Counts the statements of `run`, for requests and for the tests' budgets. */
export async function countQueries<T>(run: () => Promise<T>): Promise<{ value: T; count: number }> {
  const work: Work = { statements: 0, schoolId: null, read: null }
  const value = await current.run(work, run)
  return { value, count: work.statements }
}

/** Same as `countQueries` for a request: a statement without a timely response is aborted (`DATABASE_PATIENCE_MS`). */
export async function workForRequest(run: () => Promise<unknown>): Promise<void> {
  await current.run({ statements: 0, schoolId: null, read: null, isRequest: true }, run)
}

/** Returns whether the surrounding work serves a request. */
export const isForRequest = (): boolean => current.getStore()?.isRequest ?? false

/** Statements sent so far in the surrounding counted work; 0 outside. */
export function queriesSoFar(): number {
  return current.getStore()?.statements ?? 0
}

/** Declares that this request writes rows of this school only from now on. */
export function actFor(schoolId: number): void {
  const work = current.getStore()
  if (work) work.schoolId = schoolId
}

/** Runs background work for one school, outside a request. */
export function workFor<T>(schoolId: number, run: () => Promise<T>): Promise<T> {
  return current.run({ statements: 0, schoolId, read: null }, run)
}

/** School whose rows this work writes, or 0 while unknown. */
export const actingFor = () => current.getStore()?.schoolId ?? 0

/**
 * Tables whose rows appear on pages that a browser keeps (decision 38). A page that reads another table cannot be kept;
 * a write to one of these is recorded at the commit.
 */
const shown = new Set(
  `academic_sessions attendance attendance_sheets bell_periods breach_people class_subjects classes credits dues due_parts enrollments
   events exam_marks exam_papers exams fees files grade_bands guardians holidays payment_baskets payment_lines payments receipts refunds school_settings schools
   section_teachers sections staff_users students subjects teachers timetable_days timetable_entries`.split(/\s+/),
)

/** Returns whether pages that read this table can be kept. */
export const isShown = (table: string) => shown.has(table)

/** Tables that a foreign key's cascade deletes from. A test compares them with the database. */
const fallsWith: Readonly<Record<string, readonly string[]>> = {
  classes: ['class_subjects'],
  dues: ['due_parts'],
  family_guardians: ['payment_baskets'],
  timetable_entries: ['timetable_days'],
}

const literals = /'[^'\\]*(?:(?:\\.|'')[^'\\]*)*'/g
const inserted = /^\s*(?:INSERT(?:\s+IGNORE)?|REPLACE)\s+INTO\s+`?(\w+)/i
/** Every join is explicit (no `FROM a, b`; no `WITH` before a write), so that each table follows one of these words. */
const named = /\b(?:FROM|\w*JOIN|INTO|UPDATE(?:\s+IGNORE)?)[\s(]+(?!SELECT\b|WITH\b)`?(\w+)/gi
const madeHere = /\b(\w+) AS \(/gi
const instant =
  /\b(UTC_TIMESTAMP|UTC_DATE|UTC_TIME|NOW|CURRENT_TIMESTAMP|CURRENT_DATE|CURRENT_TIME|CURDATE|CURTIME|SYSDATE|LOCALTIME|UNIX_TIMESTAMP)\b/i

const namesIn = (sql: string, pattern: RegExp) => Array.from(sql.matchAll(pattern), ([, name = '']) => name)

/** Kept-page tables that a statement writes. */
export function shownWrites(statement: string): string[] {
  // An insert may be a megabyte of text, and writes one table.
  const [, into] = inserted.exec(statement) ?? []
  if (into) return shown.has(into) ? [into] : []
  if (!/^\s*(UPDATE|DELETE)\b/i.test(statement)) return []
  const tables = namesIn(statement.replace(literals, "''"), named)
  return [...new Set(tables.flatMap((table) => [table, ...(fallsWith[table] ?? [])]))].filter(isShown)
}

/**
 * Starts to record the tables this work reads. `theTime` among them means that the response depends on the current
 * time.
 */
export function noteReads(): ReadonlySet<string> {
  const read = new Set<string>()
  const work = current.getStore()
  if (work) work.read = read
  return read
}

/** Not recorded: the session and the versions are read on every visit, and JSON rows come with the statement. */
const askedAnew = new Set(['sessions', 'table_versions', 'JSON_TABLE'])
/**
 * Tables that the session's statement reads for a guardian at a student's pages: kept pages are only the student's in
 * person.
 */
const ofWhoLooks = new Set(['guardian_accounts', 'family_guardians', 'guardian_links'])
const theTime = '(the time)'

/** Counts a statement and records its tables. */
export function noteStatement(statement: string): void {
  const work = current.getStore()
  if (!work) return
  work.statements += 1
  if (!work.read || !/^[\s(]*(SELECT|WITH)\b/i.test(statement)) return
  const sql = statement.replace(literals, "''")
  const tables = namesIn(sql, named)
  const made = new Set(namesIn(sql, madeHere))
  const isOfSession = tables.includes('sessions')
  if (!isOfSession && instant.test(sql)) work.read.add(theTime)
  const isLeftOut = (table: string) => made.has(table) || askedAnew.has(table) || (isOfSession && ofWhoLooks.has(table))
  for (const table of tables) if (!isLeftOut(table)) work.read.add(table)
}
