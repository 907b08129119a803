import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { day, optionalText, requiredText } from './field-schema'
import { mediums, textLengths } from './options'

/** Admission and the school before (SP section 5). Roll number and section belong to the enrollment and change with it. */
export function academicSchema() {
  return z.object({
    admission_class: requiredText(m.students_admission_class_required, textLengths.admission_class),
    admission_date: day(m.students_admission_date_required),
    admission_number: requiredText(m.students_admission_number_required, textLengths.admission_number),
    medium: z.enum(mediums, { error: () => m.students_medium_required() }),
    previous_school: optionalText(textLengths.previous_school),
    previous_board: optionalText(textLengths.previous_board),
    previous_class: optionalText(textLengths.previous_class),
    previous_year: optionalText(textLengths.previous_year),
    previous_result: optionalText(textLengths.previous_result),
    previous_school_address: optionalText(textLengths.previous_school_address),
  })
}

/** The student's own form: admission number and date come from the admission (decisions, section 5). */
export function ownAcademicSchema() {
  return academicSchema().omit({ admission_date: true, admission_number: true })
}

export type OwnAcademicFields = z.output<ReturnType<typeof ownAcademicSchema>>
export type AcademicFields = z.output<ReturnType<typeof academicSchema>>
