import { z } from 'zod'

const session = z
  .string('Select a valid session')
  .trim()
  .regex(/^[2-9b-z]{12}$/, 'Select a valid session')

export const copySchema = z.object({ from: session, to: session })
