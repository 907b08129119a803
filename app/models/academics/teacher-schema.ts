import { z } from 'zod'
import { isDay } from '~/models/shared/calendar'
import { isPlainName } from '~/models/shared/plain-name'
import {
  earliestDay,
  employeeNumberLength,
  latestDay,
  qualificationLength,
  teacherEmailLength,
  teacherNameLength,
} from './options'

// The office's form only, so its words are English.
function text(longest: number) {
  return z.string().trim().max(longest, `Use at most ${longest} characters`)
}

function required(missing: string, longest: number) {
  return z.string(missing).trim().min(1, missing).max(longest, `Use at most ${longest} characters`)
}

function name(missing: string) {
  return required(missing, teacherNameLength).refine(
    isPlainName,
    'Write the name in plain words, without an internet address',
  )
}

export const teacherSchema = z
  .object({
    employee_number: required('Employee number is required', employeeNumberLength),
    first_name: name('First name is required'),
    last_name: name('Last name is required'),
    email: text(teacherEmailLength).toLowerCase().pipe(z.email('Invalid email')).optional(),
    mobile_number: z
      .string()
      .trim()
      .regex(/^\d{10}$/, 'Mobile number must be 10 digits')
      .optional(),
    qualification: text(qualificationLength).optional(),
    joined_on: z
      .string()
      .trim()
      .refine((day) => isDay(day) && day >= earliestDay && day <= latestDay, 'Enter a date as yyyy-mm-dd')
      .optional(),
    /** 'none', 'invite', or a staff user's id. Who may not give sign-ins is not asked, and then it stays as it is. */
    sign_in: z
      .string()
      .trim()
      .regex(/^(none|invite|[2-9b-z]{12})$/, 'Select a valid sign-in')
      .optional(),
    own_password: z.string().max(200, 'Password incorrect').default(''),
  })
  .refine((teacher) => teacher.sign_in !== 'invite' || teacher.email, {
    path: ['email'],
    message: 'The invitation needs an e-mail',
  })

/** Takes a teacher out of the choices, or back in. */
export const teacherStatusSchema = z.object({ status: z.enum(['active', 'inactive']) })

export type TeacherFields = Omit<z.output<typeof teacherSchema>, 'own_password'>
