import type { Audience, EventType, Priority } from '~/models/contact/notices/options'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { AttendanceStatus } from '~/models/learning/attendance/options'
import type { MadeEnrollment } from './academics'
import { insert, insertMany } from './insert'
import { giveMarks, makeExamWithPapers } from './results'
import type { MadeStudent } from './student'
import { makeSubject } from './teaching'

export async function markDays(
  student: Pick<MadeStudent, 'id' | 'schoolId'>,
  enrollment: Pick<MadeEnrollment, 'id'>,
  days: ReadonlyArray<{ heldOn: string; status: AttendanceStatus }>,
): Promise<void> {
  const now = new Date()
  const of = { school_id: student.schoolId, student_id: student.id, enrollment_id: enrollment.id }
  await insertMany(
    'attendance',
    days.map(({ heldOn, status }) => ({ ...of, held_on: heldOn, status, created_at: now, updated_at: now })),
  )
}

/** Creates an event of the school, by default for the whole school. */
export async function makeDashboardEvent(
  school: { id: number },
  event: {
    title: string
    startsOn: string
    endsOn?: string
    type?: EventType
    priority?: Priority
    audience?: Audience
    /** Id of the class, section or student in the audience. */
    for?: number
    createdAt?: Date
  },
): Promise<string> {
  const publicId = newPublicId()
  const { audience = 'school', createdAt = new Date() } = event
  await insert('events', {
    public_id: publicId,
    school_id: school.id,
    title: event.title,
    type: event.type ?? 'celebration',
    priority: event.priority ?? 'medium',
    starts_on: event.startsOn,
    ends_on: event.endsOn ?? event.startsOn,
    audience,
    class_id: audience === 'class' ? (event.for ?? null) : null,
    section_id: audience === 'section' ? (event.for ?? null) : null,
    student_id: audience === 'student' ? (event.for ?? null) : null,
    created_by_name: 'Meenakshi Joshi',
    created_at: createdAt,
    updated_at: createdAt,
  })
  return publicId
}

interface DashboardWords {
  subjects: readonly string[]
  exams: readonly [string, string, string, string, string]
  results: readonly [string, string]
  events: readonly [string, string, string]
}

const english: DashboardWords = {
  subjects: ['Mathematics', 'Science'],
  exams: ['Unit Test 3', 'Science Project', 'Mid Term', 'Pre-board', 'Final Term'],
  results: ['Unit Test 1', 'Unit Test 2'],
  events: ['Annual Day', 'Sports Day', 'Parent Teacher Meeting'],
}

export const gujaratiDashboard: DashboardWords = {
  subjects: ['આંકડાશાસ્ત્ર', 'પર્યાવરણ અને આપત્તિ વ્યવસ્થાપન'],
  exams: [
    'ત્રીજી એકમ કસોટી, દ્વિતીય સત્ર',
    'વિજ્ઞાન પ્રકલ્પ અને પ્રદર્શન',
    'અર્ધવાર્ષિક પરીક્ષા, પ્રથમ સત્ર',
    'પ્રિલિમિનરી બોર્ડ પરીક્ષા',
    'વાર્ષિક પરીક્ષા, દ્વિતીય સત્ર',
  ],
  results: ['પ્રથમ એકમ કસોટી, પ્રથમ સત્ર', 'દ્વિતીય એકમ કસોટી, પ્રથમ સત્ર'],
  events: ['વાર્ષિકોત્સવ અને ઇનામ વિતરણ સમારોહ', 'આંતરશાળા રમતગમત સ્પર્ધા', 'વાલી અને શિક્ષક મુલાકાત'],
}

/** Number of the last exam. It is part of the subjects' names, because each exam creates its own subjects. */
let exams = 100

/**
 * Fills the student's dashboard completely: 30 days of attendance (no Sundays; every ninth day absent, one late, one
 * half day), exams in 3, 10, 20, 45 and 60 days, two published exams of 90 % and 80 %, three events.
 */
export async function fillDashboard(
  student: MadeStudent,
  enrollment: MadeEnrollment,
  words: DashboardWords = english,
  today = todayInIndia(new Date()),
): Promise<void> {
  const school = { id: student.schoolId }
  const days = Array.from({ length: 30 }, (_, back) => addDays(today, -back)).filter(
    (day) => new Date(`${day}T00:00:00Z`).getUTCDay() !== 0,
  )
  const statusOf = (index: number): AttendanceStatus => {
    if (index === 2) return 'late'
    if (index === 5) return 'half_day'
    return index % 9 === 8 ? 'absent' : 'present'
  }
  await markDays(
    student,
    enrollment,
    days.map((heldOn, index) => ({ heldOn, status: statusOf(index) })),
  )
  const of = { session: enrollment.session, class: enrollment.class }
  for (const name of words.subjects) await makeSubject(school, { name, classes: [enrollment.class] })
  const papers = (startTime: string | null) => {
    exams += 1
    return words.subjects.map((subject) => ({ subject: `${subject} ${exams}`, startTime, maxMarks: 50 }))
  }
  for (const [index, away] of [3, 10, 20, 45, 60].entries()) {
    const startsOn = addDays(today, away)
    const name = words.exams[index] ?? ''
    await makeExamWithPapers(school, {
      ...of,
      name,
      startsOn,
      endsOn: addDays(startsOn, 3),
      papers: papers(index === 1 ? '11:30' : null),
    })
  }
  for (const [index, marks] of [45, 40].entries()) {
    const startsOn = addDays(today, -40 + index * 10)
    const name = words.results[index] ?? ''
    const exam = await makeExamWithPapers(school, {
      ...of,
      name,
      startsOn,
      endsOn: addDays(startsOn, 3),
      papers: papers('09:00'),
      published: true,
    })
    await giveMarks(exam, student, enrollment, [marks, marks])
  }
  await makeDashboardEvent(school, { title: words.events[0], startsOn: addDays(today, 5), priority: 'high' })
  await makeDashboardEvent(school, {
    title: words.events[1],
    startsOn: addDays(today, 12),
    endsOn: addDays(today, 14),
    type: 'sports',
  })
  await makeDashboardEvent(school, {
    title: words.events[2],
    startsOn: addDays(today, 20),
    type: 'meeting',
    priority: 'low',
    audience: 'class',
    for: enrollment.class.id,
  })
}
