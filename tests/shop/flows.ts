import { all, both, type Cells } from '../e2e/modes'

export const shopFlows = {
  'a student fills the cart, orders for cash on delivery and cancels': all('cart', 'checkout', 'filters'),
  'a student buys at once and pays online': all('checkout', 'payment that moves on', 'filters'),
  'a visitor chooses a school, fills the cart, and orders after sign-in': both('sign-out', 'cart', 'checkout'),
  'a price that changed is shown before the order is placed': both('cart', 'checkout', 'filters'),
  'cash on delivery orders one piece from the store, and a size is asked for': both('checkout', 'filters'),
  'an order that nobody paid goes back to the store': both('checkout'),
  'the office adds a product with sizes and a picture, an order is packed, paid, handed over and has its invoice': both(
    'product form',
    'upload',
    'decision page',
  ),
  'a paid order is cancelled and its money goes back': both('decision page', 'list page', 'filters'),
  'stock comes and gets lost, a size runs low, an ordered product is deactivated, and the store is set up': both(
    'delete page',
    'decision page',
    'form page',
  ),
} as const satisfies Record<string, Cells>
