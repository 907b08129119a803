import { both, type Mode } from '../e2e/modes'

export const guardianOfficeFlows = {
  'an office enters a guardian with a child, and nothing is seen after a court’s order': both,
  'an office closes the access of an account that a child has activated, and invites again': both,
  'an office makes guardians from equal numbers, looks at a doubtful one, and undoes it': both,
  'a student of 18 shuts a guardian out and lets in again, in three languages': both,
  'an office gives the sibling concession by rule and ends it when the first child leaves': both,
} as const satisfies Record<string, readonly Mode[]>
