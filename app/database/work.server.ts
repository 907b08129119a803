import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of the request or the job that a statement belongs to. */
interface Work {
  statements: number
  /** Whose rows it writes; null while nobody has proved who acts. */
  schoolId: number | null
  /** Tables that it has read since somebody wanted to know. */
  read: Set<string> | null
  /** Somebody sits before a page and waits for it. */
  isRequest?: true
}

const current = new AsyncLocalStorage<Work>()

/** Counts the statements that `run` sends, for a request and for the budgets of the tests. */
export async function countQueries<T>(run: () => Promise<T>): Promise<{ value: T; count: number }> {
  const work: Work = { statements: 0, schoolId: null, read: null }
  const value = await current.run(work, run)
  return { value, count: work.statements }
}

/** The same for a request: what it asks the database is given up when that does not answer soon (`DATABASE_PATIENCE_MS`). */
export async function workForRequest(run: () => Promise<unknown>): Promise<void> {
  await current.run({ statements: 0, schoolId: null, read: null, isRequest: true }, run)
}

/** Whether somebody waits for the work around this call. */
export const isForRequest = (): boolean => current.getStore()?.isRequest ?? false

/** Statements sent so far in the counted work around this call; 0 outside of any. */
export function queriesSoFar(): number {
  return current.getStore()?.statements ?? 0
}

/** From here on this request writes rows of that school alone. */
export function actFor(schoolId: number): void {
  const work = current.getStore()
  if (work) work.schoolId = schoolId
}

/** Runs what the program itself does for one school, outside of a request. */
export function workFor<T>(schoolId: number, run: () => Promise<T>): Promise<T> {
  return current.run({ statements: 0, schoolId, read: null }, run)
}

/** The school whose rows this work writes, or 0 while that is not known. */
export const actingFor = () => current.getStore()?.schoolId ?? 0

/**
 * Tables whose rows stand on pages that a browser keeps (decision 38). What reads another cannot be kept; whoever writes one of these says
 * so at the commit.
 */
const shown = new Set(
  `academic_sessions attendance attendance_sheets bell_periods breach_people class_subjects classes credits dues due_parts enrollments
   events exam_marks exam_papers exams fees files grade_bands guardians holidays payment_baskets payment_lines payments receipts refunds school_settings schools
   section_teachers sections staff_users students subjects teachers timetable_days timetable_entries`.split(/\s+/),
)

/** Whether pages that read this table can be kept. */
export const isShown = (table: string) => shown.has(table)

/** What a foreign key takes away with a row of a table. A test asks the database for all of them. */
const fallsWith: Readonly<Record<string, readonly string[]>> = {
  classes: ['class_subjects'],
  dues: ['due_parts'],
  family_guardians: ['payment_baskets'],
  timetable_entries: ['timetable_days'],
}

const literals = /'[^'\\]*(?:(?:\\.|'')[^'\\]*)*'/g
const inserted = /^\s*(?:INSERT(?:\s+IGNORE)?|REPLACE)\s+INTO\s+`?(\w+)/i
/** Every join is spelled out here (no `FROM a, b`; no `WITH` before a write), so that a table stands behind one of these words. */
const named = /\b(?:FROM|\w*JOIN|INTO|UPDATE(?:\s+IGNORE)?)[\s(]+(?!SELECT\b|WITH\b)`?(\w+)/gi
const madeHere = /\b(\w+) AS \(/gi
const instant =
  /\b(UTC_TIMESTAMP|UTC_DATE|UTC_TIME|NOW|CURRENT_TIMESTAMP|CURRENT_DATE|CURRENT_TIME|CURDATE|CURTIME|SYSDATE|LOCALTIME|UNIX_TIMESTAMP)\b/i

const namesIn = (sql: string, pattern: RegExp) => Array.from(sql.matchAll(pattern), ([, name = '']) => name)

/** Which of the shown tables a statement writes. */
export function shownWrites(statement: string): string[] {
  // What is inserted may be a megabyte, and is one table's.
  const [, into] = inserted.exec(statement) ?? []
  if (into) return shown.has(into) ? [into] : []
  if (!/^\s*(UPDATE|DELETE)\b/i.test(statement)) return []
  const tables = namesIn(statement.replace(literals, "''"), named)
  return [...new Set(tables.flatMap((table) => [table, ...(fallsWith[table] ?? [])]))].filter(isShown)
}

/** Begins to note which tables this work reads. `theTime` among them says that an answer depends on the instant. */
export function noteReads(): ReadonlySet<string> {
  const read = new Set<string>()
  const work = current.getStore()
  if (work) work.read = read
  return read
}

/** Who is signed in, and what was written since, is asked for each visit, kept or not; rows of a JSON are given with the statement. */
const askedAnew = new Set(['sessions', 'table_versions', 'JSON_TABLE'])
/** What the statement of a session asks of a guardian who looks at a student's pages: kept pages are the student's in person. */
const ofWhoLooks = new Set(['guardian_accounts', 'family_guardians', 'guardian_links'])
const theTime = '(the time)'

/** Counts a statement and notes what it reads. */
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
