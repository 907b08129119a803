import { flag, inParts, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { type RowShapes, readShapes, shapeOf } from '~/models/core/shared/row-shapes.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findUsedLinks } from '~/models/people/guardians/batches.server'
import { findReferring, findWorkSince, type Reference, readReferences } from './references.server'
import { readDigests } from './row-sets.server'
import type { Entry, General, Trace, Unit } from './trace.server'
import type { KeepReason } from './undo-words'

export interface UndoPlan {
  shapes: RowShapes
  /** Things that are taken back. */
  units: Unit[]
  /** Things that stay, with the reason. */
  kept: ReadonlyMap<string, KeepReason>
  /** Opening dues that cancelled receipts name: they are cancelled, not deleted. */
  cancelled: ReadonlySet<string>
  /** Change of the seats taken, by section and session. */
  seats: ReadonlyMap<string, number>
}

type Found = { unit: string; entry: Entry }
type Keep = (unit: string, reason: KeepReason) => void

/** The entries of a trace by table and by key. */
class Entries {
  readonly #byTable = new Map<string, Found[]>()
  readonly #byKey = new Map<string, Found>()

  constructor(units: readonly Unit[]) {
    for (const { name: unit, entries } of units)
      for (const entry of entries) {
        const found = { unit, entry }
        const ofTable = this.#byTable.get(entry.table)
        if (ofTable) ofTable.push(found)
        else this.#byTable.set(entry.table, [found])
        if (entry.did !== 'deleted') this.#byKey.set(`${entry.table} ${entry.key.join(' ')}`, found)
      }
  }

  tables() {
    return [...this.#byTable.keys()]
  }

  of<Did extends Entry['did']>(table: string, did: Did) {
    return (this.#byTable.get(table) ?? []).filter(
      (found): found is { unit: string; entry: Extract<Entry, { did: Did }> } => found.entry.did === did,
    )
  }

  at(table: string, key: string | number): Found | undefined {
    return this.#byKey.get(`${table} ${key}`)
  }

  ids(table: string, did: 'added' | 'changed' = 'added'): number[] {
    return this.of(table, did).map(({ entry }) => Number(entry.key[0]))
  }
}

/**
 * Compares what an import wrote with the current rows, and decides what can be taken back. Lock the students before, if
 * the plan is carried out.
 */
export async function planUndo(scope: SchoolScope, { units, general }: Trace, since: Date): Promise<UndoPlan> {
  const shapes = await readShapes()
  const kept = new Map<string, KeepReason>()
  const keep: Keep = (unit, reason) => {
    if (!kept.has(unit)) kept.set(unit, reason)
  }
  const entries = new Entries(units)
  const references = await readReferences()
  await keepFamilies(scope, entries, keep)
  await keepMonths(scope, entries, keep)
  await keepMarks(scope, entries, general, keep)
  await keepReferred(scope, entries, references, keep)
  await keepOwn(scope, entries, keep)
  await keepWorked(scope, entries, since, keep)
  await keepReplaced(scope, entries, since, keep)
  const cancelled = await splitOpeningDues(scope, entries, keep)
  await keepEdited(scope, shapes, entries, general, keep)
  const seats = await settlePlaces(scope, entries, kept, keep)
  await keepPlaces(scope, entries, references, kept, keep)
  return { shapes, units: units.filter(({ name }) => !kept.has(name)), kept, cancelled, seats }
}

/** Keeps things whose rows were edited later. A deleted row does not prevent the undo. */
async function keepEdited(
  scope: SchoolScope,
  shapes: RowShapes,
  entries: Entries,
  { columns }: General,
  keep: Keep,
): Promise<void> {
  for (const table of entries.tables()) {
    if (table === 'payments') continue
    const [added, changed] = [entries.of(table, 'added'), entries.of(table, 'changed')]
    const all = [...added, ...changed]
    const digests = await readDigests(
      scope,
      shapeOf(shapes, table),
      all.map(({ entry }) => entry.key),
      columns?.[table],
    )
    for (const { unit, entry } of all) {
      const digest = digests.get(entry.key.join(' '))
      if (digest === entry.digest || (digest === undefined && entry.did === 'added')) continue
      keep(unit, table === 'dues' ? 'money' : 'changed')
    }
  }
}

/** Keeps things to whose rows others refer. */
async function keepReferred({ schoolId }: SchoolScope, entries: Entries, references: readonly Reference[], keep: Keep) {
  for (const table of ['students', 'enrollments', 'teachers', 'family_guardians'] as const) {
    for (const { id, reason } of await findReferring(schoolId, references, table, entries.ids(table)))
      keep(entries.at(table, id)?.unit ?? '', reason)
  }
  const feeDues = entries.ids('dues').filter((id) => entries.at('dues', id)?.unit.startsWith('s'))
  for (const { id, reason } of await findReferring(schoolId, references, 'dues', feeDues))
    keep(entries.at('dues', id)?.unit ?? '', reason)
}

/** Keeps new students who have got more enrollments or dues, or a password, since. */
async function keepOwn({ schoolId }: SchoolScope, entries: Entries, keep: Keep): Promise<void> {
  const others = { enrollments: 'promoted', dues: 'money', opening_dues: 'money' } as const
  for (const part of inParts(entries.ids('students'))) {
    const values = { schoolId, part }
    for (const [table, reason] of Object.entries(others)) {
      const rows = await selectRows(
        { id: number('t.id'), studentId: number('t.student_id') },
        `FROM ${table} t WHERE t.school_id = :schoolId AND t.student_id IN (:part)`,
        values,
      )
      for (const { id, studentId } of rows) if (!entries.at(table, id)) keep(`s${studentId}`, reason)
    }
    const accounts = await selectRows(
      { id: number('t.id') },
      'FROM students t WHERE t.school_id = :schoolId AND t.id IN (:part) AND t.password_hash IS NOT NULL',
      values,
    )
    for (const { id } of accounts) keep(`s${id}`, 'account')
  }
}

/** Keeps guardians who have got more children since, and links by which a guardian has acted for the child. */
async function keepFamilies({ schoolId }: SchoolScope, entries: Entries, keep: Keep): Promise<void> {
  for (const part of inParts(entries.ids('family_guardians'))) {
    const links = await selectRows(
      { id: number('t.id'), guardianId: number('t.guardian_id') },
      'FROM guardian_links t WHERE t.school_id = :schoolId AND t.guardian_id IN (:part)',
      { schoolId, part },
    )
    for (const { id, guardianId } of links) if (!entries.at('guardian_links', id)) keep(`g${guardianId}`, 'children')
  }
  for (const part of inParts(entries.ids('guardian_links')))
    for (const id of await findUsedLinks(schoolId, part)) keep(entries.at('guardian_links', id)?.unit ?? '', 'acted')
}

/** Keeps months that the import removed, where the month is recorded again, or the student has no class any more. */
async function keepMonths({ schoolId }: SchoolScope, entries: Entries, keep: Keep): Promise<void> {
  for (const part of inParts(entries.of('attendance_months', 'deleted'))) {
    const values = { schoolId, ids: part.map(({ entry }) => Number(entry.was.enrollment_id)) }
    const place = { id: number('t.enrollment_id'), month: text("DATE_FORMAT(t.held_on, '%Y-%m-01')") }
    const [enrollments, days, sums] = await Promise.all([
      selectRows({ id: number('t.id') }, 'FROM enrollments t WHERE t.school_id = :schoolId AND t.id IN (:ids)', values),
      selectRows(place, 'FROM attendance t WHERE t.school_id = :schoolId AND t.enrollment_id IN (:ids)', values),
      selectRows(
        { ...place, month: text('CAST(t.month_on AS CHAR)') },
        'FROM attendance_months t WHERE t.school_id = :schoolId AND t.enrollment_id IN (:ids)',
        values,
      ),
    ])
    const enrolled = new Set(enrollments.map(({ id }) => String(id)))
    const recorded = new Set([...days, ...sums].map(({ id, month }) => `${id} ${month}`))
    for (const { unit, entry } of part) {
      const { enrollment_id: enrollment, month_on: month } = entry.was
      if (!enrolled.has(String(enrollment))) keep(unit, 'changed')
      else if (recorded.has(`${enrollment} ${month}`)) keep(unit, 'attendance')
    }
  }
}

/**
 * Keeps marks whose results are published, and earlier marks that cannot return: entered again, or above the maximum of
 * the paper.
 */
async function keepMarks({ schoolId }: SchoolScope, entries: Entries, { paper = 0 }: General, keep: Keep) {
  const [added, changed] = [entries.of('exam_marks', 'added'), entries.of('exam_marks', 'changed')]
  const deleted = entries.of('exam_marks', 'deleted')
  const all = [...added, ...changed, ...deleted]
  if (all.length === 0) return
  const values = { schoolId, paper }
  const place = await selectRow(
    { maximum: number('p.max_marks'), isPublished: flag('x.published_at IS NOT NULL') },
    `FROM exam_papers p JOIN exams x ON x.id = p.exam_id WHERE p.school_id = :schoolId AND p.id = :paper`,
    values,
  )
  if (place?.isPublished) for (const { unit } of all) keep(unit, 'published')
  const entered = await selectRows(
    { id: text('t.enrollment_id') },
    'FROM exam_marks t WHERE t.school_id = :schoolId AND t.paper_id = :paper',
    values,
  )
  const enteredIds = new Set(entered.map(({ id }) => id))
  for (const { unit, entry } of [...changed, ...deleted]) {
    const isAgain = entry.did === 'deleted' && enteredIds.has(String(entry.was.enrollment_id))
    if (!place || isAgain || Number(entry.was.marks ?? 0) > place.maximum) keep(unit, 'changed')
  }
}

/** Keeps students who were moved and have attendance or marks in the new section. */
async function keepWorked({ schoolId }: SchoolScope, entries: Entries, since: Date, keep: Keep): Promise<void> {
  const moved = entries
    .of('enrollments', 'changed')
    .filter(({ entry }) => 'class_id' in entry.was || 'section_id' in entry.was)
    .map(({ entry }) => Number(entry.key[0]))
  for (const { id, reason } of await findWorkSince(schoolId, moved, since))
    keep(entries.at('enrollments', id)?.unit ?? '', reason)
}

/** Keeps students whose earlier dues cannot return: raised again, or the fee or the concessions have changed. */
async function keepReplaced({ schoolId }: SchoolScope, entries: Entries, since: Date, keep: Keep): Promise<void> {
  const deleted = entries.of('dues', 'deleted')
  for (const part of inParts(deleted)) {
    const values = {
      schoolId,
      sources: part.map(({ entry }) => Number(entry.was.source_id)),
      students: part.map(({ entry }) => Number(entry.was.student_id)),
      since,
    }
    const [instalments, raised, conceded] = await Promise.all([
      selectRows(
        { id: number('i.id'), amount: text('CAST(i.amount_paise AS CHAR)'), dueOn: text('CAST(i.due_on AS CHAR)') },
        `FROM fee_instalments i JOIN fees f ON f.id = i.fee_id
         WHERE f.school_id = :schoolId AND f.assigned_at IS NOT NULL AND i.id IN (:sources)`,
        values,
      ),
      selectRows(
        { kind: text('d.kind'), sourceId: number('d.source_id'), studentId: number('d.student_id') },
        'FROM dues d WHERE d.school_id = :schoolId AND d.student_id IN (:students) AND d.source_id IN (:sources)',
        values,
      ),
      selectRows(
        { studentId: number('c.student_id') },
        'FROM concessions c WHERE c.school_id = :schoolId AND c.student_id IN (:students) AND c.updated_at >= :since',
        values,
      ),
    ])
    const amountOf = new Map(instalments.map(({ id, amount, dueOn }) => [id, `${amount} ${dueOn}`]))
    const raisedKeys = new Set(raised.map(({ kind, sourceId, studentId }) => `${kind} ${sourceId} ${studentId}`))
    const concededIds = new Set(conceded.map(({ studentId }) => studentId))
    for (const { unit, entry } of part) {
      const { kind, source_id: source, student_id: student, amount_paise: amount, due_on: dueOn } = entry.was
      if (raisedKeys.has(`${kind} ${source} ${student}`) || concededIds.has(Number(student))) keep(unit, 'money')
      else if (amountOf.get(Number(source)) !== `${amount} ${dueOn}`) keep(unit, 'fees')
    }
  }
}

/**
 * Opening dues with money stay. One whose payments were all reversed cannot be deleted, because its cancelled receipts
 * name it: returns these.
 */
async function splitOpeningDues({ schoolId }: SchoolScope, entries: Entries, keep: Keep): Promise<ReadonlySet<string>> {
  const cancelled = new Set<string>()
  const ids = entries.ids('dues').filter((id) => entries.at('dues', id)?.unit === `d${id}`)
  for (const part of inParts(ids)) {
    const rows = await selectRows(
      {
        id: number('l.due_id'),
        held: number('CAST(SUM(l.amount_paise) AS SIGNED)'),
        open: number("CAST(SUM(l.state = 'open') AS SIGNED)"),
      },
      `FROM payment_lines l WHERE l.school_id = :schoolId AND l.due_id IN (:part) AND l.state <> 'void' GROUP BY l.due_id`,
      { schoolId, part },
    )
    for (const { id, held, open } of rows) {
      if (held === 0 && open === 0) cancelled.add(`d${id}`)
      else keep(`d${id}`, 'money')
    }
  }
  return cancelled
}

interface Place {
  unit: string
  /** Section and session that the student leaves and returns to; null for none. */
  from: string | null
  to: string | null
  /** Roll number to return to, with session and section. */
  roll: string | null
}

/**
 * Keeps students for whom the earlier section has no seat, or whose earlier number another student has, until all
 * others fit. Returns the changes of seats.
 */
async function settlePlaces(
  scope: SchoolScope,
  entries: Entries,
  kept: ReadonlyMap<string, KeepReason>,
  keep: Keep,
): Promise<Map<string, number>> {
  const places = await readPlaces(scope, entries)
  const limits = await readLimits(scope, places)
  const numbers = entries
    .of('academic_infos', 'changed')
    .flatMap(({ unit, entry }) =>
      entry.was.admission_number ? [{ unit, slot: `number ${entry.was.admission_number}` }] : [],
    )
  const wanted = [...numbers, ...places.flatMap(({ unit, roll }) => (roll ? [{ unit, slot: roll }] : []))]
  const holders = await readHolders(scope, entries, places, numbers)
  for (;;) {
    const seats = new Map<string, number>()
    const add = (place: string | null, change: number) => {
      if (place) seats.set(place, (seats.get(place) ?? 0) + change)
    }
    const going = places.filter(({ unit }) => !kept.has(unit))
    for (const { from, to } of going) {
      add(from, -1)
      add(to, 1)
    }
    const crowded = going.find(({ to }) => {
      const limit = to === null ? undefined : limits.get(to)
      return to !== null && (limit === undefined || limit.taken + (seats.get(to) ?? 0) > limit.capacity)
    })
    const robbed = wanted.find(({ unit, slot }) => {
      const holder = holders.get(slot)
      return !kept.has(unit) && holder !== undefined && holder !== unit && (holder === '' || kept.has(holder))
    })
    // One at a time: each one that stays leaves a seat to the others.
    if (robbed) keep(robbed.unit, 'number')
    else if (crowded) keep(crowded.unit, 'seats')
    else return seats
  }
}

async function readPlaces({ schoolId }: SchoolScope, entries: Entries): Promise<Place[]> {
  const places: Place[] = []
  const ids = [...entries.ids('enrollments'), ...entries.ids('enrollments', 'changed')]
  for (const part of inParts(ids)) {
    const rows = await selectRows(
      {
        id: number('e.id'),
        sectionId: number('e.section_id'),
        sessionId: number('e.academic_session_id'),
        roll: textOrNull('e.roll_number'),
        status: text('e.status'),
      },
      'FROM enrollments e WHERE e.school_id = :schoolId AND e.id IN (:part)',
      { schoolId, part },
    )
    for (const { id, sectionId, sessionId, roll, status } of rows) {
      const found = entries.at('enrollments', id)
      if (!found) continue
      const { unit, entry } = found
      const from = status === 'studying' ? `${sectionId} ${sessionId}` : null
      if (entry.did !== 'changed') {
        places.push({ unit, from, to: null, roll: null })
        continue
      }
      const section = entry.was.section_id ?? String(sectionId)
      const oldRoll = 'roll_number' in entry.was ? entry.was.roll_number : roll
      const isMoved = 'section_id' in entry.was
      places.push({
        unit,
        from: isMoved ? from : null,
        to: isMoved && from !== null ? `${section} ${sessionId}` : null,
        roll: oldRoll ? `roll ${section} ${sessionId} ${oldRoll}` : null,
      })
    }
  }
  return places
}

async function readLimits({ schoolId }: SchoolScope, places: readonly Place[]) {
  const limits = new Map<string, { taken: number; capacity: number }>()
  for (const part of inParts([...new Set(places.flatMap(({ to }) => to ?? []))])) {
    const rows = await selectRows(
      {
        sectionId: number('c.id'),
        sessionId: number('a.id'),
        taken: number('COALESCE(t.taken, 0)'),
        capacity: number('COALESCE(t.capacity, c.capacity)'),
      },
      `FROM sections c JOIN academic_sessions a ON a.school_id = c.school_id
       LEFT JOIN section_seats t ON t.section_id = c.id AND t.academic_session_id = a.id
       WHERE c.school_id = :schoolId AND c.id IN (:sections) AND a.id IN (:sessions)`,
      {
        schoolId,
        sections: part.map((place) => Number(place.split(' ')[0])),
        sessions: part.map((place) => Number(place.split(' ')[1])),
      },
    )
    for (const { sectionId, sessionId, ...limit } of rows) limits.set(`${sectionId} ${sessionId}`, limit)
  }
  return limits
}

/**
 * Things that have the wanted numbers now: '' for one that keeps its number after the undo, else the thing of the import
 * that gives it back.
 */
async function readHolders(
  { schoolId }: SchoolScope,
  entries: Entries,
  places: readonly Place[],
  numbers: ReadonlyArray<{ slot: string }>,
): Promise<Map<string, string>> {
  const holders = new Map<string, string>()
  const givesBack = (table: string, key: number, columns: readonly string[]) => {
    const found = entries.at(table, key)
    if (!found) return ''
    const { unit, entry } = found
    return entry.did === 'added' || (entry.did === 'changed' && columns.some((name) => name in entry.was)) ? unit : ''
  }
  for (const part of inParts(numbers.map(({ slot }) => slot.slice('number '.length)))) {
    const rows = await selectRows(
      { studentId: number('t.student_id'), number: text('t.admission_number') },
      'FROM academic_infos t WHERE t.school_id = :schoolId AND t.admission_number IN (:part)',
      { schoolId, part },
    )
    for (const { studentId, number: one } of rows)
      holders.set(`number ${one}`, givesBack('academic_infos', studentId, ['admission_number']))
  }
  const sections = [...new Set(places.flatMap(({ roll }) => (roll ? [Number(roll.split(' ')[1])] : [])))]
  for (const part of inParts(sections)) {
    const rows = await selectRows(
      {
        id: number('e.id'),
        slot: text("CONCAT('roll ', e.section_id, ' ', e.academic_session_id, ' ', e.roll_number)"),
      },
      'FROM enrollments e WHERE e.school_id = :schoolId AND e.section_id IN (:part) AND e.roll_number IS NOT NULL',
      { schoolId, part },
    )
    for (const { id, slot } of rows) holders.set(slot, givesBack('enrollments', id, ['roll_number', 'section_id']))
  }
  return holders
}

/** Keeps new sections and classes in which something remains. */
async function keepPlaces(
  { schoolId }: SchoolScope,
  entries: Entries,
  references: readonly Reference[],
  kept: ReadonlyMap<string, KeepReason>,
  keep: Keep,
): Promise<void> {
  const [sectionIds, classIds] = [entries.ids('sections'), entries.ids('classes')]
  for (const part of inParts(sectionIds)) {
    const rows = await selectRows(
      { id: number('e.id'), sectionId: number('e.section_id') },
      'FROM enrollments e WHERE e.school_id = :schoolId AND e.section_id IN (:part)',
      { schoolId, part },
    )
    for (const { id, sectionId } of rows) {
      const unit = entries.at('enrollments', id)?.unit
      if (unit === undefined || kept.has(unit)) keep(`k${sectionId}`, 'students')
    }
  }
  for (const { id, reason } of await findReferring(schoolId, references, 'sections', sectionIds)) keep(`k${id}`, reason)
  for (const part of inParts(classIds)) {
    const rows = await selectRows(
      { id: number('t.id'), classId: number('t.class_id') },
      'FROM sections t WHERE t.school_id = :schoolId AND t.class_id IN (:part)',
      { schoolId, part },
    )
    for (const { id, classId } of rows)
      if (!entries.at('sections', id)) keep(`c${classId}`, 'changed')
      else if (kept.has(`k${id}`)) keep(`c${classId}`, kept.get(`k${id}`) ?? 'students')
  }
  for (const { id, reason } of await findReferring(schoolId, references, 'classes', classIds)) keep(`c${id}`, reason)
}
