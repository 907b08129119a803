import { all, both, type Mode } from '../modes'

export const transportDecisionsFlows = {
  'the office approves, gives a seat, suspends, ends and gives the deposit back': all,
  'an application for a vehicle: the last seat, a full bus, another seat': both,
  'transport applications are found, refused, cancelled, and end with the school': both,
} as const satisfies Record<string, readonly Mode[]>
