import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { isDay } from '~/models/shared/calendar'
import {
  classNameLength,
  earliestDay,
  largestPosition,
  largestRollNumber,
  largestSection,
  latestDay,
  mostOfClass,
  sectionNameLength,
  sessionNameLength,
  subjectCodeLength,
  subjectNameLength,
} from './options'

// These forms are the office's only, so their words are English.
function name(missing: string, longest: number) {
  return z.string(missing).trim().min(1, missing).max(longest, `Use at most ${longest} characters`)
}

function day(missing: string) {
  return z
    .string(missing)
    .trim()
    .refine((text) => isDay(text) && text >= earliestDay && text <= latestDay, 'Enter a date as yyyy-mm-dd')
}

function wholeNumber(from: number, to: number, message: string) {
  return z
    .string(message)
    .trim()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((number) => number >= from && number <= to, message)
}

/** A public id: what cannot be one is not looked up. */
function id(invalid: string | { error: () => string }) {
  return z
    .string(invalid)
    .trim()
    .regex(/^[2-9b-z]{12}$/, invalid)
}

/** Any number of them: ticked boxes. */
function ids(invalid: string) {
  return z.array(id(invalid), invalid).max(mostOfClass, invalid).default([])
}

export const academicSessionSchema = z
  .object({
    name: name('Session name is required', sessionNameLength),
    starts_on: day('First day is required'),
    ends_on: day('Last day is required'),
    is_current: z.boolean().default(false),
  })
  .refine((session) => session.starts_on < session.ends_on, {
    path: ['ends_on'],
    message: 'The last day must come after the first day',
    // Said at once with what else is wrong, but not about days that are no days.
    when: ({ value }) =>
      ['starts_on', 'ends_on'].every((key) => isDay(String((value as Record<string, unknown>)[key]))),
  })

export type AcademicSessionFields = z.output<typeof academicSessionSchema>

export const classSchema = z.object({
  name: name('Class name is required', classNameLength),
  position: wholeNumber(0, largestPosition, `Enter a whole number from 0 to ${largestPosition}`),
  subjects: ids('Select a valid subject'),
})

/** Left out, the subjects of the class stay as they are. */
export type ClassFields = Omit<z.output<typeof classSchema>, 'subjects'> & { subjects?: readonly string[] }

export const sectionSchema = z.object({
  class: id('Select a valid class'),
  name: name('Section name is required', sectionNameLength),
  capacity: wholeNumber(1, largestSection, `Enter a whole number from 1 to ${largestSection}`),
  class_teacher: id('Select a valid teacher').optional(),
})

export type SectionFields = z.output<typeof sectionSchema>

export const subjectSchema = z.object({
  name: name('Subject name is required', subjectNameLength),
  code: z.string().trim().max(subjectCodeLength, `Use at most ${subjectCodeLength} characters`).optional(),
  classes: ids('Select a valid class'),
})

export type SubjectFields = z.output<typeof subjectSchema>

/** Where a student sits in one session. The section names its class, so the two cannot contradict each other. */
export const enrollmentSchema = z.object({
  academic_session: id({ error: () => m.students_session_invalid() }),
  section: id({ error: () => m.students_class_invalid() }),
  roll_number: wholeNumber(1, largestRollNumber, `Enter a whole number from 1 to ${largestRollNumber}`).optional(),
  enrolled_on: day('Date of enrollment is required'),
})

export type EnrollmentFields = z.output<typeof enrollmentSchema>
