import { z } from 'zod'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { importForm } from './import-fields'
import { fileKinds, kindOfWord } from './options'

const incomplete = 'This form is incomplete. Open it again'

export const newImportSchema = schemaOf(importForm).and(
  z.object({
    kind: z
      .string('Choose what is in the file')
      .transform((word) => kindOfWord(word))
      .pipe(z.enum(fileKinds, 'Choose what is in the file')),
    form_key: z.string(incomplete).regex(/^[\w-]{8,40}$/, incomplete),
  }),
)

export const runImportSchema = z.object({
  /** Time in milliseconds at which the check shown on the page ended. */
  seen: z
    .string(incomplete)
    .regex(/^\d{1,15}$/, incomplete)
    .transform(Number),
  rows: z.enum(['all', 'valid'], 'Choose which rows'),
})
