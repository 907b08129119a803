import type { Piece } from './pieces'

/**
 * How a page is met: `light` without script on a phone, `enhanced` with it, `broken` where the files of the scripts fail to
 * load although the browser was found able.
 */
export const modes = ['light', 'enhanced', 'broken'] as const
export type Mode = (typeof modes)[number]

/** Modes that a flow must work in, and the pieces of pages that it uses with script. */
export interface Cells {
  modes: readonly Mode[]
  pieces: readonly Piece[]
}

const cellsIn =
  (...modes: Mode[]) =>
  (...pieces: Piece[]): Cells => ({ modes, pieces })

export const all = cellsIn(...modes)
export const both = cellsIn('light', 'enhanced')
export const scriptOnly = cellsIn('enhanced')
export const lightOnly = cellsIn('light')()
