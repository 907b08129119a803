import { execute, select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { releaseFiles } from '~/models/files/keep-received.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockProduct } from './update-product.server'

/** Deletes a product with its sizes and pictures; refuses `ordered` once anybody bought it: it can be deactivated instead. */
export async function deleteProduct(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'ordered'>> {
  return inTransaction(
    async () => {
      const product = await lockProduct(scope, publicId)
      if (!product) return refused('not-found')
      const which = { schoolId: scope.schoolId, id: product.id }
      const pictures = await select<{ fileId: number }>(
        'SELECT file_id AS fileId FROM product_images WHERE product_id = :id',
        which,
      )
      await execute('DELETE FROM product_images WHERE product_id = :id', which)
      await execute('DELETE FROM product_variants WHERE school_id = :schoolId AND product_id = :id', which)
      await execute('DELETE FROM products WHERE school_id = :schoolId AND id = :id', which)
      await releaseFiles(
        scope,
        pictures.map(({ fileId }) => fileId),
      )
      const subject = { kind: 'product', id: product.id }
      await recordAudit(scope, { action: 'product.deleted', subject, details: { name: product.name } })
      return done()
    },
    {
      order_items_variant: 'ordered',
    },
  )
}
