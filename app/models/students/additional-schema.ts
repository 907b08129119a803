import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { stayingWith, travelModes } from './additional-options'
import { optionalText, requiredText } from './field-schema'
import { mobileDigits, parentNameLength, textLengths } from './options'

/** How the student comes and stays, health, and whom to call (SP section 5). */
export function additionalSchema() {
  return z.object({
    travel_mode: z.enum(travelModes, { error: () => m.students_travel_mode_required() }),
    travel_details: optionalText(textLengths.travel_details),
    staying_with: z.enum(stayingWith, { error: () => m.students_staying_with_required() }),
    staying_details: optionalText(textLengths.staying_details),
    medical_conditions: optionalText(textLengths.medical_conditions),
    allergies: optionalText(textLengths.allergies),
    emergency_contact_name: requiredText(m.students_emergency_contact_name_required, parentNameLength),
    emergency_contact_number: z
      .string({ error: () => m.students_emergency_contact_number_required() })
      .trim()
      .min(1, { error: () => m.students_emergency_contact_number_required(), abort: true })
      .regex(new RegExp(`^\\d{${mobileDigits}}$`), { error: () => m.students_emergency_contact_number_invalid() }),
  })
}

export type AdditionalFields = z.output<ReturnType<typeof additionalSchema>>
