import { textOrNull } from '~/database/database.server'

/** Where the picture of a row of `t` is stored, and its small twin; null where it has none. */
export const withPicture = {
  more: {
    pictureKey: textOrNull('f.storage_key'),
    thumbnailKey: textOrNull('COALESCE(s.storage_key, f.storage_key)'),
  },
  moreJoins: 'LEFT JOIN files f ON f.id = t.image_file_id LEFT JOIN files s ON s.thumbnail_of = f.id',
}
