import { both, type Mode } from '../modes'

export const enrollmentsFlows = {
  'an office promotes a class, one stays back and one leaves, and takes it back': both,
  'an office gives roll numbers by name and reads a student’s history': both,
  'an office assigns students to a section, and deletes what was a mistake': both,
} as const satisfies Record<string, readonly Mode[]>
