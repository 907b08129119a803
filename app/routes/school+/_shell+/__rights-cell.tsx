import { formatDay, todayInIndia } from '~/models/core/shared/calendar'

type Rights = { maySee: boolean; mayPay: boolean; isTold: boolean }

/** Rights of a guardian for a child as one phrase, or 'Nothing'. */
function rightsWords({ maySee, mayPay, isTold }: Rights): string {
  const words = [maySee && 'sees', mayPay && 'pays', isTold && 'is notified']
    .filter((word) => word !== false)
    .join(', ')
  return words === '' ? 'Nothing' : words.charAt(0).toUpperCase() + words.slice(1)
}

type RightsCellProps = { maySee: boolean; mayPay: boolean; isTold: boolean; shutOutAt: string | Date | null }

/** Rights of a guardian for a child, or the day on which a student of 18 ended them. */
export function RightsCell({ shutOutAt, ...rights }: RightsCellProps) {
  if (shutOutAt === null) return rightsWords(rights)
  return `None: blocked by the student on ${formatDay(todayInIndia(new Date(shutOutAt)), 'en')}`
}
