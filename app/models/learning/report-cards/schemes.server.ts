import { isDeepStrictEqual } from 'node:util'
import {
  execute,
  exists,
  inTransaction,
  number,
  orNone,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { plainList } from '~/kit/records/plain-reads.server'
import type { FilteredQuery } from '~/kit/tables/select-page.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { addDays, daysBetween } from '~/models/core/shared/calendar'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { Exam } from '~/models/learning/exams/tables.server'
import { findSession } from '~/models/people/academics/queries.server'
import { SchoolClass } from '~/models/people/academics/tables.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { isLimitedToOwnSections } from '~/models/people/accounts/staff/permissions'
import { recordAuditInParts } from './audit-parts.server'
import { changesOfScheme } from './scheme-changes'
import type { newSchemeForm } from './scheme-fields'
import { componentName, componentsOf, keysOf, type Scheme, schemeOf, withKeys } from './scheme-options'
import type { SchemeValues } from './scheme-schema.server'
import { ReportScheme, ReportSchemeClass, ReportSchemeExam, ReportSchemeRevision } from './tables.server'

const ofSession = 'JOIN academic_sessions a ON a.school_id = t.school_id AND a.id = t.academic_session_id'
const classesSql = `(SELECT GROUP_CONCAT(c.name ORDER BY c.position, c.name SEPARATOR ', ') FROM report_scheme_classes l
  JOIN classes c ON c.id = l.class_id WHERE l.scheme_id = t.id)`
const cardsSql = '(SELECT COUNT(*) FROM report_cards k WHERE k.scheme_id = t.id)'

const schemes = plainList({
  columns: {
    ...columnsOf(ReportScheme, 't', 'publicId', 'name', 'revision'),
    sessionName: text('a.name'),
    classNames: textOrNull(classesSql),
    cards: number(cardsSql),
  },
  from: `report_schemes t ${ofSession}`,
  always: 't.school_id = :schoolId',
  search: ['t.name'],
  filters: { session: 'a.public_id = :session' },
  orders: { newest: ['-TO_DAYS(a.starts_on)', 't.name'], name: 't.name' },
  last: 't.id',
})

/** SQL condition: the staff user `:teacherId` is class teacher of the section `n` in the current session `a`. */
const isOwnSection = `a.is_current = 1 AND n.class_teacher_id IN (SELECT h.id FROM teachers h
  WHERE h.school_id = t.school_id AND h.staff_user_id = :teacherId AND h.status = 'active')`

/** SQL condition: the staff user `:teacherId` is class teacher of a section of the scheme `t` (`isOwnSection`). */
const ofTeacher = `EXISTS (SELECT 1 FROM report_scheme_classes l JOIN sections n ON n.class_id = l.class_id
  WHERE l.scheme_id = t.id AND ${isOwnSection})`

/** Lists the school's schemes; a teacher sees those of their own sections. */
export function listSchemes(
  scope: SchoolScope,
  query: FilteredQuery<'newest' | 'name', 'session'>,
  staff: Pick<StaffSession, 'role' | 'staffId'>,
) {
  const own = isLimitedToOwnSections(staff) ? { condition: ofTeacher, values: { teacherId: staff.staffId } } : null
  return schemes.listOwn(scope, query, own)
}

const schemeColumns = {
  ...columnsOf(ReportScheme, 't', 'id', 'publicId', 'version', 'name', 'revision'),
  sessionId: number('a.id'),
  sessionName: text('a.name'),
  classNames: textOrNull(classesSql),
}
const { definition } = columnsOf(ReportScheme, 't', 'definition')
const oneScheme = 'WHERE t.school_id = :schoolId AND t.public_id = :publicId'

/**
 * Returns a scheme with its session, the public ids of its classes, and its number of cards and of entries (grades and
 * remarks).
 */
export function findScheme({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(
    {
      ...schemeColumns,
      definition,
      classes: {
        sql: `(SELECT GROUP_CONCAT(c.public_id SEPARATOR ' ') FROM report_scheme_classes l JOIN classes c ON c.id = l.class_id
          WHERE l.scheme_id = t.id)`,
        read: (stored: unknown) =>
          String(stored ?? '')
            .split(' ')
            .filter(Boolean),
      },
      cards: number(cardsSql),
      withdrawn: number('(SELECT COUNT(*) FROM report_card_withdrawals k WHERE k.scheme_id = t.id)'),
      entries: number('(SELECT COUNT(*) FROM report_entries n WHERE n.scheme_id = t.id)'),
    },
    `FROM report_schemes t ${ofSession} ${oneScheme}`,
    { schoolId, publicId },
  )
}

/** Section of the scheme's classes, with its number of students in the session and of those with a published card. */
const sectionColumns = {
  sectionId: number('n.id'),
  sectionPublicId: text('n.public_id'),
  sectionName: text("CONCAT(c.name, ' – ', n.name)"),
  students:
    number(`(SELECT COUNT(*) FROM enrollments e WHERE e.school_id = t.school_id AND e.academic_session_id = t.academic_session_id
    AND e.section_id = n.id AND e.status = 'studying')`),
  published: number(`(SELECT COUNT(DISTINCT e.id) FROM report_cards k JOIN enrollments e ON e.id = k.enrollment_id
    WHERE k.school_id = t.school_id AND k.scheme_id = t.id AND e.section_id = n.id)`),
}
/** The school's order of sections. */
const inOrder = 'c.position, c.name, n.name, n.id, l.id'

/**
 * Returns a scheme with the sections of its classes, in one statement that reads the definition only with the first
 * row. A teacher gets only their own sections, in the current session.
 */
export async function findSchemeAndSections(
  { schoolId }: SchoolScope,
  publicId: string,
  staff: Pick<StaffSession, 'role' | 'staffId'>,
) {
  const own = isLimitedToOwnSections(staff) ? `AND ${isOwnSection}` : ''
  const rows = await selectRows(
    {
      ...schemeColumns,
      ...orNone({
        ...sectionColumns,
        definition: { ...definition, sql: `IF(ROW_NUMBER() OVER (ORDER BY ${inOrder}) = 1, ${definition.sql}, NULL)` },
      }),
    },
    `FROM report_schemes t ${ofSession} LEFT JOIN report_scheme_classes l ON l.scheme_id = t.id LEFT JOIN classes c ON c.id = l.class_id
     LEFT JOIN sections n ON n.school_id = l.school_id AND n.class_id = l.class_id ${own} ${oneScheme} ORDER BY ${inOrder}`,
    { schoolId, publicId, teacherId: staff.staffId },
  )
  const [scheme] = rows
  if (!scheme?.definition) return null
  const sections = rows.flatMap(({ sectionId: id, sectionPublicId, sectionName, students, published }) =>
    id === null
      ? []
      : [
          {
            id,
            publicId: sectionPublicId ?? '',
            name: sectionName ?? '',
            students: students ?? 0,
            published: published ?? 0,
          },
        ],
  )
  return { ...scheme, definition: scheme.definition, sections }
}
/** Data needed to calculate cards. */
export type SchemeRecord = Pick<
  NonNullable<Awaited<ReturnType<typeof findScheme>>>,
  'id' | 'publicId' | 'name' | 'definition' | 'revision' | 'sessionId' | 'sessionName'
>

const note = (scope: SchoolScope, id: number, event: string, details: Parameters<typeof recordAudit>[1]['details']) =>
  recordAudit(scope, { action: `report-scheme.${event}`, subject: { kind: 'report-scheme', id }, details })

async function setClasses(
  { schoolId }: SchoolScope,
  { schemeId, sessionId }: Record<'schemeId' | 'sessionId', number>,
  publicIds: readonly string[],
) {
  const classRows = await selectRows(
    columnsOf(SchoolClass, 'c', 'id', 'name'),
    'FROM classes c WHERE c.school_id = :schoolId AND c.public_id IN (:wanted) ORDER BY c.position, c.name, c.id',
    { schoolId, wanted: ['', ...publicIds] },
  )
  if (classRows.length !== publicIds.length) return null
  await ReportSchemeClass.destroy({ where: { schoolId, schemeId } })
  const schemeKeys = { schoolId, schemeId, academicSessionId: sessionId }
  await ReportSchemeClass.bulkCreate(classRows.map(({ id }) => ({ ...schemeKeys, classId: id })))
  // Removes exams of classes that no longer belong to the scheme.
  await execute(
    `DELETE m FROM report_scheme_exams m JOIN exams x ON x.id = m.exam_id WHERE m.school_id = :schoolId AND m.scheme_id = :schemeId
       AND x.class_id NOT IN (SELECT l.class_id FROM report_scheme_classes l WHERE l.scheme_id = :schemeId)`,
    { schoolId, schemeId },
  )
  return classRows.map(({ name }) => name).join(', ')
}

const uniqueKeyRefusals = { report_schemes_name: 'name-taken', report_scheme_classes_once: 'class-taken' } as const

/**
 * Creates a scheme from its template, once per form key. A class has one scheme per session (refuses 'class-taken').
 */
export function createScheme(scope: SchoolScope, formKey: string, values: ValuesOf<typeof newSchemeForm>) {
  return createOnce<
    (typeof uniqueKeyRefusals)[keyof typeof uniqueKeyRefusals],
    { ok: false; reason: 'no-such-session' | 'no-such-class' }
  >({ table: ReportScheme, scope, formKey, taken: uniqueKeyRefusals }, async () => {
    const session = await findSession(scope, values.academicSession)
    if (!session) return refused('no-such-session')
    const middle = addDays(session.startsOn, Math.floor(daysBetween(session.startsOn, session.endsOn) / 2))
    const definition = schemeOf(values.template, { middle, endsOn: session.endsOn })
    const publicId = newPublicId()
    const keys = { publicId, schoolId: scope.schoolId, formKey, academicSessionId: session.id }
    const { id } = await ReportScheme.create({ ...keys, name: values.name, definition })
    const classes = await setClasses(scope, { schemeId: id, sessionId: session.id }, values.classes)
    if (classes === null) return refused('no-such-class')
    await note(scope, id, 'created', { name: values.name, session: session.name, classes })
    return done(publicId)
  })
}

/**
 * Updates a scheme. Refuses 'changed' (saved since `version`) and 'in-use' (a term, component, area or class to be
 * removed has exams, entries or cards). If cards were published under the current revision and the definition changes,
 * this creates the next revision and leaves the cards unchanged.
 */
export function updateScheme(
  scope: SchoolScope,
  publicId: string,
  version: number,
  { name, classes, scheme }: SchemeValues,
) {
  return inTransaction(async () => {
    const row = await lockThing(ReportScheme, scope, publicId)
    if (!row) return refused('not-found')
    if (row.version !== version) return refused('changed')
    const next = withKeys(scheme, row.definition)
    const before = await findScheme(scope, publicId)
    const removedClasses = (before?.classes ?? []).filter((one) => !classes.includes(one))
    if (await losesUsedPart(scope, row.id, next, removedClasses)) return refused('in-use')
    const classNames = await setClasses(scope, { schemeId: row.id, sessionId: row.academicSessionId }, classes)
    if (classNames === null) return refused('no-such-class')
    const isOther = !isDeepStrictEqual(row.definition, next)
    const revision = isOther ? await nextRevision(scope, row) : row.revision
    const change = { name, definition: next, revision, version: version + 1 }
    await ReportScheme.update(change, { where: { id: row.id, schoolId: scope.schoolId } })
    const from = (old: string | null, now: string) => (old === now || !old ? now : `${old} → ${now}`)
    const details = { name: from(row.name, name), classes: from(before?.classNames ?? null, classNames), revision }
    const lines = { changes: changesOfScheme(row.definition, next) }
    await recordAuditInParts(scope, { action: 'report-scheme.updated', schemeId: row.id, details, lines })
    return done(revision)
  }, uniqueKeyRefusals)
}

/**
 * Returns the revision to save: the next one if cards were published under the current one, which then stays unchanged.
 */
async function nextRevision(scope: SchoolScope, { id, revision }: Pick<SchemeRecord, 'id' | 'revision'>) {
  return (await isKept(scope, { id, revision })) ? revision + 1 : revision
}

function isKept({ schoolId }: SchoolScope, { id, revision }: Pick<SchemeRecord, 'id' | 'revision'>) {
  const revisionSql =
    'FROM report_scheme_revisions WHERE school_id = :schoolId AND scheme_id = :id AND revision = :revision'
  return exists(revisionSql, { schoolId, id, revision })
}

const examWords = ({ name, className }: { name: string; className: string }) => `${name} (${className})`

/**
 * Called on publishing, in the transaction that locks the scheme: stores the definition and exams from which the cards
 * of this revision are calculated.
 */
export async function keepRevision(scope: SchoolScope, scheme: SchemeRecord) {
  if (await isKept(scope, scheme)) return
  const exams: Record<string, string[]> = {}
  for (const { name, className, component } of await examsOfScheme(scope, scheme.id))
    if (component !== null) exams[component] = [...(exams[component] ?? []), examWords({ name, className })]
  const { id: schemeId, revision, definition } = scheme
  await ReportSchemeRevision.create({ schoolId: scope.schoolId, schemeId, revision, definition, exams })
}

/** Returns the definition and exams of a revision; null if no card was published under it. */
export function findRevision({ schoolId }: SchoolScope, scheme: Pick<SchemeRecord, 'id'>, revision: number) {
  return selectRow(
    columnsOf(ReportSchemeRevision, 'v', 'revision', 'definition', 'exams'),
    'FROM report_scheme_revisions v WHERE v.school_id = :schoolId AND v.scheme_id = :schemeId AND v.revision = :revision',
    { schoolId, schemeId: scheme.id, revision },
  )
}

/**
 * Returns whether exams, entries or cards belong to a term, component, area or class that the scheme would lose. A
 * student who changed class counts in the new one.
 */
async function losesUsedPart(
  { schoolId }: SchoolScope,
  schemeId: number,
  scheme: Scheme,
  removedClasses: readonly string[],
): Promise<boolean> {
  const rows = await selectRows(
    { part: text('u.part'), grades: textOrNull('u.grades'), class: text('u.class') },
    `FROM (SELECT m.component_key AS part, NULL AS grades, c.public_id AS class FROM report_scheme_exams m
       JOIN exams x ON x.id = m.exam_id JOIN classes c ON c.id = x.class_id
       WHERE m.school_id = :schoolId AND m.scheme_id = :schemeId
     UNION SELECT n.term_key, n.grades, c.public_id FROM report_entries n
       JOIN enrollments e ON e.id = n.enrollment_id JOIN classes c ON c.id = e.class_id
       WHERE n.school_id = :schoolId AND n.scheme_id = :schemeId
     UNION SELECT k.term_key, NULL, c.public_id FROM report_cards k
       JOIN enrollments e ON e.id = k.enrollment_id JOIN classes c ON c.id = e.class_id
       WHERE k.school_id = :schoolId AND k.scheme_id = :schemeId) u`,
    { schoolId, schemeId },
  )
  const currentKeys = new Set(keysOf(scheme))
  return rows.some(({ part, grades, class: ofClass }) => {
    const used = [part, ...Object.keys(JSON.parse(grades ?? '{}'))]
    return removedClasses.includes(ofClass) || used.some((key) => !currentKeys.has(key))
  })
}

/** Deletes a scheme. Refuses 'in-use' when entries or published cards refer to it (foreign keys). */
export function deleteScheme(scope: SchoolScope, publicId: string) {
  return inTransaction(
    async () => {
      const row = await lockThing(ReportScheme, scope, publicId)
      if (!row) return refused('not-found')
      await ReportScheme.destroy({ where: { id: row.id, schoolId: scope.schoolId } })
      await note(scope, row.id, 'deleted', { name: row.name })
      return done()
    },
    { '*': 'in-use' },
  )
}

const subjectsOfExam = `(SELECT GROUP_CONCAT(j.name ORDER BY j.name SEPARATOR ', ') FROM exam_papers p
  JOIN subjects j ON j.id = p.subject_id WHERE p.exam_id = x.id)`

/** Lists the exams of the scheme's classes in its session, each with the component it is assigned to, or null. */
export function examsOfScheme({ schoolId }: SchoolScope, schemeId: number) {
  return selectRows(
    {
      ...columnsOf(Exam, 'x', 'id', 'publicId', 'name', 'startsOn'),
      className: text('c.name'),
      subjects: textOrNull(subjectsOfExam),
      component: textOrNull('m.component_key'),
    },
    `FROM report_scheme_classes l JOIN classes c ON c.id = l.class_id
     JOIN exams x ON x.school_id = l.school_id AND x.class_id = l.class_id AND x.academic_session_id = l.academic_session_id
     LEFT JOIN report_scheme_exams m ON m.exam_id = x.id AND m.scheme_id = l.scheme_id
     WHERE l.school_id = :schoolId AND l.scheme_id = :schemeId
     ORDER BY c.position, c.name, x.starts_on, x.name, x.id`,
    { schoolId, schemeId },
  )
}

/**
 * Assigns exams (by public id) to components, '' for none. If cards were published under the current revision, this
 * creates the next one. Refuses 'no-such-component'. Ignores exams of other classes. Idempotent.
 */
export function mapExams(scope: SchoolScope, publicId: string, componentByExam: ReadonlyMap<string, string>) {
  return inTransaction(async () => {
    const row = await lockThing(ReportScheme, scope, publicId)
    if (!row) return refused('not-found')
    const keys = new Set(componentsOf(row.definition).map(({ component }) => component.key))
    if ([...componentByExam.values()].some((key) => key !== '' && !keys.has(key))) return refused('no-such-component')
    const exams = await examsOfScheme(scope, row.id)
    const changed = exams.flatMap((exam) => {
      const to = componentByExam.get(exam.publicId)
      return to === undefined || to === (exam.component ?? '') ? [] : [{ ...exam, to }]
    })
    if (changed.length === 0) return done(0)
    const schemeKeys = { schoolId: scope.schoolId, schemeId: row.id }
    await ReportSchemeExam.destroy({ where: { schoolId: scope.schoolId, examId: changed.map(({ id }) => id) } })
    await ReportSchemeExam.bulkCreate(
      changed.flatMap(({ id, to }) => (to === '' ? [] : [{ ...schemeKeys, examId: id, componentKey: to }])),
    )
    // Published cards keep the exams assigned when they were published.
    const revision = await nextRevision(scope, row)
    await ReportScheme.update({ revision }, { where: { id: row.id, schoolId: scope.schoolId } })
    const labelOf = (key: string | null) => componentName(row.definition, key ?? '') || '–'
    const lines = changed.map(
      ({ component, to, ...exam }) => `${examWords(exam)}: ${labelOf(component)} → ${labelOf(to)}`,
    )
    const details = { name: row.name, revision }
    await recordAuditInParts(scope, {
      action: 'report-scheme.exams-chosen',
      schemeId: row.id,
      details,
      lines: { exams: lines },
    })
    return done(changed.length)
  })
}
