import { formatDay, todayInIndia } from '~/models/shared/calendar'

type Rights = { maySee: boolean; mayPay: boolean; isTold: boolean }

/** What a guardian may do with a child: 'Sees, pays, is told'. */
function rightsWords({ maySee, mayPay, isTold }: Rights): string {
  const words = [maySee && 'sees', mayPay && 'pays', isTold && 'is told'].filter((word) => word !== false).join(', ')
  return words === '' ? 'Nothing' : words.charAt(0).toUpperCase() + words.slice(1)
}

type RightsCellProps = { maySee: boolean; mayPay: boolean; isTold: boolean; shutOutAt: string | Date | null }

/** What a guardian may do with a child, and since when a student of 18 has ended that. */
export function RightsCell({ shutOutAt, ...rights }: RightsCellProps) {
  if (shutOutAt === null) return rightsWords(rights)
  return `Nothing: shut out by the student on ${formatDay(todayInIndia(new Date(shutOutAt)), 'en')}`
}
