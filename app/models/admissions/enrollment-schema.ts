import { z } from 'zod'
import { enrollmentSchema } from '~/models/academics/schema'

/** A place with what the form was made from, so that the second of two clerks is told what changed. */
export const enrollmentEditSchema = enrollmentSchema.extend({ seen: z.string().max(80).optional() })

/** What an enrollment's form shows, in one text. */
export function enrollmentMark(place: {
  sectionPublicId: string
  rollNumber: number | null
  enrolledOn: string
}): string {
  return `${place.sectionPublicId} ${place.rollNumber ?? '-'} ${place.enrolledOn}`
}
