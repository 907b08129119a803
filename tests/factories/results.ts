import { newPublicId } from '~/models/core/shared/public-id.server'
import type { ExamType, Presence } from '~/models/learning/exams/options'
import type { MadeClass, MadeEnrollment, MadeSession } from './academics'
import { insert, unique } from './insert'
import type { MadeStudent } from './student'
import { makeSubject } from './teaching'

export interface MadeExam {
  id: number
  publicId: string
  schoolId: number
  name: string
  papers: Array<{ id: number; publicId: string; subject: string; maxMarks: number }>
}

export interface PaperInput {
  subject?: string
  maxMarks?: number
  passMarks?: number | null
  heldOn?: string
  startTime?: string | null
  endTime?: string | null
  roomNo?: string | null
}

/** Creates an exam of a class with its papers, one a day; unpublished by default. */
export async function makeExamWithPapers(
  school: { id: number },
  input: {
    session: Pick<MadeSession, 'id'>
    class: Pick<MadeClass, 'id'>
    papers: readonly PaperInput[]
    name?: string
    description?: string
    type?: ExamType
    startsOn?: string
    endsOn?: string
    published?: boolean
  },
): Promise<MadeExam> {
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  const publicId = newPublicId()
  const name = input.name ?? `Half-yearly ${unique()}`
  const startsOn = input.startsOn ?? '2026-09-10'
  const id = await insert('exams', {
    public_id: publicId,
    school_id: school.id,
    academic_session_id: input.session.id,
    class_id: input.class.id,
    name,
    description: input.description ?? null,
    type: input.type ?? 'mid_term',
    starts_on: startsOn,
    ends_on: input.endsOn ?? '2026-09-20',
    published_at: input.published ? now : null,
    ...times,
  })
  const papers: MadeExam['papers'] = []
  for (const paper of input.papers) {
    const subject = await makeSubject(school, paper.subject ? { name: paper.subject } : {})
    const made = { publicId: newPublicId(), maxMarks: paper.maxMarks ?? 100 }
    const paperId = await insert('exam_papers', {
      public_id: made.publicId,
      school_id: school.id,
      exam_id: id,
      subject_id: subject.id,
      held_on: paper.heldOn ?? startsOn,
      start_time: paper.startTime ?? null,
      end_time: paper.endTime ?? null,
      room_no: paper.roomNo ?? null,
      max_marks: made.maxMarks,
      pass_marks: paper.passMarks === undefined ? Math.floor(made.maxMarks / 3) : paper.passMarks,
      ...times,
    })
    papers.push({ id: paperId, subject: subject.name, ...made })
  }
  return { id, publicId, schoolId: school.id, name, papers }
}

/** Enters marks of one student, paper by paper: a number, `absent`, `exempt`, or null for a missing one. */
export async function giveMarks(
  exam: MadeExam,
  student: Pick<MadeStudent, 'id'>,
  enrollment: Pick<MadeEnrollment, 'id'>,
  marks: ReadonlyArray<number | Exclude<Presence, 'present'> | null>,
): Promise<void> {
  const now = new Date()
  for (const [index, mark] of marks.entries()) {
    const paper = exam.papers[index]
    if (!paper || mark === null) continue
    await insert('exam_marks', {
      school_id: exam.schoolId,
      paper_id: paper.id,
      student_id: student.id,
      enrollment_id: enrollment.id,
      presence: typeof mark === 'number' ? 'present' : mark,
      marks: typeof mark === 'number' ? mark : null,
      created_at: now,
      updated_at: now,
    })
  }
}

/**
 * Creates the longest lists of exams and results: two pages of exams, more than one of results, long names in Gujarati.
 */
export async function makeManyExams(student: MadeStudent, place: MadeEnrollment): Promise<void> {
  const school = { id: student.schoolId }
  for (let index = 0; index < 24; index += 1) {
    const published = index < 12
    const exam = await makeExamWithPapers(school, {
      session: place.session,
      class: place.class,
      name: `પ્રથમ સત્રાંત લેખિત અને મૌખિક પરીક્ષા ${index + 1}`,
      description: 'પ્રકરણ ૧ થી ૬; સાધનો સાથે લાવવાં.',
      type: published ? 'mid_term' : 'unit_test',
      startsOn: place.session.startsOn,
      endsOn: place.session.startsOn,
      papers: published ? [{ maxMarks: 80 }, { maxMarks: 20, passMarks: null }] : [],
      published,
    })
    await giveMarks(exam, student, place, index % 3 === 0 ? ['absent', 'exempt'] : [66.75, 18.5])
  }
}
