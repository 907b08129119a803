import { recordAudits } from '~/models/core/audit/record-audit.server'
import type { ImportKind } from '../options'
import { attendanceMonths } from './attendance-months.server'
import { hasNameColumn } from './field-reader'
import { guardians } from './guardians.server'
import { makeClasses } from './make-classes.server'
import { openingDues } from './opening-dues.server'
import { paidFees } from './paid-fees.server'
import { type KindOfImport, labelOfPerson } from './port'
import { addStudents } from './students/add-students.server'
import { type ChangeStep, changeStudents } from './students/change-students.server'
import { enrollMany, moveSeats } from './students/enroll-students.server'
import { readExistingStudents } from './students/existing-students.server'
import { planStudents, type StudentStep } from './students/plan-students'
import { previewStudents, studentPreviewColumns } from './students/preview-students'
import { studentReader, studentRules } from './students/read-student'
import { importedStudentColumns } from './students/student-columns'
import { teachers } from './teachers.server'

/**
 * Students with their section in a session. Found by enrollment number; without one by name, day of birth and mobile
 * together.
 */
const students: KindOfImport = {
  columns: importedStudentColumns,
  rules: studentRules,
  identifies: (has) => has('enrollment_number') || hasNameColumn(has),
  labelOf: (values) => labelOfPerson(values, 'enrollment_number'),
  previewColumns: studentPreviewColumns,
  reader: studentReader,
  plan: async (scope, rows, settings) => {
    const existing = await readExistingStudents(scope, rows, settings)
    const planned = planStudents(rows, existing, settings)
    const { verdicts, steps, resolver } = planned
    const accepted = steps.filter((step): step is StudentStep => step !== null)
    const used = new Set(accepted.map((step) => step.section))
    const changed = accepted.filter(isChange)
    const isMoved = ({ section, fields }: StudentStep) => section !== null || fields.rte !== undefined
    const newSections = resolver.planned().filter((section) => used.has(section))
    const differingCount = verdicts.filter(
      ({ outcome, problems }) => outcome !== 'rejected' && problems.length > 0,
    ).length
    return {
      verdicts,
      notes: [
        ...(newSections.length === 0
          ? []
          : [madeNote(newSections.map(({ ofClass, name }) => `${ofClass.name} – ${name}`))]),
        ...(differingCount === 0
          ? []
          : [`Rows that differ from the general register, whose values are kept: ${differingCount}.`]),
      ],
      preview: () => previewStudents(rows, planned),
      touches: {
        students: changed.map(({ student }) => student.id),
        moved: changed.filter(isMoved).map(({ student }) => student.id),
        places: accepted.some(({ section }) => section !== null),
      },
      write: async (school, progress) => {
        const existingClasses = resolver.classes.filter((one) => one.id !== null)
        const places = await makeClasses(school, existingClasses, newSections)
        if (existing.session) await moveSeats(school, accepted, existing.session.id)
        const stale = await changeStudents(school, changed, existing, progress)
        if (stale) return stale
        const fresh = accepted.filter((step) => step.student === null)
        const enrolled = await addStudents(school, fresh, existing, progress)
        const joining = changed
          .filter(({ student, section }) => student.enrollment === null && section !== null)
          .map((step) => ({
            step,
            studentId: step.student.id,
            rte: (step.fields.rte ?? step.student.values.rte) === '1',
          }))
        await enrollMany(school, [...enrolled, ...joining], existing)
        await recordAudits(
          school,
          joining.map(({ studentId, step: { section } }) => ({
            action: 'enrollment.created',
            subject: { kind: 'student', id: studentId },
            details: { class: section?.ofClass.name ?? '', section: section?.name ?? '' },
          })),
        )
        return { ok: true, students: enrolled.map(({ studentId }) => studentId), ...places }
      },
    }
  },
}

const isChange = (step: StudentStep): step is ChangeStep =>
  step.student !== null &&
  (Object.keys(step.fields).length > 0 || step.section !== null || step.rollNumber !== undefined)

function madeNote(names: readonly string[]): string {
  const shownNames = names.slice(0, 12).join(', ')
  const more = names.length > 12 ? ` and ${names.length - 12} more` : ''
  return `Will be created: ${shownNames}${more}.`
}

/** Marks are read and written on the page of an exam: their files have no columns here. */
const marks: KindOfImport = {
  columns: [],
  rules: [],
  labelOf: () => '',
  previewColumns: [],
  reader: () => () => ({ values: {}, problems: [] }),
  plan: () => Promise.reject(new Error('Marks are not planned as an import')),
}

const kinds: Record<ImportKind, KindOfImport> = {
  students,
  teachers,
  guardians,
  attendance_months: attendanceMonths,
  opening_dues: openingDues,
  paid_fees: paidFees,
  marks,
}

export function kindOfImport(kind: ImportKind): KindOfImport {
  return kinds[kind]
}
