/**
 * How a page is met: `light` without script on a phone, `enhanced` with it, `broken` where the files of the scripts fail to
 * load although the browser was found able.
 */
export const modes = ['light', 'enhanced', 'broken'] as const
export type Mode = (typeof modes)[number]

/** Every mode. */
export const all = [...modes] as const
export const both = ['light', 'enhanced'] as const
export const scriptOnly = ['enhanced'] as const
