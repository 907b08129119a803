import { all, both, type Cells } from '../e2e/modes'

export const shopFlows = {
  'a student fills the cart, orders for cash on delivery and cancels': all('cart', 'checkout', 'filters'),
  'a student buys at once and pays online': all('checkout', 'payment that moves on', 'filters'),
  'a visitor chooses a school, fills the cart, and orders after sign-in': both('sign-out', 'cart', 'checkout'),
  'a changed price is shown before the order is placed': both('cart', 'checkout', 'filters'),
  'a student orders one piece with cash on delivery, and must choose a size': both('checkout', 'filters'),
  'an unpaid order expires, and its stock returns to the store': both('checkout'),
  'the office adds a product with sizes and a picture; an order is packed, paid and handed over with its invoice': both(
    'product form',
    'upload',
    'decision page',
  ),
  'a paid order is cancelled and refunded': both('decision page', 'list page', 'filters'),
  'the office writes off stock, sees a product run low, deactivates an ordered product and changes the store settings':
    both('delete page', 'decision page', 'form page'),
} as const satisfies Record<string, Cells>
