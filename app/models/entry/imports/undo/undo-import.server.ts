import { inParts, inTransaction, lockRows, number, selectRows } from '~/database/database.server'
import { violatedConstraint } from '~/database/errors.server'
import { lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockLedgers } from '~/models/money/ledger/locks.server'
import type { Waits } from '~/models/people/second-person/ask.server'
import { moneyOut, planMoneyOutStep, requestSecondPersonIfNeeded } from '~/models/people/second-person/money-out.server'
import { changeImport, findImport, type ImportRecord } from '../import-record.server'
import { Import } from '../tables.server'
import { takeTurn } from '../take-turn.server'
import { nameKept } from './labels.server'
import { planUndo, type UndoPlan } from './plan-undo.server'
import { restoreFines, takeBack } from './take-back.server'
import { dropTrace, openTrace, sealTrace, type Trace } from './trace.server'
import { hasTrace, type PaymentPlan, planPayments, reversePayments } from './undo-payments.server'
import { type KeepReason, type KeptThing, type UndoStop, undoDays } from './undo-words'

/** Time until which an import can be undone; null if it was not run, is undone completely, or is too old. */
function undoableUntil({ state, finishedAt, keptRows }: ImportRecord): Date | null {
  if (finishedAt === null || !(state === 'done' || (state === 'undone' && keptRows > 0))) return null
  const until = new Date(finishedAt.getTime() + undoDays * 86_400_000)
  return until.getTime() > Date.now() ? until : null
}

/** Last day on which an import can be taken back (`YYYY-MM-DD`); null if it cannot be. */
export async function findUndoDay(scope: SchoolScope, record: ImportRecord): Promise<string | null> {
  const until = undoableUntil(record)
  return until && (await hasTrace(scope, record.id)) ? todayInIndia(until) : null
}

interface UndoPreview {
  /** Number of units that would be undone: students, guardians, teachers, months, dues, payments, classes, sections. */
  takes: number
  /** The number of each kind, in words: `3 months of attendance`. */
  counts: string
  keptCount: number
  /** The first things that stay, up to the limit of the list. */
  kept: KeptThing[]
}

/** Previews what an undo would take back and what would stay, or returns the reason why it cannot run. */
export async function previewUndo(scope: SchoolScope, record: ImportRecord): Promise<UndoPreview | UndoStop> {
  const trace = await openTrace(scope, record.id)
  if (trace === null) return 'gone'
  if (trace === 'unreadable') return 'unreadable'
  const { names, kept } = await planOf(scope, record, trace)
  return { takes: names.length, counts: countsText(names), keptCount: kept.size, kept: await nameKept(scope, kept) }
}

type Plan = { names: readonly string[]; kept: ReadonlyMap<string, KeepReason> } & (
  | { rows: UndoPlan; payments: null }
  | { rows: null; payments: PaymentPlan }
)

async function planOf(scope: SchoolScope, record: ImportRecord, trace: Trace): Promise<Plan> {
  const since = record.finishedAt ?? record.updatedAt
  if (record.kind === 'paid_fees') {
    const payments = await planPayments(scope, trace, since)
    const names = payments.reversed.map(({ paymentId }) => `p${paymentId}`)
    return { names, kept: payments.kept, rows: null, payments }
  }
  const rows = await planUndo(scope, trace, since)
  return { names: rows.units.map(({ name }) => name), kept: rows.kept, rows, payments: null }
}

/** Nouns for the kinds of units, by the first letter of the unit's name: `s12` is a student. */
const nouns = {
  s: ['student', 'students'],
  t: ['teacher', 'teachers'],
  g: ['guardian', 'guardians'],
  l: ['child of a known guardian', 'children of known guardians'],
  m: ['month of attendance', 'months of attendance'],
  x: ['mark', 'marks'],
  d: ['opening due', 'opening dues'],
  p: ['payment', 'payments'],
  c: ['class', 'classes'],
  k: ['section', 'sections'],
} as const

function countsText(names: readonly string[]): string {
  return Object.entries(nouns)
    .map(([letter, [one, many]]) => ({ one, many, count: names.filter((name) => name.startsWith(letter)).length }))
    .filter(({ count }) => count > 0)
    .map(({ one, many, count }) => counted(count, one, many))
    .join(', ')
}

/**
 * Lets the worker take an import back; repeated calls start it once. Refuses `not-found`, `too-late` (not run, taken
 * back already, or too old), `gone` (no trace is stored), `unreadable` (the trace was sealed with another key),
 * `nothing-left` and, without `rest`, `obstacles` (something cannot be taken back; with `rest` it is left).
 */
export async function startUndo(scope: SchoolScope, publicId: string, { rest }: { rest: boolean }) {
  const record = await findImport(scope, { publicId })
  if (!record) return refused('not-found')
  if (record.state === 'undoing') return done()
  if (!undoableUntil(record)) return refused('too-late')
  const preview = await previewUndo(scope, record)
  if (preview === 'gone' || preview === 'unreadable') return refused(preview)
  if (typeof preview === 'string') return refused('nothing-left')
  if (preview.takes === 0) return refused('nothing-left')
  if (preview.keptCount > 0 && !rest) return refused('obstacles')
  const begun = await inTransaction(() => beginUndo(scope, record, { rest, agreedPaise: null }))
  return !begun.ok && begun.reason === 'under-way' ? done() : begun
}

