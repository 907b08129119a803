import type { VisitorScope } from '~/models/shared/scope.server'
import { School } from './tables.server'

/** The school that an address names (a webhook's, a receipt's), or null. */
export function findSchoolByPublicId(
  _visitor: VisitorScope,
  publicId: string,
): Promise<Pick<School, 'id' | 'publicId' | 'name'> | null> {
  return School.findOne({ attributes: ['id', 'publicId', 'name'], where: { publicId }, raw: true })
}
