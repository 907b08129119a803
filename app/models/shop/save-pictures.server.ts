import { execute, select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { keepReceived, releaseFiles } from '~/models/files/keep-received.server'
import type { FileRule } from '~/models/files/receive-file.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { mostPictures } from './options'
import { lockProduct } from './update-product.server'

/** A product's picture: drawn anew, with a small twin for the grid; everybody may see it. */
export const productPictureRule: FileRule = {
  types: ['jpeg', 'png', 'webp', 'gif'],
  largestBytes: 5 * 1024 * 1024 - 1,
  most: mostPictures,
  folder: 'products',
  visibility: 'public',
  longestSide: 1000,
  thumbnailSide: 240,
  messages: {
    wrongType: () => 'Please upload an image file',
    tooLarge: () => 'Image size should be less than 5MB',
  },
}

interface Pictures {
  /** Keys of the pictures that are there, in their new order; those that are left out stand behind. */
  order: readonly string[]
  /** Keys of those that go. */
  removed: readonly string[]
  /** Keys of pictures that have just arrived; they come last. */
  fresh: readonly string[]
}

/**
 * The product's pictures in another order, without some and with new ones; the first is the one that the grid shows. Refuses `not-found`, `too-many` and
 * `file-gone` (a new one waited for more than a day). A key that is none of the product's pictures is passed over.
 */
export function savePictures(
  scope: SchoolScope,
  publicId: string,
  { order, removed, fresh }: Pictures,
): Promise<Outcome<undefined, 'not-found' | 'too-many' | 'file-gone'>> {
  return inTransaction(async () => {
    const product = await lockProduct(scope, publicId)
    if (!product) return refused('not-found')
    const stored = await readPictures(product.id)
    const named = [...new Set(order)].flatMap((key) => stored.find((one) => one.key === key) ?? [])
    const staying = [...named, ...stored.filter((one) => !named.includes(one))].filter(
      (one) => !removed.includes(one.key),
    )
    if (staying.length + fresh.length > mostPictures) return refused('too-many')
    const added = await keepReceived(scope, fresh, { studentId: null })
    if (added === null) return refused('file-gone')
    await execute('DELETE FROM product_images WHERE product_id = :id', { id: product.id })
    for (const [position, fileId] of [...staying.map((one) => one.fileId), ...added].entries()) {
      await execute('INSERT INTO product_images (product_id, file_id, position) VALUES (:id, :fileId, :position)', {
        id: product.id,
        fileId,
        position,
      })
    }
    const gone = stored.filter((one) => !staying.includes(one))
    await releaseFiles(
      scope,
      gone.map((one) => one.fileId),
    )
    const details = { name: product.name, added: added.length, removed: gone.length }
    await recordAudit(scope, {
      action: 'product.pictures-saved',
      subject: { kind: 'product', id: product.id },
      details,
    })
    return done()
  })
}

function readPictures(productId: number): Promise<Array<{ fileId: number; key: string }>> {
  return select(
    `SELECT i.file_id AS fileId, f.storage_key AS \`key\` FROM product_images i JOIN files f ON f.id = i.file_id
     WHERE i.product_id = :productId ORDER BY i.position`,
    { productId },
  )
}