interface Beginning {
  rest: boolean
  /** Sum of the payments that a second person has agreed to reverse. */
  agreedPaise: number | null
}

/**
 * Runs in the caller's transaction: lets the worker take the import back. Refuses `not-found`, `too-late` (the import
 * has changed since `record` was read) and `under-way` (an undo has already started, whatever its agreed sum).
 */
async function beginUndo(scope: SchoolScope, record: ImportRecord, { rest, agreedPaise }: Beginning) {
  const { id, kind, fileName, publicId } = record
  const locked = await lockThing(Import, scope, publicId)
  if (!locked) return refused('not-found')
  if (locked.state === 'undoing') return refused('under-way')
  if (locked.state !== record.state || locked.updatedAt.getTime() !== record.updatedAt.getTime())
    return refused('too-late')
  await changeImport(scope, id, locked.state, {
    state: 'undoing',
    undoRest: rest,
    undoAgreedPaise: agreedPaise,
    undoBy: scope.actor.id,
    undoByName: scope.actor.name,
    undoStopped: null,
  })
  await recordAudit(scope, {
    action: 'import.undo-started',
    subject: { kind: 'import', id },
    details: { kind, file: fileName, rest },
  })
  await enqueueUndo(scope, id)
  return done()
}

export function enqueueUndo({ schoolId }: SchoolScope, importId: number, delaySeconds = 0): Promise<void> {
  const uniqueKey = `undo-import:${importId}`
  return enqueueJob({ kind: 'undo-import', schoolId, payload: { importId }, uniqueKey, delaySeconds })
}

const rounds = 3

/**
 * Takes an import back in a single transaction, so that a crash leaves everything as it was and the job runs again.
 * Compares the rows once more under locks: if a payment arrived since the preview, its due stays. `busy`: another
 * import of the school is being written or taken back; try again soon.
 */
export async function undoImport(scope: SchoolScope, importId: number): Promise<'over' | 'busy'> {
  const outcome = await attempt(scope, importId)
  if (outcome.ok) return 'over'
  if (outcome.reason === 'busy') return 'busy'
  await stopUndo(scope, importId, outcome.reason)
  return 'over'
}

type Attempt = { ok: true } | { ok: false; reason: Exclude<UndoStop, 'second-person'> | 'busy' }

async function attempt(
  scope: SchoolScope,
  importId: number,
): Promise<Attempt | { ok: false; reason: 'second-person' }> {
  for (let round = 1; ; round++) {
    // If attendance or money was entered since the comparison, the next round finds it.
    const outcome = await once(scope, importId).catch((error: unknown) => {
      if (violatedConstraint(error) === null) throw error
      return refused('collision')
    })
    if (outcome.ok) return outcome
    if (outcome.reason === 'waits') return refused('second-person')
    if (outcome.reason !== 'collision' || round === rounds) return refused(outcome.reason)
  }
}

async function once(scope: SchoolScope, importId: number): Promise<Attempt | Waits> {
  const record = await findImport(scope, { id: importId })
  if (record?.state !== 'undoing') return done()
  if (record.kind !== 'paid_fees') return inTransaction(() => undoStep<never>(scope, record, async () => null))
  const act = actOf(record, record.undoRest)
  const work = () => undoStep(scope, record, (payments) => planMoneyOutStep(scope, act, payments.reversed))
  return moneyOut(scope, act, work, { agreedPaise: record.undoAgreedPaise })
}

const actOf = ({ publicId }: ImportRecord, rest: boolean) => ({
  kind: 'import-undo' as const,
  subject: publicId,
  payload: { rest } satisfies UndoAgreed,
})

/**
 * Undoes the import in the caller's transaction. `checkMoney` runs before any payment is reversed; it returns a refusal
 * if the sum needs a second person. Refuses `collision` if the undo was stopped and started again with other terms
 * since `begun` was read.
 */
async function undoStep<Needed>(
  scope: SchoolScope,
  begun: ImportRecord,
  checkMoney: (payments: PaymentPlan) => Promise<Needed | null>,
): Promise<Attempt | Needed> {
  if (!(await takeTurn(scope))) return refused('busy')
  const importId = begun.id
  const record = await findImport(scope, { id: importId })
  if (record?.state !== 'undoing') return done()
  if (record.undoAgreedPaise !== begun.undoAgreedPaise || record.undoRest !== begun.undoRest)
    return refused('collision')
  const trace = await openTrace(scope, importId)
  if (trace === null) return refused('gone')
  if (trace === 'unreadable') return refused('unreadable')
  await lockAll(scope, trace)
  const plan = await planOf(scope, record, trace)
  if (plan.kept.size > 0 && !record.undoRest) return refused('obstacles')
  if (plan.names.length === 0) return refused('nothing-left')
  const kept = await nameKept(scope, plan.kept)
  if (plan.payments) {
    const needed = await checkMoney(plan.payments)
    if (needed) return needed
    await reversePayments(scope, plan.payments, `Import taken back: ${record.fileName}`)
    await restoreFines(scope, trace.general)
  } else await takeBack(scope, plan.rows, trace.general)
  await dropTrace(scope, importId)
  await sealTrace(scope, importId, { ...trace, units: trace.units.filter(({ name }) => plan.kept.has(name)) })
  const isRecorded = await changeImport(scope, importId, 'undoing', {
    state: 'undone',
    undoStopped: null,
    undoneAt: new Date(),
    undoneRows: record.undoneRows + plan.names.length,
    keptRows: plan.kept.size,
    undoKept: kept.length > 0 ? kept : null,
  })
  // The undo was given up while this ran: the refusal rolls everything back, so that nothing is taken back unrecorded.
  if (!isRecorded) return refused('collision')
  await recordAudit(scope, {
    action: 'import.undone',
    subject: { kind: 'import', id: importId },
    details: { kind: record.kind, file: record.fileName, takenBack: plan.names.length, kept: plan.kept.size },
  })
  return done()
}

