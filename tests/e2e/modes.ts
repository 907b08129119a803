import type { Piece } from './pieces'

/**
 * Ways of loading a page: `light` without scripts on a phone, `enhanced` with them, `broken` when script files fail to
 * load although the browser passed the probe.
 */
export const modes = ['light', 'enhanced', 'broken'] as const
export type Mode = (typeof modes)[number]

/** Modes that a flow must work in, and the page pieces that it uses with scripts. */
export interface Cells {
  modes: readonly Mode[]
  pieces: readonly Piece[]
}

const cellsIn =
  (...modes: Mode[]) =>
  (...pieces: Piece[]): Cells => ({ modes, pieces })

// For the tables of flows: `lightAndEnhanced('form page')` is a flow in two modes that covers the page of a form.
export const inAllModes = cellsIn(...modes)
export const lightAndEnhanced = cellsIn('light', 'enhanced')
export const enhancedOnly = cellsIn('enhanced')
export const lightOnly = cellsIn('light')()
