import type { Piece } from './pieces'

/**
 * Ways of loading a page: `light` without JavaScript on a phone, `enhanced` with JavaScript, `broken` when script files
 * fail to load although the browser passed the probe.
 */
export const modes = ['light', 'enhanced', 'broken'] as const
export type Mode = (typeof modes)[number]

/** Coverage of one flow: the modes that it must pass in, and the page pieces that it uses when scripts run. */
export interface FlowCoverage {
  modes: readonly Mode[]
  pieces: readonly Piece[]
}

const coverageIn =
  (...modes: Mode[]) =>
  (...pieces: Piece[]): FlowCoverage => ({ modes, pieces })

// Functions for the tables of flows, which take the page pieces that a flow covers: `lightAndEnhanced('form page')`.
export const inAllModes = coverageIn(...modes)
export const lightAndEnhanced = coverageIn('light', 'enhanced')
export const enhancedOnly = coverageIn('enhanced')
export const lightOnly = coverageIn('light')()
