import { selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/** The picture or PDF that a student sent along with a declared payment, or null. */
export function findProof(
  scope: SchoolScope,
  paymentPublicId: string,
): Promise<{ key: string; fileName: string; contentType: string } | null> {
  return selectOne(
    `SELECT f.storage_key AS \`key\`, f.file_name AS fileName, f.content_type AS contentType
     FROM payments p JOIN files f ON f.id = p.proof_file_id AND f.school_id = p.school_id AND f.state = 'kept'
     WHERE p.school_id = :schoolId AND p.public_id = :paymentPublicId`,
    { schoolId: scope.schoolId, paymentPublicId },
  )
}
