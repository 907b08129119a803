import { all, both, type Mode } from '../e2e/modes'

export const shopFlows = {
  'a student fills the cart, orders for cash on delivery and cancels': all,
  'a student buys at once and pays online': all,
  'a visitor chooses a school, fills the cart, and orders after sign-in': both,
  'a price that changed is shown before the order is placed': both,
  'cash on delivery orders one piece from the store, and a size is asked for': both,
  'an order that nobody paid goes back to the store': both,
  'the office adds a product with sizes and a picture, an order is packed, paid, handed over and has its invoice': both,
  'a paid order is cancelled and its money goes back': both,
  'stock comes and gets lost, a size runs low, an ordered product is deactivated, and the store is set up': both,
} as const satisfies Record<string, readonly Mode[]>
