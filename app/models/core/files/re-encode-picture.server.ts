import sharp from 'sharp'

/** Maximum pixels of a picture: more than phones produce, less than what exhausts the memory. */
const maxPixels = 60_000_000
const secondsForOne = 20

// One core per picture: pictures are rare, and page requests share the machine.
sharp.concurrency(1)
sharp.cache(false)

interface PictureInput {
  /** In pixels; smaller pictures are not enlarged. */
  maxSide: number
  /** Returns a PNG with transparency instead of a JPEG on white. */
  transparent: boolean
}

/**
 * Re-encodes the picture: upright, limited in size, and without anything else in the file (location, camera, hidden
 * text). Null if it is not a readable picture or too large.
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
    // Any error of the library means that the file is not a valid picture.
    return null
  }
}
