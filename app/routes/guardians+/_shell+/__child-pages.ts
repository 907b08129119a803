import { paths } from '~/http/paths'

/** Pages that a guardian can open directly for a child. */
export const childPages = {
  dashboard: paths.student.dashboard,
  fees: paths.student.fees,
  attendance: paths.student.attendance,
  notices: paths.student.notices,
} as const

export type ChildPage = keyof typeof childPages
export const childPageNames = Object.keys(childPages) as ChildPage[]
