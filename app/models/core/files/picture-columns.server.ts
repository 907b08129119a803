import { textOrNull } from '~/database/database.server'

/** Storage keys of the picture of a row of `t`, and of its thumbnail; null without a picture. */
export const withPicture = {
  more: { pictureKey: textOrNull('f.storage_key'), thumbnailKey: textOrNull('COALESCE(s.storage_key, f.storage_key)') },
  moreJoins: 'LEFT JOIN files f ON f.id = t.image_file_id LEFT JOIN files s ON s.thumbnail_of = f.id',
}
