import sharp from 'sharp'

/** Pixels that a picture may have: more than phones make, less than what fills the memory. */
const maxPixels = 60_000_000
const secondsForOne = 20

// Pictures are rare and the machine is shared with people who wait for pages: one core a picture.
sharp.concurrency(1)
sharp.cache(false)

interface PictureInput {
  /** In pixels; a smaller picture is not made larger. */
  maxSide: number
  /** A PNG with its transparency instead of a JPEG on white. */
  transparent: boolean
}

/**
 * The same picture drawn anew: upright, of a sensible size, and with nothing else of the file in it (no place, no camera, no
 * hidden text). Null when it cannot be read as a picture or is too large to be one.
 */
export async function reEncodePicture(bytes: Uint8Array, input: PictureInput): Promise<Buffer | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: secondsForOne })
      .rotate()
      .resize({ width: input.maxSide, height: input.maxSide, fit: 'inside', withoutEnlargement: true })
    return await (input.transparent
      ? picture.png({ compressionLevel: 9 })
      : picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, progressive: true })
    ).toBuffer()
  } catch {
    // Whatever the library stumbles over, the sender is told that this is no picture.
    return null
  }
}
