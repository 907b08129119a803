import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { rightsWords } from './__words'

type RightsCellProps = { maySee: boolean; mayPay: boolean; isTold: boolean; shutOutAt: string | Date | null }

/** What a guardian may do with a child, and since when a student of 18 has ended that. */
export function RightsCell({ shutOutAt, ...rights }: RightsCellProps) {
  if (shutOutAt === null) return rightsWords(rights)
  return `Nothing: shut out by the student on ${formatDay(todayInIndia(new Date(shutOutAt)), 'en')}`
}
