import { z } from 'zod'
import { isPlainName } from '~/models/shared/plain-name'
import { maxPersonNameLength } from './options'

// These forms are the office's only, so their words are English.
const name = z
  .string('Name is required')
  .trim()
  .min(1, 'Name is required')
  .max(maxPersonNameLength, `Use at most ${maxPersonNameLength} characters`)
  .refine(isPlainName, 'Write the name in plain words, without an internet address')

export const ownNameSchema = z.object({ name })
