import { paths } from '~/http/paths'

/** Where a guardian may want to go at once when a child is opened. */
export const childPages = {
  dashboard: paths.student.dashboard,
  fees: paths.student.fees,
  attendance: paths.student.attendance,
  notices: paths.student.notices,
} as const

export type ChildPage = keyof typeof childPages
export const childPageNames = Object.keys(childPages) as ChildPage[]
