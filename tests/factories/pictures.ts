import sharp, { type Sharp } from 'sharp'

/** A plain picture, to be written in whatever format a test wants. */
export function picture(width = 300, height = 400, background = '#8090a0'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } })
}
