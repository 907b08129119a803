import { recordAudits } from '~/models/audit/record-audit.server'
import { enrollMany, moveSeats } from './enroll-many.server'
import { judgeStudents, type StudentStep } from './judge-students'
import { makePlaces } from './make-classes.server'
import type { KindOfImport } from './port'
import { studentReader } from './read-student'
import { studentColumns } from './student-columns'
import { readStudentWorld } from './student-world.server'
import { type ChangeStep, writeChangedStudents } from './write-changed-students.server'
import { writeNewStudents } from './write-new-students.server'

/** Students with their place in a session. Found by enrollment number; without one by name, day of birth and mobile together. */
export const students: KindOfImport = {
  columns: studentColumns,
  labelOf: ({ first_name, last_name, enrollment_number }) =>
    [[first_name, last_name].filter(Boolean).join(' '), enrollment_number].filter(Boolean).join(', '),
  reader: studentReader,
  plan: async (scope, rows, settings) => {
    const world = await readStudentWorld(scope, rows, settings)
    const { judgements, steps, resolver } = judgeStudents(rows, world, settings)
    const standing = steps.filter((step): step is StudentStep => step !== null)
    const used = new Set(standing.map((step) => step.section))
    const planned = resolver.planned().filter((section) => used.has(section))
    return {
      judgements,
      notes: planned.length === 0 ? [] : [madeNote(planned.map(({ ofClass, name }) => `${ofClass.name} – ${name}`))],
      write: async (school, progress) => {
        const there = resolver.classes.filter((one) => one.id !== null)
        await makePlaces(school, there, planned)
        if (world.session) await moveSeats(school, standing, world.session.id)
        const isChange = (step: StudentStep): step is ChangeStep =>
          step.student !== null &&
          (Object.keys(step.fields).length > 0 || step.section !== null || step.rollNumber !== undefined)
        const changed = standing.filter(isChange)
        await writeChangedStudents(school, changed, world, progress)
        const fresh = standing.filter((step) => step.student === null)
        const enrolled = await writeNewStudents(school, fresh, world, progress)
        const joining = changed
          .filter(({ student, section }) => student.place === null && section !== null)
          .map((step) => ({
            step,
            studentId: step.student.id,
            rte: (step.fields.rte ?? step.student.values.rte) === '1',
          }))
        await enrollMany(school, [...enrolled, ...joining], world)
        await recordAudits(
          school,
          joining.map(({ studentId, step: { section } }) => ({
            action: 'enrollment.created',
            subject: { kind: 'student', id: studentId },
            details: { class: section?.ofClass.name ?? '', section: section?.name ?? '' },
          })),
        )
      },
    }
  },
}

function madeNote(names: readonly string[]): string {
  const shown = names.slice(0, 12).join(', ')
  const more = names.length > 12 ? ` and ${names.length - 12} more` : ''
  return `Will be created: ${shown}${more}.`
}
