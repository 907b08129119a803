import { both, type Mode } from '../e2e/modes'

export const guardiansFlows = {
  'a guardian activates the invitations of two schools and sees all children': both,
  'a guardian with one password for the accounts of two schools is asked which, and sees each': both,
  'a guardian pays for and asks leave of the child that was opened, and of no other': both,
  'a guardian reads in Gujarati, and changes language and password': both,
} as const satisfies Record<string, readonly Mode[]>
