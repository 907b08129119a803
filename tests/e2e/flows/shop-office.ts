import { both, type Mode } from '../modes'

export const shopOfficeFlows = {
  'the office adds a product with sizes and a picture, an order is packed, paid, handed over and has its invoice': both,
  'a paid order is cancelled and its money goes back': both,
  'stock comes and gets lost, a size runs low, an ordered product is deactivated, and the store is set up': both,
} as const satisfies Record<string, readonly Mode[]>
