import { both, type Mode } from '../modes'

export const reportsFlows = {
  'an office finds who is late, prints letters and sends reminders': both,
  'an office closes the day with the day book and sees the year in a chart': both,
} as const satisfies Record<string, readonly Mode[]>
