import { type FlowCoverage, inAllModes, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const shopFlows = {
  'a student fills the cart, orders for cash on delivery and cancels': inAllModes('cart', 'checkout', 'filters'),
  'a student buys at once and pays online': inAllModes('checkout', 'payment that moves on', 'filters'),
  'a visitor chooses a school, fills the cart, and orders after sign-in': lightAndEnhanced(
    'sign-out',
    'cart',
    'checkout',
  ),
  'a changed price is shown before the order is placed': lightAndEnhanced('cart', 'checkout', 'filters'),
  'a student orders one piece with cash on delivery, and must choose a size': lightAndEnhanced('checkout', 'filters'),
  'an unpaid order expires, and its stock returns to the store': lightAndEnhanced('checkout'),
  'the office adds a product with sizes and a picture; an order is packed, paid and handed over with its invoice':
    lightAndEnhanced('product form', 'upload', 'decision page'),
  'a paid order is cancelled and refunded': lightAndEnhanced('decision page', 'list page', 'filters'),
  'the office writes off stock, sees a product run low, deactivates an ordered product and changes the store settings':
    lightAndEnhanced('delete page', 'decision page', 'form page'),
} as const satisfies Record<string, FlowCoverage>