/**
 * Locks the rows that the import wrote, students first. Concurrent payments, marks and edits then wait, or were saved
 * before and are visible.
 */
async function lockAll(scope: SchoolScope, { units, general: { paper } }: Trace): Promise<void> {
  const { schoolId } = scope
  const ids = (letter: string) =>
    units.flatMap(({ name }) => (name.startsWith(letter) ? [Number(name.slice(1))] : [])).sort((a, b) => a - b)
  const students = ids('s')
  for (const [letter, table] of [
    ['d', 'dues'],
    ['p', 'payments'],
  ] as const)
    for (const part of inParts(ids(letter))) {
      const rows = await selectRows(
        { id: number('t.student_id') },
        `FROM ${table} t WHERE t.school_id = :schoolId AND t.id IN (:part) GROUP BY t.student_id`,
        { schoolId, part },
      )
      students.push(...rows.map(({ id }) => id))
    }
  for (const part of inParts([...new Set(students)].sort((a, b) => a - b))) await lockLedgers(scope, part)
  const entries = units.flatMap((unit) => unit.entries)
  for (const table of ['teachers', 'family_guardians', 'guardian_links', 'attendance_months']) {
    const rows = entries.flatMap((entry) =>
      entry.table === table && entry.did !== 'deleted' ? Number(entry.key[0]) : [],
    )
    for (const part of inParts(rows.sort((a, b) => a - b)))
      await lockRows(`FROM ${table} WHERE school_id = :schoolId AND id IN (:part) ORDER BY id`, { schoolId, part })
  }
  // The lock prevents publishing the exam at the same time.
  if (paper !== undefined) {
    await lockRows(
      'FROM exams WHERE school_id = :schoolId AND id IN (SELECT p.exam_id FROM exam_papers p WHERE p.id = :paper)',
      { schoolId, paper },
    )
    await lockRows('FROM exam_papers WHERE school_id = :schoolId AND id = :paper', { schoolId, paper })
  }
  // The lock prevents marking attendance in a month that the undo restores.
  const enrollments = entries.flatMap((entry) =>
    entry.table === 'attendance_months' && entry.did === 'deleted' ? Number(entry.was.enrollment_id) : [],
  )
  for (const part of inParts(enrollments))
    await lockRows(
      `FROM sections WHERE school_id = :schoolId AND id IN (SELECT e.section_id FROM enrollments e WHERE e.id IN (:part))
       ORDER BY id`,
      { schoolId, part },
    )
}

/** Ends an undo that changed nothing; the import is as before. */
export async function stopUndo(scope: SchoolScope, importId: number, undoStopped: UndoStop): Promise<void> {
  const record = await findImport(scope, { id: importId })
  if (record?.state !== 'undoing') return
  await changeImport(scope, importId, 'undoing', { state: record.undoneAt === null ? 'done' : 'undone', undoStopped })
}

/** The undo that the second person agrees to. */
export interface UndoAgreed {
  rest: boolean
}

/**
 * Lets the worker take an import of payments back once a second person has agreed, up to the agreed sum. Refuses as
 * `startUndo` does, and `under-way` while the worker takes it back.
 */
export async function undoAgreed(scope: SchoolScope, publicId: string, { rest }: UndoAgreed) {
  const record = await findImport(scope, { publicId })
  if (!record) return refused('not-found')
  if (record.state === 'undoing') return refused('under-way')
  if (!undoableUntil(record)) return refused('too-late')
  const trace = await openTrace(scope, record.id)
  if (trace === null) return refused('gone')
  if (trace === 'unreadable') return refused('unreadable')
  const outcome = await inTransaction(async () => {
    const { names, kept, payments } = await planOf(scope, record, trace)
    if (kept.size > 0 && !rest) return refused('obstacles')
    if (names.length === 0 || !payments) return refused('nothing-left')
    const needed = await planMoneyOutStep(scope, actOf(record, rest), payments.reversed)
    if (needed) return needed
    const agreedPaise = payments.reversed.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
    return beginUndo(scope, record, { rest, agreedPaise })
  })
  return requestSecondPersonIfNeeded(scope, outcome)
}
