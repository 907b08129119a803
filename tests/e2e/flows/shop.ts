import { all, both, type Mode } from '../modes'

export const shopFlows = {
  'a student fills the cart, orders for cash on delivery and cancels': all,
  'a student buys at once and pays online': all,
  'a visitor chooses a school, fills the cart, and orders after sign-in': both,
  'a price that changed is shown before the order is placed': both,
  'cash on delivery orders one piece from the store, and a size is asked for': both,
  'an order that nobody paid goes back to the store': both,
} as const satisfies Record<string, readonly Mode[]>
