import { newPublicId } from '~/models/core/shared/public-id.server'
import { publishCards } from '~/models/learning/report-cards/publish-cards.server'
import { type Scheme, schemeOf, type TemplateName } from '~/models/learning/report-cards/scheme-options'
import { mapExams } from '~/models/learning/report-cards/schemes.server'
import { type MadeClass, type MadeEnrollment, type MadeSession, makeEnrollment, makeSection } from './academics'
import { insert, unique } from './insert'
import { readRow } from './read'
import type { MadeSchool } from './school'
import { type MadeStudent, makeStudent } from './student'

export interface MadeScheme {
  id: number
  publicId: string
  name: string
  definition: Scheme
}

/** Creates a scheme of these classes from a template; its terms end in September and at the end of the session. */
export async function makeScheme(
  school: { id: number },
  input: { session: MadeSession; classes: readonly Pick<MadeClass, 'id'>[]; template?: TemplateName; name?: string },
): Promise<MadeScheme> {
  const { session, classes, template = 'cbse-6-8', name = `Scheme ${unique()}` } = input
  const publicId = newPublicId()
  const definition = schemeOf(template, { middle: `${session.startsOn.slice(0, 4)}-09-30`, endsOn: session.endsOn })
  const now = new Date()
  const id = await insert('report_schemes', {
    public_id: publicId,
    school_id: school.id,
    academic_session_id: session.id,
    name,
    definition: JSON.stringify(definition),
    form_key: newPublicId(),
    created_at: now,
    updated_at: now,
  })
  for (const { id: class_id } of classes)
    await insert('report_scheme_classes', {
      school_id: school.id,
      scheme_id: id,
      academic_session_id: session.id,
      class_id,
    })
  return { id, publicId, name, definition }
}

export async function makeWithholding(scheme: MadeScheme, student: MadeStudent, place: MadeEnrollment): Promise<void> {
  await insert('report_withholdings', {
    school_id: student.schoolId,
    scheme_id: scheme.id,
    student_id: student.id,
    enrollment_id: place.id,
    reason: 'Library books are to be returned',
    created_at: new Date(),
  })
}

export async function makeRemarkSentence(school: { id: number }, code: number): Promise<string> {
  const publicId = newPublicId()
  const now = new Date()
  await insert('report_remarks', {
    public_id: publicId,
    school_id: school.id,
    code,
    sentence: JSON.stringify({ en: 'Works with care.', hi: 'ध्यान से काम करते हैं।', gu: 'કાળજીથી કામ કરે છે.' }),
    form_key: newPublicId(),
    created_at: now,
    updated_at: now,
  })
  return publicId
}

/** Public ids in the URLs of the report card pages. */
export interface ReportCardThings {
  /** Scheme of the class; its first component has the exam. */
  scheme: string
  /** Scheme without classes. */
  spareScheme: string
  sentence: string
  spareSentence: string
  /** The student's own card, published for the first term. */
  card: string
  /** Enrollment whose cards of the scheme are withheld. */
  withheld: string
}

/** Creates a scheme of the class with published first-term cards of the student and of a classmate. */
export async function makeReportCardThings(
  school: MadeSchool,
  student: MadeStudent,
  place: {
    enrollment: MadeEnrollment
    session: MadeSession
    class: MadeClass
    section: { id: number; name: string }
    exam: string
  },
  beside?: ReportCardThings,
): Promise<ReportCardThings> {
  if (beside) return { ...beside, card: await copyCard(beside.card, student, place.enrollment) }
  const { session, section } = place
  const scheme = await makeScheme(school, { session, classes: [place.class] })
  const spare = await makeScheme(school, { session, classes: [] })
  const away = await makeStudent(school)
  const elsewhere = await makeSection(place.class, { name: `R${unique().slice(-8)}` })
  const withheld = await makeEnrollment(away, { session, class: place.class, section: elsewhere })
  await makeWithholding(scheme, away, withheld)
  await mapExams(school.scope, scheme.publicId, new Map([[place.exam, 'c1']]))
  const at = { section, termKey: 't1' }
  const published = await publishCards(school.scope, scheme.publicId, at, { althoughMissing: true })
  if (!published.ok) throw new Error(published.reason)
  const card = await readRow<{ publicId: string }>(
    'SELECT public_id AS publicId FROM report_cards WHERE scheme_id = :id AND enrollment_id = :enrollmentId',
    { id: scheme.id, enrollmentId: place.enrollment.id },
  )
  return {
    scheme: scheme.publicId,
    spareScheme: spare.publicId,
    sentence: await makeRemarkSentence(school, 1),
    spareSentence: await makeRemarkSentence(school, 2),
    card: card?.publicId ?? '',
    withheld: withheld.publicId,
  }
}

/** Copies a card for another student, under the other student's name. */
async function copyCard(publicId: string, student: MadeStudent, enrollment: MadeEnrollment): Promise<string> {
  const row = await readRow<Record<string, string | number | Date>>(
    'SELECT * FROM report_cards WHERE public_id = :publicId',
    { publicId },
  )
  if (!row) throw new Error('There is no card to copy')
  const { id: _, ...card } = row
  const copy = newPublicId()
  const names = { name: `${student.firstName} ${student.lastName}`, enrollmentNumber: student.enrollmentNumber }
  await insert('report_cards', {
    ...card,
    public_id: copy,
    student_id: student.id,
    enrollment_id: enrollment.id,
    card: JSON.stringify({ ...JSON.parse(String(card.card)), ...names }),
  })
  return copy
}
