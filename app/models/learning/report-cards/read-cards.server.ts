import { flag, number, orNone, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { wordsIn } from '~/language/localized'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { markColumns } from '~/models/learning/exams/marks/marks-grid.server'
import { rollNumber, teacherName } from '~/models/people/students/describe/student-columns.server'
import type { CardTerm, SchemeCard } from './card-view'
import { type PaperEntry, reckonSubject, reckonYear } from './reckoning.server'
import { type RemarkSentence, remarkSentences } from './remarks.server'
import type { SchemeRecord } from './schemes.server'
import { ReportCard, ReportEntry } from './tables.server'

const personColumns = {
  enrollmentId: number('e.id'),
  /** Public id of the enrollment. */
  publicId: text('e.public_id'),
  studentId: number('s.id'),
  joinedOn: text('e.enrolled_on'),
  /** True if the student has marks from another class, which no card of this class includes. */
  hasOtherMarks:
    flag(`EXISTS (SELECT 1 FROM exam_marks o JOIN exam_papers q ON q.id = o.paper_id JOIN exams y ON y.id = q.exam_id
    WHERE o.school_id = e.school_id AND o.student_id = e.student_id AND o.enrollment_id = e.id AND y.class_id <> t.class_id)`),
  language: wordOf<Language>('s.language'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  fatherName: text("COALESCE(g.father_name, '')"),
  motherName: text("COALESCE(g.mother_name, '')"),
  enrollmentNumber: text('s.enrollment_number'),
  rollNumber,
  className: text('c.name'),
  sectionName: text('t.name'),
  classTeacher: teacherName,
  /** Next class by position; null if several classes have that position, and in the last class. */
  promotedTo: wordOf<string | null>(`(SELECT IF(COUNT(*) = 1, MAX(n.name), NULL) FROM classes n
    WHERE n.school_id = c.school_id AND n.position = (SELECT MIN(o.position) FROM classes o
      WHERE o.school_id = c.school_id AND o.position > c.position))`),
}

/** Paper `p` of a component, with its exam `x`. */
const paperColumns = {
  id: number('p.id'),
  component: text('m.component_key'),
  subject: text('j.public_id'),
  subjectName: text('j.name'),
  maxMarks: number('p.max_marks'),
  exam: text('x.name'),
  isPublished: flag('x.published_at IS NOT NULL'),
}

/** Card as published for the term, and the reason for withholding the scheme's cards. */
const decisionColumns = {
  published: orNone(columnsOf(ReportCard, 'k', 'card')).card,
  ...orNone(columnsOf(ReportCard, 'k', 'issuedOn', 'revision')),
  withheld: textOrNull('w.reason'),
}

/**
 * Calculates the cards of a section up to a term, by roll number, as they would be published now. Adds the published
 * card, the last term before the student joined (`joinedAfter`), and the exams with unpublished results. Uses seven
 * SQL statements for any number of students. Lists pass `marks`, which omits attendance and remarks and uses four.
 */
export async function calculateCards(
  scope: SchoolScope,
  scheme: SchemeRecord,
  at: { sectionId: number; termKey: string },
  reads: 'whole' | 'marks',
) {
  const until = scheme.definition.terms.findIndex(({ key }) => key === at.termKey)
  const definition = { ...scheme.definition, terms: scheme.definition.terms.slice(0, until + 1) }
  const isWhole = until + 1 === scheme.definition.terms.length
  const { schoolId } = scope
  const values = { schoolId, schemeId: scheme.id, sessionId: scheme.sessionId, ...at }
  const inSection = `e.school_id = :schoolId AND e.academic_session_id = :sessionId AND e.section_id = :sectionId AND e.status = 'studying'`
  const ofScheme = `report_scheme_exams m JOIN exams x ON x.id = m.exam_id JOIN sections t ON t.id = :sectionId AND t.class_id = x.class_id
    JOIN exam_papers p ON p.school_id = x.school_id AND p.exam_id = x.id`
  const [people, papers, marks, entries, days, sentences] = await Promise.all([
    selectRows(
      { ...personColumns, ...decisionColumns },
      `FROM enrollments e JOIN students s ON s.id = e.student_id JOIN sections t ON t.id = e.section_id JOIN classes c ON c.id = t.class_id
       JOIN academic_sessions a ON a.id = e.academic_session_id LEFT JOIN guardians g ON g.student_id = s.id
       LEFT JOIN teachers h ON h.id = t.class_teacher_id AND a.is_current = 1
       LEFT JOIN report_cards k ON k.scheme_id = :schemeId AND k.enrollment_id = e.id AND k.term_key = :termKey
       LEFT JOIN report_withholdings w ON w.scheme_id = :schemeId AND w.enrollment_id = e.id
       WHERE ${inSection} ORDER BY e.roll_number IS NULL, e.roll_number, s.first_name, s.last_name, e.id`,
      values,
    ),
    selectRows(
      paperColumns,
      `FROM ${ofScheme} JOIN subjects j ON j.id = p.subject_id
       WHERE m.school_id = :schoolId AND m.scheme_id = :schemeId ORDER BY j.code IS NULL, j.code, j.name, p.id`,
      values,
    ),
    selectRows(
      markColumns,
      `FROM ${ofScheme} JOIN exam_marks k ON k.school_id = p.school_id AND k.paper_id = p.id
       JOIN enrollments e ON e.id = k.enrollment_id AND ${inSection}
       WHERE m.school_id = :schoolId AND m.scheme_id = :schemeId`,
      values,
    ),
    selectRows(
      columnsOf(ReportEntry, 'n', 'enrollmentId', 'termKey', 'grades', 'remarkCodes', 'remark'),
      `FROM report_entries n JOIN enrollments e ON e.id = n.enrollment_id AND ${inSection}
       WHERE n.school_id = :schoolId AND n.scheme_id = :schemeId`,
      values,
    ),
    reads === 'whole'
      ? attendanceByTerm(
          definition.terms.map(({ endsOn }) => endsOn),
          { ...values, inSection },
        )
      : new Map<string, CardTerm['attendance']>(),
    reads === 'whole' ? remarkSentences(scope) : [],
  ])
  const markOf = new Map(marks.map((mark) => [`${mark.paperId}:${mark.enrollmentId}`, mark]))
  const entryOf = new Map(entries.map((entry) => [`${entry.enrollmentId}:${entry.termKey}`, entry]))
  const subjects = [...new Map(papers.map(({ subject, subjectName }) => [subject, subjectName]))]
  const componentKeys = new Set(definition.terms.flatMap(({ components }) => components.map(({ key }) => key)))
  const unpublished = papers.filter(({ component, isPublished }) => componentKeys.has(component) && !isPublished)
  const cards = people.map(({ published, issuedOn, revision, withheld, ...asNow }) => {
    const { enrollmentId, publicId, studentId, joinedOn, hasOtherMarks, promotedTo, ...person } = asNow
    const entryAt = (paper: (typeof papers)[number]): PaperEntry => {
      const mark = markOf.get(`${paper.id}:${enrollmentId}`)
      return { presence: mark?.presence ?? null, marks: mark?.marks ?? null, maxMarks: paper.maxMarks }
    }
    const lines = subjects.flatMap(([subject, name]) => {
      const subjectPapers = papers.filter((paper) => paper.subject === subject && componentKeys.has(paper.component))
      if (subjectPapers.length === 0) return []
      const papersOf = (key: string) => subjectPapers.filter((paper) => paper.component === key).map(entryAt)
      const isGradedOnly = definition.gradedOnly.includes(subject)
      return [reckonSubject(definition, { name, isGradedOnly }, papersOf, joinedOn)]
    })
    const year = reckonYear(lines, definition)
    const terms = definition.terms.map((term, index): CardTerm => {
      const entry = entryOf.get(`${enrollmentId}:${term.key}`)
      return {
        name: term.name,
        endsOn: term.endsOn,
        components: term.components.map(({ name, max }) => ({ name, max })),
        outOf: Math.round(term.components.reduce((sum, { weight }) => sum + weight * 100, 0)) / 100,
        grades: definition.areas.map(({ key }) => entry?.grades[key] ?? null),
        attendance: days.get(`${enrollmentId}:${index}`) ?? null,
        remarks: entry ? remarksOf(entry, sentences, person.language) : '',
      }
    })
    const card: SchemeCard = {
      ...person,
      sessionName: scheme.sessionName,
      schemeName: scheme.name,
      terms,
      isWhole,
      subjects: lines,
      areas: definition.areas.map(({ name, kind }) => ({ name, kind })),
      bands: definition.bands,
      areaGrades: definition.areaGrades,
      year: { ...year, promotedTo: year.outcome === 'pass' ? promotedTo : null },
    }
    const joinedAfter = definition.terms.findLast(({ endsOn }) => joinedOn > endsOn)?.name ?? null
    return {
      published,
      issuedOn,
      revision,
      withheld,
      enrollmentId,
      publicId,
      studentId,
      card,
      hasOtherMarks,
      joinedAfter,
      missing: missingOf(card, joinedOn),
    }
  })
  return { cards, unpublished: [...new Set(unpublished.map(({ exam }) => exam))] }
}
export type CalculatedCard = Awaited<ReturnType<typeof calculateCards>>['cards'][number]

type RemarksEntry = { remarkCodes: string; remark: string }

/** Remark sentences in the student's language, followed by the teacher's own text. */
function remarksOf(entry: RemarksEntry, sentences: readonly RemarkSentence[], language: Language) {
  const texts = entry.remarkCodes.split(' ').flatMap((code) => {
    const sentence = sentences.find((one) => String(one.code) === code)
    return sentence ? [wordsIn(sentence.sentence, language)] : []
  })
  return [...texts, entry.remark].filter(Boolean).join(' ')
}

/**
 * Lists what a card lacks: subjects without marks, components without a paper (in all subjects or in one), and the
 * number of missing area grades. `isEmpty`: nothing is entered yet. Terms before the student joined lack nothing.
 */
function missingOf({ subjects, terms, areas }: SchemeCard, joinedOn: string) {
  const papers = terms.flatMap((term, index) =>
    term.components.flatMap(({ name }, nth) => {
      const without = subjects.filter((line) => line.terms[index]?.cells[nth]?.state === 'none')
      if (without.length === subjects.length) return [`${term.name}, ${name}`]
      return without.map((line) => `${term.name}, ${name} of ${line.name}`)
    }),
  )
  const isNothing = (state: string) => ['waiting', 'none', 'not-joined'].includes(state)
  const graded = terms.filter(({ endsOn }) => joinedOn <= endsOn)
  return {
    subjects: subjects.filter((line) => line.terms.some(({ state }) => state === 'waiting')).map(({ name }) => name),
    papers,
    grades: graded.reduce((sum, { grades }) => sum + areas.filter((_, area) => grades[area] === null).length, 0),
    isEmpty: subjects.every((line) => line.terms.every(({ cells }) => cells.every(({ state }) => isNothing(state)))),
  }
}

/**
 * Days present and days marked, by enrollment and index of the term: `12:0`. Late counts as present, half a day as
 * half. A month that was entered as a sum belongs to the term of its first day.
 */
async function attendanceByTerm(
  ends: readonly string[],
  { inSection, ...values }: { inSection: string; sessionId: number; sectionId: number; schoolId: number },
) {
  const termOf = (day: string) =>
    `CASE ${ends.map((_, index) => `WHEN ${day} <= :end${index} THEN ${index}`).join(' ')} ELSE ${ends.length - 1} END`
  const read = (table: string, day: string, present: string, days: string) =>
    selectRows(
      {
        enrollmentId: number('r.enrollment_id'),
        term: number(termOf(day)),
        present: number(present),
        days: number(days),
      },
      `FROM ${table} r JOIN enrollments e ON e.id = r.enrollment_id AND ${inSection}
       WHERE r.school_id = :schoolId AND ${day} <= :last GROUP BY r.enrollment_id, term`,
      { ...values, last: ends.at(-1) ?? '', ...Object.fromEntries(ends.map((day, index) => [`end${index}`, day])) },
    )
  const presentDays = "SUM(r.status IN ('present', 'late')) + SUM(r.status = 'half_day') / 2"
  const [marked, months] = await Promise.all([
    read('attendance', 'r.held_on', presentDays, 'COUNT(*)'),
    read('attendance_months', 'r.month_on', 'SUM(r.attended_halves) / 2', 'SUM(r.days_held)'),
  ])
  const sums = new Map<string, { present: number; days: number }>()
  for (const { enrollmentId, term, present, days } of [...marked, ...months]) {
    const before = sums.get(`${enrollmentId}:${term}`)
    sums.set(`${enrollmentId}:${term}`, { present: present + (before?.present ?? 0), days: days + (before?.days ?? 0) })
  }
  return sums
}
