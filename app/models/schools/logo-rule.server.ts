import type { FileRule } from '~/models/files/receive-file.server'

/** A school's logo: any picture, drawn anew at a size that serves pages and printed letters alike; everybody may see it. */
export const logoRule: FileRule = {
  types: ['jpeg', 'png', 'webp', 'gif'],
  largestBytes: 5 * 1024 * 1024 - 1,
  folder: 'logos',
  visibility: 'public',
  longestSide: 400,
  transparent: true,
  messages: {
    wrongType: () => 'Please upload an image file',
    tooLarge: () => 'Image size should be less than 5MB',
  },
}
