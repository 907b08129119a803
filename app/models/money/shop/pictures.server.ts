import { execute, insertRows, inTransaction, selectRows, text, textOrNull } from '~/database/database.server'
import { pictureRule } from '~/kit/records/save-picture.server'
import { lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { keepReceived, releaseFiles } from '~/models/core/files/keep-received.server'
import type { FileRule } from '~/models/core/files/receive-file.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { maxPictures } from './options'
import { Product } from './tables.server'

/** Product picture, with a thumbnail for the grid. */
export const productPictureRule: FileRule = { ...pictureRule('products'), max: maxPictures, thumbnailSide: 240 }

interface Pictures {
  /** Keys of existing pictures in their new order; omitted ones come after them. */
  order: readonly string[]
  /** Keys of pictures to delete. */
  removed: readonly string[]
  /** Keys of newly uploaded pictures; they come last. */
  fresh: readonly string[]
}

/**
 * Reorders, deletes and adds pictures of a product; the grid shows the first. Ignores unknown keys. Refuses
 * `not-found`, `changed` (another user saved product or pictures since `version`), `too-many` and `file-gone` (an
 * upload older than a day).
 */
export function savePictures(
  scope: SchoolScope,
  publicId: string,
  version: number,
  { order, removed, fresh }: Pictures,
): Promise<Outcome<undefined, 'not-found' | 'changed' | 'too-many' | 'file-gone'>> {
  return inTransaction(async () => {
    const product = await lockThing(Product, scope, publicId)
    if (!product) return refused('not-found')
    if (product.version !== version) return refused('changed')
    const { id, name } = product
    const stored = await listPictures(scope, id)
    const orderedPictures = [...new Set(order)].flatMap((key) => stored.find((one) => one.storageKey === key) ?? [])
    const all = [...orderedPictures, ...stored.filter((one) => !orderedPictures.includes(one))]
    const [staying, gone] = [
      all.filter(({ storageKey }) => !removed.includes(storageKey)),
      all.filter(({ storageKey }) => removed.includes(storageKey)),
    ]
    if (staying.length + fresh.length > maxPictures) return refused('too-many')
    const added = await keepReceived(scope, fresh, { studentId: null })
    if (added === null) return refused('file-gone')
    await execute('DELETE FROM product_images WHERE product_id = :id', { id })
    const files = [...staying.map(({ fileId }) => fileId), ...added]
    const rows = files.map((fileId, position) => [id, fileId, position])
    await insertRows('product_images', ['product_id', 'file_id', 'position'], rows)
    const goneIds = gone.map(({ fileId }) => fileId)
    await releaseFiles(scope, goneIds)
    await Product.update({ version: version + 1 }, { where: { id } })
    const details = { name, added: added.length, removed: gone.length }
    await recordAudit(scope, { action: 'product.pictures-saved', subject: { kind: 'product', id }, details })
    return done()
  })
}

const columns = {
  fileId: { sql: 'i.file_id', read: Number },
  storageKey: text('f.storage_key'),
  thumbnailKey: text('COALESCE(t.storage_key, f.storage_key)'),
}

/** Key of the first picture's thumbnail, or null, for a product with the SQL alias `alias`. */
export const firstPictureOf = (alias: string) =>
  textOrNull(`(SELECT COALESCE(s.storage_key, f.storage_key) FROM product_images i JOIN files f ON f.id = i.file_id
    LEFT JOIN files s ON s.thumbnail_of = f.id WHERE i.product_id = ${alias}.id ORDER BY i.position LIMIT 1)`)

export function listPictures({ schoolId }: Pick<SchoolScope, 'schoolId'>, productId: number) {
  return selectRows(
    columns,
    `FROM product_images i JOIN files f ON f.id = i.file_id AND f.school_id = :schoolId
     LEFT JOIN files t ON t.thumbnail_of = f.id WHERE i.product_id = :productId ORDER BY i.position`,
    { schoolId, productId },
  )
}
