import sharp, { type Sharp } from 'sharp'

export function picture(width = 300, height = 400, background = '#8090a0'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } })
}
