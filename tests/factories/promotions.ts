import { newPublicId } from '~/models/core/shared/public-id.server'
import { currentSession, makeAcademicSession, makeClass, makeEnrollment, makeSection } from './academics'
import { insert } from './insert'
import { readRows } from './read'
import { type MadeSchool, makeSchool } from './school'
import { makeStudent } from './student'

/** Creates a school with two classes of two sections each, this session and the next one, without students. */
export async function makePromotable(facts: { capacity?: number; school?: MadeSchool } = {}) {
  const school = facts.school ?? (await makeSchool())
  const { capacity = 40 } = facts
  const from = await currentSession(school)
  const to = await makeAcademicSession(school, { startYear: Number(from.startsOn.slice(0, 4)) + 1 })
  const six = await makeClass(school, { name: 'Class 6', position: 6 })
  const seven = await makeClass(school, { name: 'Class 7', position: 7 })
  const sixA = await makeSection(six, { name: 'A', capacity })
  const sixB = await makeSection(six, { name: 'B', capacity })
  const sevenA = await makeSection(seven, { name: 'A', capacity })
  const sevenB = await makeSection(seven, { name: 'B', capacity })
  /** Creates a student of Class 6 A, or of another section, with the next roll number. */
  const student = async (
    change: Parameters<typeof makeStudent>[1] & { section?: typeof sixA; rollNumber?: number | null } = {},
  ) => {
    const { section = sixA, rollNumber = null, ...facts } = change
    const student = await makeStudent(school, facts)
    const ofClass = section.classId === six.id ? six : seven
    const enrollment = await makeEnrollment(student, { session: from, class: ofClass, section, rollNumber })
    return { student, enrollment }
  }
  return { school, from, to, six, seven, sixA, sixB, sevenA, sevenB, student }
}

export async function enrollmentIn(student: { id: number }, session: { id: number }) {
  const [row] = await readRows<{
    id: number
    publicId: string
    studentId: number
    sessionId: number
    classId: number
    sectionId: number
    rollNumber: number | null
  }>(
    `SELECT id, public_id AS publicId, student_id AS studentId, academic_session_id AS sessionId, class_id AS classId,
       section_id AS sectionId, roll_number AS rollNumber
     FROM enrollments WHERE student_id = :student AND academic_session_id = :session`,
    { student: student.id, session: session.id },
  )
  return row ?? null
}

/** Creates a promotion of the class that moves no student; it can be undone. */
export async function makePromotion(
  school: MadeSchool,
  of: { from: { id: number }; to: { id: number }; class: { id: number } },
): Promise<string> {
  const publicId = newPublicId()
  await insert('promotions', {
    public_id: publicId,
    school_id: school.id,
    from_session_id: of.from.id,
    to_session_id: of.to.id,
    from_class_id: of.class.id,
    form_key: newPublicId(),
    made_by: 'The office',
    created_at: new Date(),
  })
  return publicId
}
